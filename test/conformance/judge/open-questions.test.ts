import type { RequestJudge } from '../../../src/conformance/judge/judge-request';
import { openQuestions } from '../../../src/conformance/judge/open-questions';
import type { OperationRequest } from '../../../src/samples/requests/operation-request';
import { requestJudge, requestOf, summary } from './judged';

const yaml = `
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { in: query, name: limit, schema: { type: number } }
        - { in: query, name: title, schema: { type: string } }
        - { in: query, name: ids, explode: false, schema: { type: array, items: { type: string } } }
        - { in: query, name: filter, content: { application/json: { schema: { type: object } } } }
        - { in: header, name: X-Trace, schema: { type: string } }
        - { in: cookie, name: theme, schema: { type: string } }
      responses: { 200: { description: Books } }
    post:
      operationId: addBook
      requestBody:
        content:
          application/json: { schema: {} }
          application/octet-stream: {}
          application/xml: { schema: { type: object } }
          application/x-www-form-urlencoded: { schema: { type: object } }
      responses: { 201: { description: Added } }
    put: { operationId: clear, responses: { 204: { description: Cleared } } }
    delete:
      operationId: removeBooks
      requestBody: { content: { application/json: { schema: {} } } }
      responses: { 204: { description: Removed } }
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses: { 200: { description: A book } }
    put:
      operationId: putBook
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: {} } } }
      responses: { 204: { description: Replaced } }
  /sizes:
    get:
      operationId: listSizes
      parameters: [{ in: query, name: size, style: deepObject, schema: { type: object } }]
      responses: { 200: { description: Sizes } }
  /sizes/pages:
    get:
      operationId: pageSizes
      parameters:
        - { in: query, name: numbers, explode: false, schema: { type: array, items: { type: integer } } }
        - { in: query, name: cursor, schema: { type: string, minLength: 1 } }
        - { in: query, name: 'page[after]', schema: { type: string } }
        - { in: query, name: before, schema: { type: string, format: date } }
        - { in: query, name: after, schema: { enum: [a, b] } }
      responses: { 200: { description: Sizes } }
  /terms:
    put:
      operationId: setTerms
      requestBody: { required: true, content: { text/plain: { schema: { type: string } } } }
      responses: { 204: { description: Set } }
`;

let judge: RequestJudge;
beforeAll(async () => {
  judge = await requestJudge(yaml);
});

const json = (text: string | Buffer): OperationRequest => requestOf('POST /books', text);
const typed = (type: string, text: string): OperationRequest =>
  requestOf('POST /books', text, { 'Content-Type': type });

/** Requests that raise each question. */
const asking: readonly (readonly [reason: string, ...requests: readonly OperationRequest[]])[] = [
  [
    'whether 1.0 or 1e3 may be written',
    json('[1.0]'),
    json('1E3'),
    requestOf('GET /books?limit=1e3'),
    requestOf('GET /books?filter=%7B%22pages%22:+1.0%7D'),
  ],
  ['what becomes of a number that a double', json('1e400'), json('0.1234567890123456789')],
  [
    'what becomes of an integer of more than 64 bits',
    json('100000000000000000000'),
    requestOf('GET /sizes?size[least]=100000000000000000000'),
    requestOf('GET /sizes/pages?numbers=1,100000000000000000000'),
  ],
  [
    'which of two members',
    json('{"a":1,"b":{"\\u0061":1,"a":2}}'),
    requestOf('GET /books?filter=%7B%22a%22:1,%22a%22:2%7D'),
  ],
  ['whether a byte order mark', json('\uFEFF{}')],
  ['what becomes of bytes that are not UTF-8', json(Buffer.from('"\xff"', 'latin1'))],
  ['which charsets', typed('application/json; charset=utf-16', '{}')],
  ['what becomes of a surrogate', json('"\\uD83C x"')],
  ['whether NaN and Infinity', json('[NaN]'), requestOf('GET /books?limit=-inf')],
  ['how deep', json('['.repeat(61) + ']'.repeat(61))],
  ['how long a text may be', json(JSON.stringify({ a: 'x'.repeat(10_001) }))],
  [
    'whether names that mean something',
    json('{"__proto__":1}'),
    requestOf('GET /books?filter=%7B%22__proto__%22:1%7D'),
  ],
  ['what content means that the document does not', requestOf('PUT /books', '{}')],
  ['whether content without a byte', requestOf('PUT /terms', '', { 'Content-Type': 'text/plain' })],
  ['what the content of such a method', requestOf('DELETE /books', '{}')],
  ['whether the id of a change', requestOf('PUT /books/a%20b', '{"id":"a"}')],
  ['what content without a Content-Type', typed('', '{}')],
  ['which content codings', requestOf('POST /books', '{}', { 'Content-Encoding': 'identity' })],
  [
    'how large',
    json(`"${'x'.repeat(1_000_000)}"`),
    requestOf(`GET /books?title=${'x'.repeat(8_000)}`),
  ],
  ['whether content other than JSON', typed('application/xml', '<a/>')],
  [
    'what intermediaries make',
    requestOf('GET /books/a%2Fb'),
    requestOf('GET /books/%2e%2e'),
    requestOf('GET /books/%41'),
  ],
  ['whether an encoded NUL', requestOf('GET /books?title=%00'), requestOf('GET /books/a%0D%0Ab')],
  [
    'what becomes of percent-encoding',
    requestOf('GET /books?title=%zz'),
    requestOf('GET /books?title=%ff'),
  ],
  ['what a query parameter does', requestOf('GET /books?more=1')],
  ['which counts of several values', requestOf('GET /books?title=a&title=b')],
  ['whether a delimiter that is encoded', requestOf('GET /books?ids=a%2cb')],
  [
    'which texts a service has given out',
    requestOf('GET /sizes/pages?cursor=abc'),
    requestOf('GET /sizes/pages?page[after]=abc'),
  ],
  [
    'what an empty value',
    ...['title=', 'title', 'ids=a,', 'ids=a,,b'].map((query) => requestOf(`GET /books?${query}`)),
  ],
  ['what the name of an object', requestOf('GET /sizes?size=1')],
  [
    'what an empty field',
    typed('application/x-www-form-urlencoded', 'a=&b=1'),
    typed('application/x-www-form-urlencoded', 'b=1&=a'),
  ],
  [
    'how values within lists',
    ...['size[a][b]=1', 'size[]=1', 'size[12]=1', '=1'].map((query) =>
      requestOf(`GET /sizes?${query}`),
    ),
  ],
  ['how a number is written', requestOf('GET /books?limit=1e-2')],
  [
    'what space around a header',
    requestOf('GET /books', undefined, { 'X-Trace': ' a' }),
    requestOf('GET /books', undefined, { 'X-Trace': '\xe9' }),
  ],
  [
    'what a cookie value',
    requestOf('GET /books', undefined, { Cookie: 'theme="dark"' }),
    requestOf('GET /books', undefined, { Cookie: 'theme=a%20b' }),
  ],
  ['whether HEAD', requestOf('HEAD /books')],
];

it('has a row for each question', () => {
  const asked = openQuestions.filter(({ reason }) =>
    asking.some(([start]) => reason.startsWith(start)),
  );
  expect(asked).toEqual(openQuestions);
  expect(asking).toHaveLength(openQuestions.length);
});

it.each(asking.map(([reason, ...requests]) => ({ reason, requests })))(
  '$reason',
  async ({ reason, requests }) => {
    const judgements = await Promise.all(requests.map((request) => judge.judge(request)));
    const expected = `open: The standards do not say ${reason}`;
    expect(judgements.map(summary)).toEqual(requests.map(() => expect.stringContaining(expected)));
  },
);

it.each<[title: string, request: OperationRequest]>([
  [
    'plain integers, fractions and exponents',
    json('[1, 9007199254740993, 0.5, 1e-7, "1.0 NaN 1e400"]'),
  ],
  [
    'the same name in two objects, and in a string',
    json('[{"a":1},{"a":2,"b":"{\\"a\\":1,\\"a\\":2}"}]'),
  ],
  ['all characters', json('"\\u0000 \\uD83C\\uDF31 \uFEFF \uFFFF"')],
  ['ten thousand characters', json(JSON.stringify('x'.repeat(10_000)))],
  ['sixty levels', json('['.repeat(60) + ']'.repeat(60))],
  ['another name of UTF-8', typed('application/json; charset=UTF-8', '{}')],
  ['bytes', typed('application/octet-stream', '\xff')],
  ['the id of the path', requestOf('PUT /books/a%20b', '{"id":"a b"}')],
  [
    'an id of the path that a double does not hold',
    requestOf('PUT /books/9007199254740993', '{"id":9007199254740993}'),
  ],
  ['encoded characters that must be', requestOf('GET /books?title=%2B%26%3D%20%C3%A9')],
  ['days and choices', requestOf('GET /sizes/pages?before=2024-02-28&after=b')],
  ['a list that is split', requestOf('GET /books?ids=a,b&limit=-1.5')],
  [
    'a name of headers in other letters',
    requestOf('GET /books', undefined, { 'x-TRACE': 'a \t b' }),
  ],
  ['a cookie', requestOf('GET /books', undefined, { cookie: 'other=%; theme=dark' })],
])('lets none be asked by %s', async (_, request) => {
  expect(summary(await judge.judge(request))).toBe('acceptance');
});
