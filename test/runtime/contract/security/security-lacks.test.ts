import type { AuthenticationResult } from '../../../../src/runtime/contract/security/security';
import { useDocument } from '../use-document';

/** What a caller is told who meets no alternative: which credentials are missing, wrong, or lack a scope. */

const NEEDS = {
  either: '[{ oauth: [lend] }, { key: [admin] }]',
  eitherTurned: '[{ key: [admin] }, { oauth: [lend] }]',
  both: '[{ oauth: [lend], key: [admin] }]',
  bothOrPass: '[{ oauth: [lend], key: [admin] }, { pass: [] }]',
  optional: '[{ oauth: [lend] }, { key: [admin] }, {}]',
  twoScopes: '[{ oauth: [lend] }, { oauth: [own] }]',
};
type Path = keyof typeof NEEDS;

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
${Object.entries(NEEDS)
  .map(
    ([path, security]) =>
      `  /${path}: { get: { operationId: ${path}, security: ${security}, responses: { 204: { description: x } } } }`,
  )
  .join('\n')}
components:
  securitySchemes:
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { lend: x, own: x } } } }
    key: { type: apiKey, in: header, name: X-Key }
    pass: { type: http, scheme: basic }
`;

const RESULTS: Readonly<Record<string, AuthenticationResult>> = {
  right: { outcome: 'accepted', principal: { name: 'somebody' } },
  short: { outcome: 'forbidden' },
  old: { outcome: 'rejected', reason: 'JWT has expired' },
};
const authenticator = (credentials: string): AuthenticationResult =>
  RESULTS[credentials] ?? { outcome: 'rejected' };
const handler = (): Promise<{ status: number }> => Promise.resolve({ status: 204 });
const served = useDocument(
  document,
  Object.fromEntries(Object.keys(NEEDS).map((id) => [id, handler])),
  { authenticators: { oauth: authenticator, key: authenticator, pass: authenticator } },
);

const NONE = 'Bearer';
const WRONG = 'Bearer error="invalid_token"';
const SHORT = 'Bearer scope="lend"';
const FORBIDDEN = 'Bearer error="insufficient_scope", scope="lend"';
const KEY = 'ApiKey in="header", name="X-Key"';
const PASS = 'Basic realm="api", charset="UTF-8"';

/** @returns the status, or the number of the error and what the client is told */
async function call(path: Path, oauth: string, key: string) {
  const headers = {
    ...(oauth !== '' && { Authorization: `Bearer ${oauth}` }),
    ...(key !== '' && { 'X-Key': key }),
  };
  const response = await fetch(`${served.url}/${path}`, { headers });
  if (response.status === 204) return { error: 204, challenges: '', message: '' };
  const { error, message } = (await response.json()) as { error: number; message: string };
  expect(response.status).toBe(Math.floor(error / 100));
  return { error, challenges: response.headers.get('www-authenticate') ?? '', message };
}

type Told = readonly [error: number, ...challenges: string[]];
const IN: Told = [204];

/** For a token that is missing, wrong, short of the scope, and right: a key that is so. */
const TABLES: Readonly<Record<'either' | 'both', readonly (readonly Told[])[]>> = {
  either: [
    [[40101, NONE, KEY], [40102, NONE, KEY], [40101, NONE, KEY], IN],
    [[40102, WRONG, KEY], [40102, WRONG, KEY], [40102, WRONG, KEY], IN],
    [[40101, SHORT, KEY], [40102, SHORT, KEY], [40301, FORBIDDEN], IN],
    [IN, IN, IN, IN],
  ],
  both: [
    [
      [40101, NONE, KEY],
      [40101, NONE],
      [40101, NONE],
      [40101, NONE],
    ],
    [
      [40102, WRONG, KEY],
      [40102, WRONG],
      [40102, WRONG],
      [40102, WRONG],
    ],
    [
      [40101, SHORT, KEY],
      [40102, SHORT, KEY],
      [40301, FORBIDDEN],
      [40301, FORBIDDEN],
    ],
    [[40101, KEY], [40102, KEY], [40301], IN],
  ],
};
const STATES = ['', 'wrong', 'short', 'right'];

describe.each(['either', 'both'] as const)('%s', (path) => {
  const rows = TABLES[path].flatMap((columns, row) =>
    columns.map((told, column) => [STATES[row]!, STATES[column]!, told] as const),
  );
  it.each(rows)('token "%s", key "%s"', async (token, key, [error, ...challenges]) => {
    const told = await call(path, token, key);
    expect([told.error, told.challenges]).toEqual([error, challenges.join(', ')]);
  });
});

it.each<[Path, token: string, key: string, Told]>([
  ['eitherTurned', 'short', '', [40101, KEY, SHORT]],
  ['eitherTurned', 'short', 'short', [40301, FORBIDDEN]],
  ['eitherTurned', 'wrong', 'right', IN],
  ['bothOrPass', 'short', 'right', [40101, SHORT, PASS]],
  ['bothOrPass', 'right', 'wrong', [40102, KEY, PASS]],
  ['bothOrPass', 'right', 'right', IN],
  ['optional', 'short', '', IN],
  ['optional', 'wrong', 'wrong', IN],
  ['optional', 'short', 'short', IN],
  ['twoScopes', 'short', '', [40301, FORBIDDEN, FORBIDDEN.replace('lend', 'own')]],
  ['twoScopes', '', '', [40101, NONE]],
])('/%s, token "%s", key "%s"', async (path, token, key, [error, ...challenges]) => {
  const told = await call(path, token, key);
  expect([told.error, told.challenges]).toEqual([error, challenges.join(', ')]);
});

it.each<[Path, token: string, key: string, message: string]>([
  [
    'either',
    '',
    '',
    'Send the header "Authorization: Bearer <token>", or send the header "X-Key" with the key',
  ],
  [
    'either',
    'short',
    '',
    'The credentials do not allow the operation; it takes the scopes lend, or send the header "X-Key" with the key',
  ],
  [
    'eitherTurned',
    'wrong',
    '',
    'Send the header "X-Key" with the key, or the credentials are unknown, expired or revoked; use others',
  ],
  ['eitherTurned', 'old', '', 'Send the header "X-Key" with the key, or JWT has expired'],
  [
    'bothOrPass',
    '',
    '',
    'Send the header "Authorization: Bearer <token>", and send the header "X-Key" with the key, or send the header "Authorization: Basic <credentials>"',
  ],
  ['either', 'wrong', 'wrong', 'The credentials are unknown, expired or revoked; use others'],
  [
    'twoScopes',
    'short',
    '',
    'The credentials do not allow the operation; it takes the scopes lend, or the credentials do not allow the operation; it takes the scopes own',
  ],
])('/%s tells token "%s", key "%s" what lacks', async (path, token, key, message) => {
  expect((await call(path, token, key)).message).toBe(message);
});
