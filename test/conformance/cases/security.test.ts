import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Results } from '../../../src/conformance/index';
import { testServer } from '../test-server';

/** An operation that asks for two credentials at once, or for a third one. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /depot:
    get:
      operationId: getDepot
      security: [{ token: [], key: [] }, { pass: [] }]
      responses:
        '200': { description: Open }
        4XX: { description: Closed }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    pass: { type: apiKey, in: header, name: X-Pass }
`;

/** An operation with a body, which a service may look at before it looks at credentials. */
const WITH_BODY = `
openapi: 3.1.0
info: { title: Depot, version: '1' }
paths:
  /depot:
    post:
      operationId: fillDepot
      security: [{ token: [] }]
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [a] } } }
      responses: { '204': { description: Full }, 4XX: { description: Closed } }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`;

/** What is found of a service that lets some requests in. */
async function found(isLetIn: (headers: IncomingHttpHeaders) => boolean): Promise<string[]> {
  const { findings } = await tested(isLetIn, new Map([['', 'right']]));
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

async function tested(
  isLetIn: (headers: IncomingHttpHeaders) => boolean,
  caller: ReadonlyMap<string, string>,
): Promise<Results> {
  const server = createServer(({ headers: sent, method, url }, response) => {
    const headers = { ...sent, 'x-target': url };
    if (method !== 'GET') return response.writeHead(405, { allow: 'GET' }).end();
    const status = isLetIn(headers) ? 200 : 401;
    return response.writeHead(status, status === 401 ? { 'www-authenticate': 'Bearer' } : {}).end();
  });
  const tokens = { caller, limited: new Map(), other: new Map() };
  return testServer(server, DOCUMENT, { runs: 5, tokens });
}

const hasToken = ({ authorization }: IncomingHttpHeaders): boolean =>
  /^bearer right$/i.test(authorization ?? '');
const hasKey = (headers: IncomingHttpHeaders): boolean => headers['x-key'] === 'right';
const hasPass = (headers: IncomingHttpHeaders): boolean => headers['x-pass'] === 'right';

it('a requirement of two schemes is not met by one', async () => {
  expect(await found((each) => (hasToken(each) && hasKey(each)) || hasPass(each))).toEqual([]);
  expect(await found((each) => hasToken(each) || hasPass(each))).toEqual([
    expect.stringMatching(/^credentials-required: 200 for credentials of token, without key: /),
  ]);
  expect(await found((each) => hasKey(each) || hasPass(each))).toEqual([
    expect.stringMatching(/^credentials-required: 200 for credentials of key, without token: /),
  ]);
});

it.each([
  ['looks at the media type first', 415, 401, []],
  ['takes those without credentials for invalid', 400, 400, ['refusal-status-fits']],
])('a service that %s', async (_, otherType, nobody, expected) => {
  const server = createServer(({ headers, method }, response) => {
    if (method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end();
    const status = headers['content-type'] === 'application/json' ? nobody : otherType;
    return response.writeHead(status, { 'www-authenticate': 'Bearer' }).end();
  });
  const { findings } = await testServer(server, WITH_BODY, { runs: 5 });
  expect([...new Set(findings.map(({ check }) => check))]).toEqual(expected);
});

describe('a service that looks at the input first', () => {
  /** Tests one that wants a key, and has a look at the name before. */
  const unfit = async (keys: [string, string][], isNamed: (name: string) => boolean) => {
    const name = { in: 'query', name: 'name', required: true, schema: { type: 'string' } };
    const get = { operationId: 'get', parameters: [name], security: [{ key: [] }] };
    const responses = { 200: { description: 'It' }, '4XX': { description: 'No' } };
    const document = {
      ...{ openapi: '3.0.3', info: { title: 'Depot', version: '1' } },
      paths: { '/depot': { get: { ...get, responses } } },
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    };
    const server = createServer(({ headers, method, url = '' }, response) => {
      if (method !== 'GET') return response.writeHead(405, { allow: 'GET' }).end();
      const given = new URL(url, 'http://depot.test').searchParams.get('name');
      if (given === null || !isNamed(given)) return response.writeHead(400).end();
      return response.writeHead(hasKey(headers) ? 200 : 403).end();
    });
    const { findings } = await testServer(server, JSON.stringify(document), {
      runs: 20,
      tokens: { caller: new Map(keys), limited: new Map(), other: new Map() },
    });
    return findings
      .filter(({ check, fault }) => check === 'refusal-status-fits' && fault === 'service')
      .map(({ message }) => message);
  };

  it('is right where the input is wrong', async () => {
    expect(await unfit([], () => true)).toEqual([]);
  });

  it('is right where it takes the input of nobody', async () => {
    expect(await unfit([['', 'right']], (name) => !name.includes(' '))).toEqual([]);
  });
});

it.each<[title: string, tokens: [string, string][], notices: string[]]>([
  ['none', [], ['1 operation asks for credentials, and none are given; give a token with --token']],
  ['some', [['', 'right']], []],
])('says what is missing where there are %s', async (_, tokens, expected) => {
  const { notices } = await tested(hasPass, new Map(tokens));
  expect(notices.filter((each) => each.includes('credentials'))).toEqual(expected);
});

it('a key is taken where the document has it, and nowhere else', async () => {
  const inQuery = ({ 'x-target': target }: IncomingHttpHeaders): boolean =>
    /[?&]X-Pass=right(?:&|$)/.test(String(target));
  const inHeader = (each: IncomingHttpHeaders): boolean =>
    (hasToken(each) && hasKey(each)) || hasPass(each);
  expect(await found((each) => inHeader(each) || inQuery(each))).toEqual([
    expect.stringMatching(/^credentials-required: 200 for the key of pass in another place: /),
  ]);
});

it('a token that is refused for a scheme is doubted, unless it was given for that scheme', async () => {
  const isMember = (each: IncomingHttpHeaders): boolean => hasToken(each) && hasKey(each);
  const doubted = await tested(isMember, new Map([['', 'right']]));
  expect(doubted.findings).toEqual([]);
  expect(doubted.notices).toEqual([
    expect.stringMatching(/^No request with the token as pass was taken, .*--token pass=TOKEN$/),
  ]);
  const named = await tested(
    isMember,
    new Map(['token', 'key', 'pass'].map((name) => [name, 'right'])),
  );
  expect(named.findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^401 for credentials of pass: /),
  ]);
  expect(named.notices).toEqual([]);
});
