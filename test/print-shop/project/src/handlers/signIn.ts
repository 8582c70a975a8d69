import { Failure } from 'openapi-trellis/contract';
import type { Handler, Response } from '../handler.js';
import { shopFailures } from '../failures.js';

/** POST /session: Sign in */
export const signIn: Handler<'signIn'> = async (
  { body: { customer, password } },
  { dependencies },
): Promise<Response<'signIn'>> => {
  const token = dependencies.sessions.begin(customer, password);
  if (token === undefined) {
    return new Failure(shopFailures.wrongPassword, 'The customer or the password is wrong');
  }
  const cookie = `session=${token}; Path=/; HttpOnly; Secure; SameSite=Strict`;
  return { status: 204, headers: { 'Set-Cookie': cookie } };
};
