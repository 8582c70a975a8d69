/* Compiled by types.test.ts, never run: each row below must not compile, and the rest must. */
import {
  type AnyHandler,
  type Authenticators,
  createService,
  type HandlerContext,
  type HandlerResponse,
  notImplemented,
  type PrincipalsOf,
  type Service,
  type ServiceOptions,
} from '../../src/runtime/contract/public';
import { contractHandler, createServing, ServiceSlot } from '../../src/runtime/express/public';
import {
  type Program as Served,
  type RunningService,
  startService,
} from '../../src/runtime/service/public';
import type { Handler } from '../../generated/operations';

interface User {
  readonly id: number;
  readonly roles: readonly string[];
}

interface Shop {
  readonly users: ReadonlyMap<string, User>;
}

/** What is the same for all services here. */
declare const rest: Omit<
  ServiceOptions<Shop>,
  'handlers' | 'authenticators' | 'dependencies' | 'around'
>;
declare const dependencies: Shop;
declare const user: User;
declare const byName: Authenticators<Shop>;

/** A handler as generation types it, for an operation of these alternatives. */
type Of<Alternatives, Locals = unknown> = (
  input: { readonly path: { readonly id: bigint } },
  context: HandlerContext<Shop, Alternatives, Locals>,
) => Promise<HandlerResponse>;

const authenticators = {
  bearerAuth: async (token, { dependencies: { users }, scopes }) => {
    const found = users.get(token);
    if (found === undefined) return { outcome: 'rejected', reason: 'The token is unknown' };
    if (!scopes.every((scope) => found.roles.includes(scope))) return { outcome: 'forbidden' };
    return { outcome: 'accepted', principal: found, caller: { name: `user ${found.id}` } };
  },
  apiKey: (name) => ({ outcome: 'accepted', principal: { name } }),
  certificate: () => ({ outcome: 'rejected' }),
} satisfies Authenticators<Shop, unknown>;

type Principals = PrincipalsOf<typeof authenticators>;

// What authenticators accept with is inferred.
export const inferred = ({
  bearerAuth,
  apiKey,
  certificate,
}: Principals): [User, string, never] => [bearerAuth, apiKey.name, certificate];
export const ofNamed = ({ any }: PrincipalsOf<Authenticators<Shop>>): string | undefined =>
  any?.name;
export const create: Handler<'createPlant', Shop, Principals> = async (_, { principals }) => ({
  status: 200,
  body: { name: principals.bearerAuth.roles.join() },
});
export const wrong: Handler<'createPlant', Shop, Principals> = async (_, { principals }) => ({
  status: 200,
  // @ts-expect-error a User has no name
  body: { name: principals.bearerAuth.name },
});
export const unknown: Handler<'createPlant', Shop, { other: User }> = async (
  _,
  { principals },
) => ({
  status: 200,
  // @ts-expect-error of a scheme without an authenticator, nothing is known
  body: { name: principals.bearerAuth.name },
});

export const misnamed: Authenticators = {
  // @ts-expect-error a number is no name for the log
  key: () => ({ outcome: 'accepted', principal: { name: 1 } }),
};
export const uncalled = {
  // @ts-expect-error nor beside a principal
  key: () => ({ outcome: 'accepted', principal: user, caller: { name: 1 } }),
} satisfies Authenticators<Shop, unknown>;
export const unsaid = {
  // @ts-expect-error what is accepted has a principal
  key: () => ({ outcome: 'accepted' }),
} satisfies Authenticators<Shop, unknown>;

// A service whose authenticators give what its handlers want.
const either: Of<
  | { bearerAuth: User; apiKey?: undefined }
  | { bearerAuth?: undefined; apiKey: { name: string } }
  | { bearerAuth?: undefined; apiKey?: undefined }
> = async (_, { principals }) => ({
  status: principals.bearerAuth?.roles.length ?? principals.apiKey?.name.length ?? 0,
});
const both: Of<{ bearerAuth: User; apiKey: { name: string } }> = async () => ({ status: 204 });
const named: Of<{ bearerAuth: { name: string } }> = async () => ({ status: 204 });
const open: Of<object> = async () => ({ status: 204 });
const byNobody: AnyHandler<Shop> = notImplemented;

export const services = (): Promise<Service>[] => [
  createService({
    ...rest,
    dependencies,
    authenticators,
    handlers: { either, both, open, create },
  }),
  createService({ ...rest, dependencies, authenticators, handlers: { byNobody, notImplemented } }),
  createService({ ...rest, dependencies, authenticators: {}, handlers: { open } }),
  createService<Shop>({ ...rest, dependencies, authenticators: {}, handlers: { named } }),
  createService({
    ...rest,
    dependencies,
    authenticators: { bearerAuth: () => ({ outcome: 'accepted', principal: user }) },
    handlers: { both, either },
  }),
];

export const refused = (): Promise<Service>[] => [
  // @ts-expect-error the authenticator accepts with a User, which has no name
  createService({ ...rest, dependencies, authenticators, handlers: { open, named } }),
  createService({
    ...rest,
    dependencies,
    authenticators: {
      bearerAuth: () => ({ outcome: 'accepted', principal: { name: 'x' } }),
      apiKey: () => ({ outcome: 'accepted', principal: { name: 'x' } }),
    },
    // @ts-expect-error the authenticator accepts with a name, the handlers want a User
    handlers: { either },
  }),
  createService({
    ...rest,
    dependencies,
    authenticators: byName,
    // @ts-expect-error so it is where the names of the schemes are not known
    handlers: { both },
  }),
];

/** As the composition of a project has it, apart from where the service is made. */
type Program = Pick<ServiceOptions<Shop, typeof authenticators>, 'handlers'>;
export const program: Program = { handlers: { either, both, open } };
// @ts-expect-error a handler that wants another principal
export const otherProgram: Program = { handlers: { named } };

// What an application says of a request.
interface Session {
  readonly user: User;
}
const withSession: Of<object, Session> = async (_, { locals }) => ({ status: locals.user.id });
const bySession = {
  session: (_, { locals: { user: principal } }) => ({ outcome: 'accepted', principal }),
} satisfies Authenticators<Shop, unknown, Session>;
const bySessionAlone: Of<{ session: User }> = async () => ({ status: 204 });

export async function mounts(plain: Service, serving = createServing()): Promise<unknown[]> {
  const service = await createService({
    ...rest,
    dependencies,
    authenticators,
    handlers: { withSession, open },
  });
  const authenticated = await createService({
    ...rest,
    dependencies,
    authenticators: bySession,
    handlers: { bySessionAlone },
  });
  const decorated: Service<Session> = { ...service, covers: () => true };
  return [
    contractHandler(plain),
    contractHandler(plain, { fallThrough: true }),
    new ServiceSlot(plain, serving),
    contractHandler(service, { locals: () => ({ user }) }),
    contractHandler(decorated, {
      fallThrough: true,
      locals: (_, { locals }) => ({ user, locals }),
    }),
    new ServiceSlot(service, serving, { locals: () => ({ user }) }),
    contractHandler(authenticated, { locals: () => ({ user }) }),

    // @ts-expect-error handlers want a session
    contractHandler(service),
    // @ts-expect-error handlers want a session
    contractHandler(service, { fallThrough: true }),
    // @ts-expect-error a decorated one is the same
    contractHandler(decorated),
    // @ts-expect-error an authenticator wants a session
    contractHandler(authenticated),
    // @ts-expect-error that is no session
    contractHandler(service, { locals: () => ({ user: 'ada' }) }),
    // @ts-expect-error handlers want a session
    new ServiceSlot(service, serving),
    // @ts-expect-error one that wants a session in place of one that does not
    new ServiceSlot(plain, serving).replace(service),
    // @ts-expect-error nobody gives a session
    plain === service || (plain = service),
  ];
}

// A service that is started with all that it has in production is checked in the same way.
declare const own: Pick<ServiceOptions<Shop>, 'contract' | 'validators'>;

export const started = (): Promise<unknown>[] => [
  startService({ ...own, dependencies, authenticators, handlers: { either, both, create } }),
  startService({ ...own, dependencies, authenticators: () => authenticators, handlers: { both } }),
  startService({ ...own, dependencies, handlers: { named } }),
  startService({ ...own, dependencies, handlers: { withSession }, locals: () => ({ user }) }),
  startService({
    ...own,
    dependencies,
    authenticators: bySession,
    handlers: { bySessionAlone },
    locals: () => ({ user }),
  }),

  // @ts-expect-error the authenticator accepts with a User, which has no name
  startService({ ...own, dependencies, authenticators, handlers: { named } }),
  // @ts-expect-error so it is where a function makes it
  startService({ ...own, dependencies, authenticators: () => authenticators, handlers: { named } }),
  // @ts-expect-error tokens stand for a name
  startService({ ...own, dependencies, handlers: { both } }),
  // @ts-expect-error handlers want a session
  startService({ ...own, dependencies, handlers: { withSession } }),
  // @ts-expect-error that is no session
  startService({ ...own, dependencies, handlers: { withSession }, locals: () => ({ user: 1 }) }),
];

export async function replaced(
  service: RunningService<Shop, typeof authenticators>,
  good: Served<Shop, typeof authenticators>,
): Promise<void> {
  await service.replace(good);
  await service.replace({ ...good, handlers: { both } });
  // @ts-expect-error a handler that wants another principal
  await service.replace({ ...good, handlers: { named } });
}
