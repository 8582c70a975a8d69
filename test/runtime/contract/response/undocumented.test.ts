import { Failure, type FailureKind } from '../../../../src/runtime/contract/failure';
import { UndocumentedResponseError } from '../../../../src/runtime/contract/response/undocumented';
import { SharedService } from '../shared-service';
import { itEach } from '../../../support/it-each';

/** What a service is told of responses that its document does not state, and what is sent meanwhile. */

const reported: unknown[] = [];
const inTests = new SharedService();
const inProduction = new SharedService({ validateResponses: false });
const reporting = new SharedService({ onFault: (fault) => reported.push(fault) });

/** Adds an operation to the services of tests and of production. @returns its path in both */
function add(responses: string, more = ''): string {
  inTests.add(responses, more);
  return inProduction.add(responses, more);
}

const ERROR =
  '{ type: object, required: [error, message], additionalProperties: false, properties: { error: { enum: [40001, 40003, 40901] }, message: { type: string } } }';
const asleep: FailureKind = { status: 409, number: 40902, description: 'The book is asleep' };
const taken: FailureKind = { status: 409, number: 40901, description: 'The ISBN is taken' };
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const conflict = (parts: string): string => add(`{ 409: { description: x, ${parts} } }`);
const why = 'headers: { X-Why: { required: true, schema: {} } }';
const stated = conflict(json(ERROR));
const REMEDY = 'describe this kind of failure in the document';

describe('a failure that the document does not state', () => {
  const body = '{"error":40901,"message":"x"}';

  itEach<[path: string, given: Failure, want: string, body?: string]>({
    'by its number': [
      stated,
      new Failure(asleep, 'x'),
      'has a body that at "/error" must be one of [40001,40003,40901]',
    ],
    'by its body': [
      add(`{ 4XX: { description: x, ${json('{ type: object, not: {} }')} } }`),
      new Failure(taken, 'x'),
      'has a body that matches a schema that it must not match',
      body,
    ],
    'by the media type of its body': [
      conflict('content: { application/zip: {}, image/png: {} }'),
      new Failure(taken, 'x'),
      'has no body, since an error cannot be said as application/zip or image/png',
      '',
    ],
    'by its status': [
      add('{ 200: { description: x } }'),
      new Failure(taken, 'x'),
      'is not documented',
      body,
    ],
    'by a header that must be there': [
      conflict(`${why}, ${json('{}')}`),
      new Failure(taken, 'x'),
      'lacks the header "X-Why"',
      body,
    ],
    'by a header of its own, in all at once': [
      conflict(`${why}, ${json(ERROR)}`),
      new Failure(asleep, 'x', { headers: { 'X-Other': '7' } }),
      'has the header "X-Other", which is not documented and lacks the header "X-Why" and has a body that at "/error" must be one of [40001,40003,40901]',
    ],
  })('%s is sent and told of', async (_, path, given, want, text = body) => {
    const message = `The failure ${given.kind.number} of "it", sent with the status 409, ${want}; ${REMEDY}`;
    for (const service of [inTests, inProduction]) {
      const received = [await service.get(path, given), await service.get(path, given)];
      for (const { response, text: sent } of received) {
        expect([response.status, sent, response.headers.has('x-other')]).toEqual([
          409,
          text,
          false,
        ]);
      }
      const again = service === inTests ? [message] : [];
      expect(received.map(({ faults }) => faults)).toEqual([[message], again]);
    }
  });

  const kinds = conflict(json(ERROR));
  it('is told of for each of its kinds', async () => {
    const numbers: unknown[] = [];
    for (const kind of [asleep, { ...asleep, number: 40903 }, asleep, taken]) {
      const { faults } = await inProduction.get(kinds, new Failure(kind, 'x'));
      numbers.push(faults.map((fault) => /\d+/.exec(fault)?.[0]));
    }
    expect(numbers).toEqual([['40902'], ['40903'], [], []]);
  });

  const parameters = 'parameters: [{ name: n, in: query, schema: { type: integer } }]';
  const refusing = add(
    `{ 200: { description: x }, 400: { description: x, ${json('{ type: object, not: {} }')} } }`,
    parameters,
  );
  it('is told of when the layer itself refuses a request', async () => {
    const { response, faults } = await inTests.get(`${refusing}?n=x`, { status: 200 });
    expect(response.status).toBe(400);
    expect(faults).toEqual([
      `The failure 40004 of "it", sent with the status 400, has a body that matches a schema that it must not match; ${REMEDY}`,
    ]);
  });

  itEach<[path: string, given: Failure]>({
    'a failure as documented': [stated, new Failure(taken, 'x')],
    'what HTTP itself answers': [
      `${add('{ 200: { description: x } }', parameters)}?n=x`,
      new Failure(taken, 'x'),
    ],
    'a header that HTTP itself gives': [
      stated,
      new Failure(taken, 'x', { headers: { 'retry-after': '1' } }),
    ],
  })('is not: %s', async (_, path, given) => {
    expect((await inTests.get(path, given)).faults).toEqual([]);
  });

  const reportingPath = reporting.add('{ 200: { description: x } }');
  it('is told of by an error of its own', async () => {
    await reporting.get(reportingPath, new Failure(taken, 'x'));
    expect(reported).toEqual([expect.any(UndocumentedResponseError)]);
  });
});

describe('a header that the document does not name', () => {
  const known =
    '{ 200: { description: x, headers: { X-Known: { schema: { type: string } }, Content-Type: { schema: {} } } } }';
  const path = add(known);
  const withHeaders = (headers: Record<string, unknown>): object => ({
    status: 200,
    headers: { 'x-known': 'k', ...headers },
  });

  it.each(['X-Other', 'Content-Length', 'Content-Encoding', 'Date'])(
    'is a fault where responses are validated: %s',
    async (name) => {
      const { response, faults } = await inTests.get(path, withHeaders({ [name]: '7' }));
      expect(response.status).toBe(500);
      expect(faults).toEqual([
        `The handler of "it" gave the header "${name}", which is not documented; describe it in the document, or do not give it`,
      ]);
    },
  );

  it.each([
    ['validated', inTests],
    ['not validated', inProduction],
  ])('is sent where HTTP defines it, %s', async (_, service) => {
    const given = {
      etag: '"1"',
      Location: '/books/7',
      'Retry-After': 7,
      'Cache-Control': 'no-store',
      'Content-Disposition': 'attachment',
      'Content-Language': ['de', 'en'],
      'Last-Modified': 'Thu, 26 Nov 2026 13:00:00 GMT',
      Link: '</books>; rel="up"',
      Vary: 'X-A',
      'WWW-Authenticate': 'Bearer',
    };
    const cookies = ['a=1; Expires=Thu, 26 Nov 2026', 'b=2'];
    const headers = { ...given, Expires: undefined, 'Set-Cookie': cookies };
    const { response, faults } = await service.get(path, withHeaders(headers));
    expect([response.status, faults]).toEqual([200, []]);
    expect(response.headers.getSetCookie()).toEqual(cookies);
    expect(response.headers.has('expires')).toBe(false);
    for (const [name, value] of Object.entries(given)) {
      expect([name, response.headers.get(name)]).toEqual([name, String(value)]);
    }
  });

  it('is a fault where HTTP defines it, with what no field may hold', async () => {
    const result = withHeaders({ Location: '/a\r\nSet-Cookie: b=1' });
    const { response, faults } = await inProduction.get(path, result);
    expect(response.status).toBe(500);
    expect(faults).toEqual([
      'The handler of "it" gave the header "Location" a character that no header may contain',
    ]);
  });

  const twice = [add(known), add(known)];
  it('is left out elsewhere, and told of once for each operation and name', async () => {
    for (const each of twice) {
      const told: (string | undefined)[] = [];
      for (const name of ['X-Other', 'x-other', 'X-OTHER', 'X-Third', 'X-Other']) {
        const { response, faults } = await inProduction.get(each, withHeaders({ [name]: '7' }));
        const sent = ['x-known', 'x-other', 'x-third'].map((key) => response.headers.get(key));
        expect([response.status, ...sent]).toEqual([200, 'k', null, null]);
        told.push(...faults.map((fault) => /"it" gave the header ("\S+")/i.exec(fault)?.[1]));
      }
      expect(told).toEqual(['"X-Other"', '"X-Third"']);
    }
  });

  const bounded = add(known);
  it('is told of for a bounded number of names', async () => {
    let told = 0;
    for (let index = 0; index < 150; index++) {
      const { faults } = await inProduction.get(bounded, withHeaders({ [`X-${index}`]: 7 }));
      told += faults.length;
    }
    expect(told).toBe(100);
  });

  it('is told of with another remedy when it is Content-Type, which a document cannot describe', async () => {
    const { faults } = await inTests.get(path, withHeaders({ 'content-type': 'text/plain' }));
    expect(faults).toEqual([
      'The handler of "it" gave the header "content-type", which is not sent; give the media type as "mediaType"',
    ]);
  });

  it.each(['Connection', 'Transfer-Encoding'])(
    "is none when it is the connection's: %s",
    async (name) => {
      expect((await inTests.get(path, withHeaders({ [name]: 'close' }))).faults).toEqual([]);
    },
  );

  it('is none when its value is undefined', async () => {
    expect((await inTests.get(path, withHeaders({ 'X-Other': undefined }))).faults).toEqual([]);
  });
});
