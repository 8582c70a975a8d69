import type { Handler, Response } from '../handler.js';

/** DELETE /session: Sign out */
export const signOut: Handler<'signOut'> = async (
  _,
  { dependencies, principals: { customer } },
): Promise<Response<'signOut'>> => {
  if (customer.credentialId !== undefined) dependencies.sessions.end(customer.credentialId);
  const cookie = 'session=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict';
  return { status: 204, headers: { 'Set-Cookie': cookie } };
};
