import type { Authenticators } from 'openapi-trellis/contract';
import type { Dependencies } from './dependencies.js';
import { isSecret, listed } from './secrets.js';

/** What decides on the credentials of a request, for each security scheme of the document. */
export const authenticators = {
  customer: (token, { dependencies }) => {
    const session = dependencies.sessions.find(token);
    return session === undefined
      ? { outcome: 'rejected' }
      : { outcome: 'accepted', principal: { name: session.customer, credentialId: session.id } };
  },
  staff: (token, { scopes }) => {
    const member = listed('STAFF').find(({ secret }) => isSecret(token, secret));
    if (member === undefined) return { outcome: 'rejected' };
    const { name } = member;
    const roles = name.split('+');
    return scopes.every((role) => roles.includes(role))
      ? { outcome: 'accepted', principal: { roles }, caller: { name } }
      : { outcome: 'forbidden' };
  },
  press: (key) => {
    const press = listed('PRESSES').find(({ secret }) => isSecret(key, secret));
    return press === undefined
      ? { outcome: 'rejected' }
      : { outcome: 'accepted', principal: { name: press.name } };
  },
} satisfies Authenticators<Dependencies, unknown>;
