import type { AuthenticationResult, HandlerContext } from '../../../../src/runtime/contract';
import { openQuotas } from '../../../../src/runtime/service/quotas/service-quotas';
import { newCounter } from '../../../../src/runtime/service/quotas/usage-counter';
import { startTelemetry } from '../../../../src/runtime/service/telemetry/telemetry';
import { withDocument } from '../../../support/serve-document';
import { itEach } from '../../../support/it-each';

/** What an authenticator accepts with is what handlers get, and who calls is what logs and quotas get. */

const document = `
openapi: 3.1.0
info: { title: Doors, version: 1.0.0 }
paths:
  /door:
    get:
      operationId: openDoor
      security: [{ key: [], code: [] }, { key: [] }]
      responses: { 204: { description: It is open }, 429: { description: Too often } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    code: { type: apiKey, in: header, name: X-Code }
`;

type Accepted = Omit<Extract<AuthenticationResult<unknown>, { outcome: 'accepted' }>, 'outcome'>;

/** Calls with keys that are accepted so, of which a caller has one request. */
async function called(accept: (key: string) => Accepted, keys: readonly string[]) {
  const principals: unknown[] = [];
  const lines: string[] = [];
  const openDoor = (_: never, context: HandlerContext<unknown>): Promise<{ status: number }> => {
    principals.push(context.principals.key);
    return Promise.resolve({ status: 204 });
  };
  const limits = [{ name: 'token', quota: 1, windowSeconds: 60 }] as const;
  const options = {
    authenticators: {
      key: (key: string) => ({ outcome: 'accepted', ...accept(key) }) as const,
      code: () => ({ outcome: 'accepted', principal: 'CODE' }) as const,
    },
    quotas: openQuotas(limits, { counterOf: newCounter, onFault: () => undefined }).quotasOf(
      new Map(),
    )!,
    host: { observer: startTelemetry({ writeSoon: (line) => lines.push(line) }).observer },
  };
  return withDocument(document, { openDoor }, options, async ({ url }) => {
    const statuses: number[] = [];
    for (const key of keys) {
      statuses.push((await fetch(`${url}/door`, { headers: { 'X-Key': key } })).status);
    }
    while (lines.length < keys.length) await new Promise((resolve) => setImmediate(resolve));
    expect(lines.filter((line) => keys.some((key) => line.includes(key)))).toEqual([]);
    const logged = lines.map((line) => {
      const { principal, credentialId } = JSON.parse(line) as Record<string, string>;
      return [principal, credentialId].filter((each) => each !== undefined).join(' ');
    });
    return { principals, statuses, logged };
  });
}

const KEYS = ['KEY-1', 'KEY-1', 'KEY-2'];
const ADA = { id: 7, roles: ['gardener'] };

itEach<[(key: string) => Accepted, { logged: string; statuses: readonly number[] }]>({
  'a principal with a name, by its name': [
    () => ({ principal: { name: 'ada', ...ADA } }),
    { logged: 'ada', statuses: [204, 429, 429] },
  ],
  'one with an ID for each credential, by that': [
    (key) => ({ principal: { name: 'ada', credentialId: `of ${key.length}${key.at(-1)}` } }),
    { logged: 'ada of 51', statuses: [204, 429, 204] },
  ],
  'one with a client, by that': [
    () => ({ principal: { name: 'ada', credentialId: 'x', client: 'phone' } }),
    { logged: 'ada x', statuses: [204, 429, 429] },
  ],
  'one whose fields are no texts, by its name': [
    () => ({ principal: { name: 'ada', credentialId: 5, client: ADA } }),
    { logged: 'ada', statuses: [204, 429, 429] },
  ],
  'one beside which a caller is named, by that': [
    () => ({ principal: ADA, caller: { name: 'user 7' } }),
    { logged: 'user 7', statuses: [204, 429, 429] },
  ],
  'one that has a name, and a caller beside it, by the caller': [
    () => ({ principal: { name: 'Ada Lovelace' }, caller: { name: 'user 7', credentialId: 'x' } }),
    { logged: 'user 7 x', statuses: [204, 429, 429] },
  ],
  'one of whom nothing is known, by the credentials': [
    () => ({ principal: ADA }),
    { logged: '', statuses: [204, 429, 204] },
  ],
  'one that is no object, by the credentials': [
    () => ({ principal: 'KEY-1' }),
    { logged: '', statuses: [204, 429, 204] },
  ],
  'none, by the credentials': [
    () => ({ principal: undefined }),
    { logged: '', statuses: [204, 429, 204] },
  ],
})('knows %s', async (_, accept, { logged, statuses }) => {
  const { principals, ...seen } = await called(accept, KEYS);
  expect(seen.statuses).toEqual(statuses);
  expect(seen.logged[0]).toBe(logged);
  expect(principals[0]).toEqual(accept('KEY-1').principal);
});

it('handlers get the very value that an authenticator accepts with', async () => {
  const { principals } = await called(() => ({ principal: ADA }), ['KEY-1']);
  expect(principals[0]).toBe(ADA);
});
