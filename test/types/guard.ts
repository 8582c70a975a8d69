/* Compiled by types.test.ts, never run: each row below must not compile, and the rest must. */
import type { Authenticators, ServiceOptions } from '../../src/runtime/contract/public';
import {
  contractGuard,
  type ContractGuardOptions,
  type RequestHandler,
} from '../../src/runtime/express/public';

interface Session {
  readonly user: { readonly id: number };
}

declare const sessions: ReadonlyMap<string, Session>;
declare const parts: Pick<ServiceOptions<unknown>, 'contract' | 'validators' | 'onFault'>;

// What an application says of a request is inferred, also for authenticators that are written inline.
export const inline = (): Promise<RequestHandler>[] => [
  contractGuard({
    ...parts,
    locals: ({ hostname }) => sessions.get(hostname),
    authenticators: {
      session: (_, { locals }) =>
        locals === undefined
          ? { outcome: 'rejected' }
          : { outcome: 'accepted', principal: { id: locals.user.id.toFixed() } },
    },
  }),
  contractGuard({
    ...parts,
    locals: () => ({ tenant: 'north' }),
    dependencies: { names: new Set(['ada']) },
    authenticators: {
      session: async (name, { locals, dependencies }) => {
        await Promise.resolve(locals.tenant.length);
        return dependencies.names.has(name)
          ? { outcome: 'accepted', principal: { name } }
          : { outcome: 'rejected' };
      },
    },
  }),
  contractGuard({
    ...parts,
    locals: () => ({ tenant: 'north' }),
    authenticators: {
      // @ts-expect-error nothing says of a user
      session: (_, { locals }) => ({ outcome: 'accepted', principal: { name: locals.user } }),
    },
  }),
];

// So are those that are written elsewhere, and what they want must be there.
const bySession = {
  session: (_, { locals: { user: principal } }) => ({ outcome: 'accepted', principal }),
} satisfies Authenticators<unknown, unknown, Session>;

export const elsewhere = (user: Session['user']): Promise<RequestHandler>[] => [
  contractGuard({ ...parts, locals: () => ({ user }), authenticators: bySession }),
  contractGuard({ ...parts, authenticators: { key: () => ({ outcome: 'rejected' }) } }),
  // @ts-expect-error an authenticator wants a session
  contractGuard({ ...parts, authenticators: bySession }),
  // @ts-expect-error that is no session
  contractGuard({ ...parts, locals: () => ({ user: 'ada' }), authenticators: bySession }),
];

/** As functions of an application take the options. */
export const wrapped = (options: ContractGuardOptions<unknown>): Promise<RequestHandler> =>
  contractGuard(options);
