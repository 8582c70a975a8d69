import { UnavailableError } from '../../../../src/runtime/contract';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { withDocument } from '../../../support/serve-document';

/** What a document says of an operation's life, on every response of it. */

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
paths:
  /old:
    post:
      operationId: addOld
      deprecated: true
      x-deprecated-at: 2026-01-31
      x-sunset: '2027-06-30T12:00:00+02:00'
      security: [{ key: [] }]
      requestBody: { content: { application/json: { schema: { type: string } } } }
      responses:
        200: { description: Done, content: { application/json: { schema: { type: string } } } }
        4XX: { description: Refused, content: { application/json: { schema: {} } } }
    get:
      operationId: readOld
      deprecated: true
      x-sunset: 2027-06-30
      responses: { 200: { description: Lines, content: { text/plain: { schema: { type: string } } } } }
    put:
      operationId: unwritten
      x-deprecated-at: '2030-01-01'
      responses: { 204: { description: Done } }
    delete:
      operationId: ownFields
      x-deprecated-at: '2026-01-31T00:00:00Z'
      x-sunset: 2027-06-30
      responses: { 204: { description: Done, headers: { sunset: { schema: { type: string } } } } }
    patch: { operationId: dateless, deprecated: true, responses: { 204: { description: Done } } }
`;

const DEPRECATION = '@1769817600';
const SUNSET = 'Wed, 30 Jun 2027 00:00:00 GMT';
const key = { 'x-key': 'k', 'content-type': 'application/json' };

async function* lines(): AsyncGenerator<string> {
  yield await Promise.resolve('a line');
}

const handlers: Record<string, (input: { body: string }) => Promise<never>> = {
  addOld: ({ body }) => {
    if (body === 'away') return Promise.reject(new UnavailableError('away'));
    if (body === 'broken') return Promise.reject(new Error('broken'));
    return Promise.resolve({ status: 200, body } as never);
  },
  readOld: () => Promise.resolve({ status: 200, body: lines() } as never),
  ownFields: () => Promise.resolve({ status: 204, headers: { sunset: 'never' } } as never),
  dateless: () => Promise.resolve({ status: 204 } as never),
};

const authenticators = {
  key: (given: string) =>
    given === 'k'
      ? ({ outcome: 'accepted', principal: { name: 'k' } } as const)
      : ({ outcome: 'rejected' } as const),
};

const both = [DEPRECATION, 'Wed, 30 Jun 2027 10:00:00 GMT'];

it('every response of an operation says since when it is deprecated, and when it ends', async () => {
  const rows: [status: number, init: RequestInit, want: (string | null)[]][] = [
    [200, { method: 'POST', headers: key, body: '"fine"' }, both],
    [400, { method: 'POST', headers: key, body: '7' }, both],
    [400, { method: 'POST', headers: key, body: '{' }, both],
    [401, { method: 'POST', body: '"fine"' }, both],
    [401, { method: 'POST', headers: { 'x-key': 'wrong' }, body: '"fine"' }, both],
    [415, { method: 'POST', headers: { ...key, 'content-type': 'text/plain' }, body: 'x' }, both],
    [500, { method: 'POST', headers: key, body: '"broken"' }, both],
    [503, { method: 'POST', headers: key, body: '"away"' }, both],
    [501, { method: 'PUT' }, ['@1893456000', null]],
    [200, { method: 'GET' }, [null, SUNSET]],
    [200, { method: 'HEAD' }, [null, SUNSET]],
    [204, { method: 'DELETE' }, [DEPRECATION, 'never']],
    // That it is deprecated says no moment, and the field is nothing else.
    [204, { method: 'PATCH' }, [null, null]],
    [204, { method: 'OPTIONS' }, [null, null]],
  ];
  const options = { authenticators, allowMissingHandlers: true };
  await withDocument(document, handlers as never, options, async ({ url }) => {
    for (const [status, init, want] of rows) {
      const response = await fetch(`${url}/old`, init);
      await response.text();
      const fields = ['deprecation', 'sunset'].map((name) => response.headers.get(name));
      expect([status, init, fields]).toEqual([response.status, init, want]);
    }
  });
});

it.each<[string, string, string[]]>([
  ['a date', "x-sunset: '2027-06-30'", []],
  ['words', 'x-sunset: next year', ['/paths/~1a/get/x-sunset: is no date']],
  ['a date that is none', 'x-sunset: 2027-13-01', ['/paths/~1a/get/x-sunset: is no date']],
  ['a number', 'x-deprecated-at: 1769817600', ['/paths/~1a/get/x-deprecated-at: is no date']],
  [
    'an end before the deprecation',
    'x-sunset: 2026-01-01\n      x-deprecated-at: 2026-01-02',
    ['/paths/~1a/get/x-sunset: is earlier than x-deprecated-at'],
  ],
])('generation says what it cannot tell clients: %s', (_, field, want) => {
  const source = parseSource(
    `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: read
      ${field}
      responses: { 200: { description: Done } }
`,
    'document.yaml',
  );
  const told: string[] = [];
  loadContract(source.document, {
    report: ({ pointer, message }) => told.push(`${pointer}: ${message}`),
  });
  const ofLife = told.filter((text) => text.includes('/x-'));
  expect(ofLife.map((text, index) => text.slice(0, want[index]?.length))).toEqual(want);
});
