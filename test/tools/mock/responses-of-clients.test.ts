import { parseSource } from '../../../src/tools/document/read/read-document';
import { sendRaw } from '../../support/raw-http';
import { serveMock } from '../../support/serve-mock';
import { useStarted } from '../../support/use-started';

/** Required headers that a mock cannot make, and media types that differ by their parameters. */

const CARRIERS = [
  ...['Connection', 'Content-Encoding', 'Content-Length', 'Content-Type', 'Date', 'Keep-Alive'],
  ...['Trailer', 'Transfer-Encoding', 'Upgrade', 'content-encoding'],
];

const paths = Object.fromEntries(
  CARRIERS.flatMap((name, index) => {
    const header = { required: true, schema: { type: 'string', minLength: 3 } };
    const responses = {
      200: {
        description: 'Sent',
        headers: { [name]: header, 'X-Own': { required: true, schema: { const: 'own' } } },
        content: { 'application/json': { schema: { const: [1] } } },
      },
    };
    const own = { operationId: `get${index}`, responses };
    const ofHead = { operationId: `head${index}`, responses };
    return [
      [`/get/${index}`, { get: own }],
      [`/head/${index}`, { head: ofHead }],
    ];
  }),
);

const typed = (mediaTypes: Readonly<Record<string, unknown>>): object => ({
  get: {
    responses: {
      200: {
        description: 'One of several',
        content: Object.fromEntries(
          Object.entries(mediaTypes).map(([name, value]) => [name, { schema: { const: value } }]),
        ),
      },
    },
  },
});

const constant = { required: true, schema: { const: 'own' } };
const named = { 200: { description: 'Named', headers: { constructor: constant } } };

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Wishes', version: '1' },
  paths: {
    ...paths,
    '/versions': typed({ 'application/vnd.a+json;v=1': 1, 'application/vnd.a+json; v="2"': 2 }),
    '/profiles': typed({
      'application/json': 0,
      'application/ld+json;profile="a,b"': 1,
      'application/ld+json': 2,
    }),
    '/named': { get: { responses: named } },
    '/any': typed({ '*/*': 'text' }),
    '/objects': typed({ '*/*': { a: 1 } }),
    '/texts': typed({ 'text/plain;format=flowed': 1, 'application/json': 2 }),
  },
});

const mock = useStarted(() =>
  serveMock(parseSource(DOCUMENT, 'document.json'), { onFault: () => undefined }),
);

async function get(
  target: string,
  accept: string,
): Promise<readonly [number, string | null, unknown]> {
  const response = await fetch(`${mock.url}${target}`, { headers: { accept } });
  const type = response.headers.get('content-type');
  return [response.status, type, response.ok ? JSON.parse(await response.text()) : undefined];
}

it.each(CARRIERS.map((name, index) => [name, index] as const))(
  'answers as documented but for a required %s, which the host alone knows',
  async (_, index) => {
    const lines = ' HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    const [whole] = await sendRaw(mock.url, `GET /get/${index}${lines}`);
    const [head] = await sendRaw(mock.url, `HEAD /head/${index}${lines}`);
    const own = { 'x-own': 'own', 'content-type': 'application/json', connection: 'close' };
    const { headers } = whole!;
    expect(whole).toMatchObject({ status: 200, body: '[1]' });
    expect(headers).toMatchObject({ ...own, 'content-length': '3' });
    expect(Date.parse(headers.date ?? '')).not.toBeNaN();
    for (const invented of ['content-encoding', 'trailer', 'upgrade', 'transfer-encoding']) {
      expect(headers).not.toHaveProperty(invented);
    }
    expect([head!.status, head!.headers['x-own']]).toEqual([200, 'own']);
  },
);

it('sends a header of the name of a member that all objects have', async () => {
  const { status, headers } = await fetch(`${mock.url}/named`);
  expect([status, headers.get('constructor')]).toEqual([200, 'own']);
});

const [FIRST, SECOND] = ['application/vnd.a+json;v=1', 'application/vnd.a+json; v="2"'];

it.each([
  ['/versions', 'application/vnd.a+json;v=1', FIRST, 1],
  ['/versions', 'application/vnd.a+json;v=2', SECOND, 2],
  ['/versions', 'APPLICATION/vnd.A+json ; V="2"', SECOND, 2],
  ['/versions', 'application/vnd.a+json;v=1;q=0.5, application/vnd.a+json;v=2', SECOND, 2],
  ['/versions', 'application/vnd.a+json;v=2;q=0, */*', FIRST, 1],
  ['/versions', 'application/vnd.a+json;v=1;q=0, application/*', SECOND, 2],
  ['/versions', 'application/vnd.a+json', FIRST, 1],
  ['/profiles', 'application/ld+json;profile="a,b"', 'application/ld+json;profile="a,b"', 1],
  [
    '/profiles',
    'application/ld+json;q=0.5, application/ld+json;profile="a,b";q=0.2',
    'application/ld+json',
    2,
  ],
  ['/profiles', '*/*', 'application/json', 0],
  ['/any', '*/*', 'application/json', 'text'],
  ['/any', 'application/problem+json', 'application/problem+json', 'text'],
  ['/objects', '*/*', 'application/json', { a: 1 }],
  ['/objects', 'text/html', 'text/html', { a: 1 }],
  [
    '/texts',
    'text/plain;format=flowed, application/json;q=0.9',
    'text/plain;format=flowed; charset=utf-8',
    1,
  ],
  ['/texts', 'text/plain;format=fixed, application/json;q=0.1', 'application/json', 2],
])('of %s a client that takes %j gets %s', async (target, accept, type, value) => {
  expect(await get(target, accept)).toEqual([200, type, value]);
});

it.each([
  ['/versions', 'application/vnd.a+json;v=3'],
  ['/texts', 'text/plain;format=fixed'],
])('of %s a client that takes %j alone gets nothing', async (target, accept) => {
  expect(await get(target, accept)).toEqual([406, 'application/json', undefined]);
});
