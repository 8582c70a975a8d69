import type { Handler, Response } from '../../generated/operations';
import type { Dependencies } from '../dependencies';

/** DELETE /session: Sign out */
export const signOut: Handler<'signOut', Dependencies> = async (
  _,
  { dependencies, principals: { customer } },
): Promise<Response<'signOut'>> => {
  if (customer.credentialId !== undefined) dependencies.sessions.end(customer.credentialId);
  const cookie = 'session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict';
  return { status: 204, headers: { 'Set-Cookie': cookie } };
};
