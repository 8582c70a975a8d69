import { UnavailableError } from '../../../../src/runtime/contract/failure';
import type { Authenticator } from '../../../../src/runtime/contract/security/security';
import { sendRaw } from '../../../support/raw-connection';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

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
const KEY_CHALLENGE = 'ApiKey in="header", name="X-Key"';
const basicChallenge = 'Basic realm="api", charset="UTF-8"';

/** `asked` are the credentials that authenticators got; without a refusal the handler was reached. */
type Row = [
  given: [path: string, ...headers: string[]],
  want: { asked?: unknown[]; status?: number; challenge?: string; message?: string },
];

const unauthorized = (challenge: string, message: string, asked: unknown[] = []): Row[1] => ({
  ...{ asked, status: 401, challenge, message },
});

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

  itEach<Row>({
    'of basic': [
      // user-id:pässword
      ['/basic', 'Authorization: basic dXNlci1pZDpww6Rzc3dvcmQ='],
      { asked: ['user-id:pässword'] },
    ],
    'of basic without a colon': [
      ['/basic', 'Authorization: Basic dXNlcg=='],
      unauthorized(
        basicChallenge,
        'The basic credentials are not of the form that RFC 9110 defines',
      ),
    ],
    'of basic, not sent': [
      ['/basic'],
      unauthorized(basicChallenge, 'Send the header "Authorization: Basic <credentials>"'),
    ],
    'of another http scheme': [
      ['/digest', 'Authorization: Digest username="a", nonce="b"'],
      { asked: ['username="a", nonce="b"'] },
    ],
    'in a header': [['/keyInHeader', 'x-key: secret key'], { asked: ['secret key'] }],
    'in a header, twice': [
      ['/keyInHeader', 'X-Key: a', 'X-Key: b'],
      unauthorized(KEY_CHALLENGE, 'Send one header "X-Key", not several that differ'),
    ],
    'in a header, empty': [
      ['/keyInHeader', 'X-Key:'],
      unauthorized(KEY_CHALLENGE, 'Send the header "X-Key" with the key'),
    ],
    'in a header, rejected': [
      ['/keyInHeader', 'X-Key: stolen'],
      unauthorized(KEY_CHALLENGE, invalid, ['stolen']),
    ],
    'in the query': [['/keyInQuery?the+key=a%2Bb'], { asked: ['a+b'] }],
    'in the query, not sent': [
      ['/keyInQuery?key=a'],
      unauthorized(
        'ApiKey in="query", name="the key"',
        'Send the query parameter "the key" with the key',
      ),
    ],
    'in a cookie': [['/keyInCookie', 'Cookie: a=b; key=secret=; keys=c'], { asked: ['secret='] }],
    'in a cookie, not sent': [
      ['/keyInCookie', 'Cookie: keys=c'],
      unauthorized('ApiKey in="cookie", name="key"', 'Send the cookie "key" with the key'),
    ],
    'of oauth2, with the scopes': [
      ['/oauth2', 'Authorization: Bearer a.b'],
      { asked: [['a.b', ['lend']]] },
    ],
    'of oauth2, for want of a scope': [
      ['/oauth2', 'Authorization: Bearer child'],
      {
        asked: [['child', ['lend']]],
        status: 403,
        challenge: 'Bearer error="insufficient_scope", scope="lend"',
        message: 'The credentials do not allow the operation; it takes the scopes lend',
      },
    ],
    'of oauth2, not sent': [
      ['/oauth2'],
      unauthorized('Bearer', 'Send the header "Authorization: Bearer <token>"'),
    ],
    'of openIdConnect, rejected': [
      ['/openId', 'Authorization: Bearer stolen'],
      unauthorized('Bearer error="invalid_token"', invalid, [['stolen', ['lend']]]),
    ],
    'of openIdConnect, undecided': [
      ['/openId', 'Authorization: Bearer away'],
      {
        asked: [['away', ['lend']]],
        status: 503,
        message: 'The service is unavailable for now; send the request again',
      },
    ],
    'of mutualTLS, by the front': [
      ['/mutual', 'Client-Cert: :MIIBqDCC+/8=:'],
      { asked: ['MIIBqDCC+/8='] },
    ],
    'of mutualTLS, in another form': [
      ['/mutual', 'Client-Cert: MIIBqDCC'],
      unauthorized('MutualTLS', 'The Client-Cert header is not of the right form'),
    ],
    'of mutualTLS, not sent': [
      ['/mutual'],
      unauthorized('MutualTLS', 'Connect with a client certificate'),
    ],
    'of three schemes': [
      ['/all', 'Authorization: Bearer a', 'X-Key: b', 'Cookie: key=c'],
      { asked: ['a', 'b', 'c'] },
    ],
    'of three schemes, one not sent': [
      ['/all', 'Authorization: Bearer a', 'Cookie: key=c'],
      unauthorized(KEY_CHALLENGE, 'Send the header "X-Key" with the key', ['a']),
    ],
  })('%s', async (_, [path, ...fields], want) => {
    const lines = [`GET ${path} HTTP/1.1`, 'Host: library', 'Connection: close', ...fields, ''];
    const { status, headers, body } = await sendRaw(served.url, lines);
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
