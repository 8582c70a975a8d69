import { UnavailableError } from '../../../../src/runtime/contract/failure';
import type { Authenticator } from '../../../../src/runtime/contract/security/security';
import { sendRaw } from '../../../support/raw-connection';
import { useDocument } from '../use-document';

/** Each scheme of the standard, on a path of its own, and `/all` that wants three at once. */
const schemes = {
  bearer: '{ type: http, scheme: bearer }',
  basic: '{ type: http, scheme: basic }',
  digest: '{ type: http, scheme: Digest }',
  keyInHeader: '{ type: apiKey, in: header, name: X-Key }',
  keyInQuery: '{ type: apiKey, in: query, name: "the key" }',
  keyInCookie: '{ type: apiKey, in: cookie, name: key }',
  oauth2:
    '{ type: oauth2, flows: { clientCredentials: { tokenUrl: /token, scopes: { lend: x, "plants:write": x } } } }',
  openId: '{ type: openIdConnect, openIdConnectUrl: /openid }',
  mutual: '{ type: mutualTLS }',
};
const SCOPED = ['oauth2', 'openId'];

const paths = Object.keys(schemes).map((name) => {
  const scopes = SCOPED.includes(name) ? '[lend]' : '[]';
  return `  /${name}: { get: { operationId: ${name}, security: [{ ${name}: ${scopes} }], responses: { 204: { description: x } } } }`;
});
const FORBIDDEN = '403: { description: Forbidden }';
/** What a caller lacks who lacks a scope, by scheme and by what the document states. */
const scoped: readonly (readonly [path: string, security: string, responses: string])[] = [
  ['stated', '{ oauth2: [lend, "plants:write"] }', FORBIDDEN],
  ['bad', '{ oauth2: [lend] }', '400: { description: Bad }'],
  ['roles', `{ bearer: ['the "head"'] }`, FORBIDDEN],
  ['adminKey', '{ keyInHeader: [admin] }', FORBIDDEN],
];
paths.push(
  ...scoped.map(
    ([path, security, responses]) =>
      `  /${path}: { get: { operationId: ${path}, security: [${security}], responses: { 204: { description: x }, ${responses} } } }`,
  ),
);
const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
${paths.join('\n')}
  /all: { get: { operationId: all, security: [{ bearer: [], keyInHeader: [], keyInCookie: [] }], responses: { 204: { description: x } } } }
components:
  securitySchemes:
${Object.entries(schemes)
  .map(([name, scheme]) => `    ${name}: ${scheme}`)
  .join('\n')}
`;

const invalid = 'The credentials are unknown, expired or revoked; use others';
const basicChallenge = 'Basic realm="api", charset="UTF-8"';

/** `asked` are the credentials that authenticators got; without a refusal the handler was reached. */
type Row = [
  name: string,
  given: { path: string; headers?: string[] },
  want: { asked?: unknown[]; status?: number; challenge?: string; message?: string },
];

describe('credentials', () => {
  let asked: unknown[] = [];
  beforeEach(() => {
    asked = [];
  });

  const authenticator: Authenticator = (credentials, { scopes }) => {
    asked.push(scopes.length === 0 ? credentials : [credentials, scopes]);
    if (credentials === 'away') return Promise.reject(new UnavailableError('The index is away'));
    if (credentials === 'child') return Promise.resolve({ outcome: 'forbidden' });
    if (credentials === 'stolen') return Promise.resolve({ outcome: 'rejected' });
    return Promise.resolve({ outcome: 'accepted', principal: { name: 'somebody' } });
  };

  const names = Object.keys(schemes);
  const handler = (): Promise<{ status: number }> => Promise.resolve({ status: 204 });
  const served = useDocument(
    document,
    Object.fromEntries([...names, 'all', ...scoped.map(([id]) => id)].map((id) => [id, handler])),
    { authenticators: Object.fromEntries(names.map((name) => [name, authenticator])) },
  );

  it.each<Row>([
    [
      'of basic',
      // user-id:pässword
      { path: '/basic', headers: ['Authorization: basic dXNlci1pZDpww6Rzc3dvcmQ='] },
      { asked: ['user-id:pässword'] },
    ],
    [
      'of basic without a colon',
      { path: '/basic', headers: ['Authorization: Basic dXNlcg=='] },
      {
        status: 401,
        challenge: basicChallenge,
        message: 'The basic credentials are not of the form that RFC 9110 defines',
      },
    ],
    [
      'of basic, not sent',
      { path: '/basic' },
      {
        status: 401,
        challenge: basicChallenge,
        message: 'Send the header "Authorization: Basic <credentials>"',
      },
    ],
    [
      'of another http scheme',
      { path: '/digest', headers: ['Authorization: Digest username="a", nonce="b"'] },
      { asked: ['username="a", nonce="b"'] },
    ],
    [
      'in a header',
      { path: '/keyInHeader', headers: ['x-key: secret key'] },
      { asked: ['secret key'] },
    ],
    [
      'in a header, twice',
      { path: '/keyInHeader', headers: ['X-Key: a', 'X-Key: b'] },
      {
        status: 401,
        challenge: 'ApiKey in="header", name="X-Key"',
        message: 'Send one header "X-Key", not several that differ',
      },
    ],
    [
      'in a header, empty',
      { path: '/keyInHeader', headers: ['X-Key:'] },
      {
        status: 401,
        challenge: 'ApiKey in="header", name="X-Key"',
        message: 'Send the header "X-Key" with the key',
      },
    ],
    [
      'in a header, rejected',
      { path: '/keyInHeader', headers: ['X-Key: stolen'] },
      {
        asked: ['stolen'],
        status: 401,
        challenge: 'ApiKey in="header", name="X-Key"',
        message: invalid,
      },
    ],
    ['in the query', { path: '/keyInQuery?the+key=a%2Bb' }, { asked: ['a+b'] }],
    [
      'in the query, not sent',
      { path: '/keyInQuery?key=a' },
      {
        status: 401,
        challenge: 'ApiKey in="query", name="the key"',
        message: 'Send the query parameter "the key" with the key',
      },
    ],
    [
      'in a cookie',
      { path: '/keyInCookie', headers: ['Cookie: a=b; key=secret=; keys=c'] },
      { asked: ['secret='] },
    ],
    [
      'in a cookie, not sent',
      { path: '/keyInCookie', headers: ['Cookie: keys=c'] },
      {
        status: 401,
        challenge: 'ApiKey in="cookie", name="key"',
        message: 'Send the cookie "key" with the key',
      },
    ],
    [
      'of oauth2, with the scopes',
      { path: '/oauth2', headers: ['Authorization: Bearer a.b'] },
      { asked: [['a.b', ['lend']]] },
    ],
    [
      'of oauth2, for want of a scope',
      { path: '/oauth2', headers: ['Authorization: Bearer child'] },
      {
        asked: [['child', ['lend']]],
        status: 403,
        challenge: 'Bearer error="insufficient_scope", scope="lend"',
        message: 'The credentials do not allow the operation; it takes the scopes lend',
      },
    ],
    [
      'of oauth2, not sent',
      { path: '/oauth2' },
      {
        status: 401,
        challenge: 'Bearer',
        message: 'Send the header "Authorization: Bearer <token>"',
      },
    ],
    [
      'of openIdConnect, rejected',
      { path: '/openId', headers: ['Authorization: Bearer stolen'] },
      {
        asked: [['stolen', ['lend']]],
        status: 401,
        challenge: 'Bearer error="invalid_token"',
        message: invalid,
      },
    ],
    [
      'of openIdConnect, undecided',
      { path: '/openId', headers: ['Authorization: Bearer away'] },
      {
        asked: [['away', ['lend']]],
        status: 503,
        message: 'The service is unavailable for now; send the request again',
      },
    ],
    [
      'of mutualTLS, by the front',
      { path: '/mutual', headers: ['Client-Cert: :MIIBqDCC+/8=:'] },
      { asked: ['MIIBqDCC+/8='] },
    ],
    [
      'of mutualTLS, in another form',
      { path: '/mutual', headers: ['Client-Cert: MIIBqDCC'] },
      {
        status: 401,
        challenge: 'MutualTLS',
        message: 'The Client-Cert header is not of the right form',
      },
    ],
    [
      'of mutualTLS, not sent',
      { path: '/mutual' },
      {
        status: 401,
        challenge: 'MutualTLS',
        message: 'Connect with a client certificate',
      },
    ],
    [
      'of three schemes',
      {
        path: '/all',
        headers: ['Authorization: Bearer a', 'X-Key: b', 'Cookie: key=c'],
      },
      { asked: ['a', 'b', 'c'] },
    ],
    [
      'of three schemes, one not sent',
      { path: '/all', headers: ['Authorization: Bearer a', 'Cookie: key=c'] },
      {
        asked: ['a'],
        status: 401,
        challenge: 'ApiKey in="header", name="X-Key"',
        message: 'Send the header "X-Key" with the key',
      },
    ],
  ])('%s', async (_, given, want) => {
    const lines = [`GET ${given.path} HTTP/1.1`, 'Host: library', 'Connection: close'];
    const { status, headers, body } = await sendRaw(served.url, [
      ...lines,
      ...(given.headers ?? []),
      '',
    ]);
    const message = body === '' ? undefined : (JSON.parse(body) as { message: string }).message;
    const challenge = headers['www-authenticate']?.[0];
    expect({ asked, status, challenge, message }).toStrictEqual({
      asked: [],
      status: 204,
      challenge: undefined,
      message: undefined,
      ...want,
    });
  });

  it.each([
    ['stated', 403, 'Bearer error="insufficient_scope", scope="lend plants:write"'],
    ['bad', 400, 'Bearer error="insufficient_scope", scope="lend"'],
    ['roles', 403, 'Bearer error="insufficient_scope"'],
    ['adminKey', 403, undefined],
  ])('without a scope of /%s are %i with %s', async (path, status, challenge) => {
    const response = await fetch(`${served.url}/${path}`, {
      headers: { Authorization: 'Bearer child', 'X-Key': 'child' },
    });
    const given = response.headers.get('www-authenticate') ?? undefined;
    expect([response.status, given]).toEqual([status, challenge]);
  });
});
