import type { RequestJudge } from '../../../src/tools/judge/judge-request';
import { requestJudge, requestOf, summary } from './judged';
import { HyperjumpValidator } from '../../../src/tools/judge/second-validator';
import { loadContract } from '../../../src/tools/generate';
import type { Direction } from '../../../src/tools/document';
import { HIERARCHY_SHAPES } from '../../support/hierarchy-shapes';
import { openQuestions } from '../../../src/tools/judge/open-questions';
import type { OperationRequest } from '../../../src/tools/samples/requests/operation-request';
import { itEach, titled } from '../../support/it-each';

const yaml = `
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { in: query, name: limit, schema: { type: integer, minimum: 1, maximum: 10 } }
        - { in: query, name: title, schema: { type: string, minLength: 2 } }
        - { in: query, name: key, schema: { type: [integer, string], maximum: 5 } }
        - { in: query, name: lent, schema: { type: boolean } }
        - { in: query, name: ids, explode: false, schema: { type: array, items: { type: integer }, maxItems: 2 } }
        - { in: query, name: tags, schema: { type: array, items: { type: string, minLength: 2 } } }
        - { in: query, name: size, style: deepObject, schema: { type: object, required: [w], properties: { w: { type: integer } } } }
        - { in: header, name: X-Trace, schema: { type: string, pattern: '^[a-z ]+$' } }
      responses: { 200: { description: Books } }
    post:
      operationId: addBook
      security: [{ bearer: [] }, { oauth: [write] }]
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/NewBook' } }
          application/x-www-form-urlencoded:
            schema: { type: object, required: [pages], properties: { pages: { type: integer }, title: { type: string, maxLength: 3 }, tags: { type: array, items: { type: string } } } }
          text/plain: { schema: { type: string, maxLength: 3 } }
      responses: { 201: { description: Added } }
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{ in: path, name: id, required: true, schema: { type: integer, format: int64 } }]
      responses: { 200: { description: A book } }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    oauth: { type: oauth2, flows: { clientCredentials: { tokenUrl: 'https://a.test', scopes: { write: x } } } }
  schemas:
    NewBook:
      type: object
      required: [title, isbn]
      additionalProperties: false
      properties:
        isbn: { type: string, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 5 }
        pages: { type: integer, format: int64, minimum: 1 }
        due: { type: string, format: date }
        weight: { type: number }
        depth: { type: number, maximum: 10 }
`;

let judge: RequestJudge;
beforeAll(async () => {
  judge = await requestJudge(yaml);
});

const get = (target: string): OperationRequest => requestOf(`GET ${target}`);
/** A request with one header field. */
const sending = (name: string, value: string): OperationRequest =>
  requestOf('GET /books', undefined, { [name]: value });

const AS_CALLER = { Authorization: 'Bearer caller' };

it.each<[target: string, expected: string]>([
  ['/books', 'acceptance'],
  ['/books?limit=10', 'acceptance'],
  ['/books?limit=11', 'refusal: The query parameter "limit" must be at most 10'],
  ['/books?limit=many', 'refusal: The query parameter "limit" must be of type integer'],
  ['/books?limit=1.5', 'refusal: The query parameter "limit" must be of type integer'],
  ['/books?limit=0x5', 'open: '],
  ['/books?limit=05', 'open: '],
  ['/books?limit=', 'open: '],
  ['/books?lent=true', 'acceptance'],
  ['/books?lent=True', 'open: '],
  ['/books?lent=yes', 'open: '],
  ['/books?lent=maybe', 'refusal: '],
  ['/books?lent=perhaps', 'refusal: The query parameter "lent" must be of type boolean'],
  ['/books?title=a', 'refusal: The query parameter "title" must have at least 2 characters'],
  ['/books?title=12', 'acceptance'],
  ['/books?key=4', 'acceptance'],
  ['/books?key=6', 'open: A parameter can be read as values of several types'],
  ['/books?ids=1,2', 'acceptance'],
  ['/books?ids=1,2,3', 'refusal: The query parameter "ids" must have at most 2 items'],
  ['/books?ids=1,x', 'refusal: The query parameter "ids" at "/1"'],
  ['/books?ids=1%2C2', 'open: '],
  ['/books?ids=1&ids=2', 'open: '],
  ['/books?tags=ab&tags=cd', 'acceptance'],
  ['/books?tags=ab&tags=c', 'refusal: The query parameter "tags" at "/1" must'],
  ['/books?size[w]=1', 'acceptance'],
  ['/books?size[w]=a', 'refusal: The query parameter "size" at "/w" must'],
  ['/books?other=1', 'open: '],
  ['/books/9223372036854775807', 'acceptance'],
  ['/books/9223372036854775808', 'refusal: The path parameter "id" must'],
  ['/books/a', 'refusal: The path parameter "id" must be of type integer'],
  ['/books/1/', 'open: '],
  ['/books//1', 'open: '],
  ['/nothing', 'open: '],
])('judges GET %s: %s', async (target, expected) => {
  expect(summary(await judge.judge(get(target)))).toContain(expected);
});

it.each<[body: string, expected: string]>([
  ['{"title":"a"}', 'acceptance'],
  ['{"title":"\\u0000"}', 'acceptance'],
  ['{"title":"a","pages":9007199254740993}', 'acceptance'],
  ['{"title":"a","pages":1.0}', 'open: The standards do not say whether 1.0'],
  ['{"title":"a","pages":1.5}', 'refusal: The body at "/pages" must be of type integer'],
  ['{"title":"a","pages":"1"}', 'refusal: The body at "/pages" must be of type integer'],
  ['{"title":"a","pages":9223372036854775808}', 'refusal: The body at "/pages" must'],
  ['{"title":"toolong"}', 'refusal: The body at "/title" must have at most 5 characters'],
  ['{"title":"\u{1F331}\u{1F331}\u{1F331}\u{1F331}\u{1F331}"}', 'acceptance'],
  ['{"title":"a","due":"2026-02-30"}', 'refusal: The body at "/due" must be of the format "date"'],
  ['{"title":"a","isbn":"1"}', 'open: A service may ignore or refuse'],
  ['{"title":"a","isbn":1}', 'open: '],
  ['{"title":1,"isbn":1}', 'refusal: '],
  ['{"title":"a","other":1}', 'refusal: '],
  ['{"title":"a","title":"b"}', 'open: The standards do not say which of two members'],
  ['{"title":"a","weight":1e400}', 'open: '],
  ['{"title":"a","weight":1e308}', 'open: '],
  ['{"title":"a","depth":1e308}', 'refusal: The body at "/depth" must be at most 10'],
  ['{"title":"a","depth":-1e308}', 'open: '],
  ['{"title":"a","depth":1e400}', 'open: '],
  ['{"title":"\\ud800"}', 'open: '],
  ['\uFEFF{"title":"a"}', 'open: '],
  ['{"title":"a"', 'refusal: The body is not well-formed JSON'],
  ['[]', 'refusal: The body must be of type object'],
])('judges the body %s: %s', async (body, expected) => {
  expect(summary(await judge.judge(requestOf('POST /books', body, AS_CALLER)))).toContain(expected);
});

const FORM = 'application/x-www-form-urlencoded';

it.each<[type: string, body: string, expected: string]>([
  [FORM, 'pages=1&title=a', 'acceptance'],
  [FORM, 'pages=x', 'refusal: The body at "/pages" must be of type integer'],
  [FORM, 'pages=07', 'open: '],
  [FORM, 'title=a', 'refusal: '],
  [FORM, 'pages=1&title=abcd', 'refusal: '],
  [FORM, 'pages=1&tags=a&tags=b', 'acceptance'],
  ['text/plain', 'abc', 'acceptance'],
  ['text/plain', 'abcd', 'refusal: '],
  ['text/plain; charset=latin1', 'abcd', 'open: '],
  ['application/xml', '<a/>', 'refusal: '],
  ['text/json', '{}', 'open: '],
  ['', '{}', 'open: '],
])('judges content of the type %s, %s: %s', async (type, body, expected) => {
  const headers = { ...AS_CALLER, 'Content-Type': type };
  expect(summary(await judge.judge(requestOf('POST /books', body, headers)))).toContain(expected);
});

it.each<[method: string, authorization: string | undefined, expected: string]>([
  ['POST', undefined, 'refusal: Send the header "Authorization'],
  ['POST', 'Bearer garbage', 'refusal: The credentials are unknown'],
  ['POST', 'Bearer *:*.caller', 'open: The standards do not say whether a service takes a bearer'],
  ['POST', 'Bearer other', 'acceptance'],
  ['POST', 'Bearer limited', 'acceptance'],
  ['PATCH', undefined, 'refusal: The path takes GET, POST, HEAD, OPTIONS, not PATCH'],
  ['OPTIONS', undefined, 'open: '],
  ['TRACE', undefined, 'open: '],
  ['HEAD', undefined, 'open: '],
])('judges %s with the credentials %s: %s', async (method, Authorization, expected) => {
  const headers = Authorization === undefined ? {} : { Authorization };
  const body = method === 'POST' ? '{"title":"a"}' : undefined;
  const judgement = await judge.judge(requestOf(`${method} /books`, body, headers));
  expect(summary(judgement)).toContain(expected);
});

it('gives the input of what is accepted, and the kind and the faults of what is refused', async () => {
  expect(await judge.judge(get('/books?limit=3'))).toMatchObject({
    expected: 'acceptance',
    input: { query: { limit: 3 } },
  });
  expect(await judge.judge(requestOf('POST /books', '{"title":1}', AS_CALLER))).toMatchObject({
    expected: 'refusal',
    kind: { status: 400, number: 40003 },
    faults: [{ in: 'body', pointer: '/title' }],
  });
});

it('judges requests at once as one by one', async () => {
  const targets = Array.from({ length: 20 }, (_, index) => `GET /books?limit=${index}`);
  const judgements = await Promise.all(targets.map((target) => judge.judge(requestOf(target))));
  const accepted = judgements.map(({ expected }) => expected === 'acceptance');
  expect(accepted).toEqual(targets.map((_, index) => index >= 1 && index <= 10));
});

describe('hierarchies', () => {
  /** Judgements if a discriminator says which child of a base a value is. */

  /** A document without `openapi` and `info`. */
  const textOf = (shape: string): string =>
    HIERARCHY_SHAPES[shape]?.files['openapi.yaml']?.replace(/^.*\n.*\n/, '') ?? '';

  const OPEN = textOf('allOf with a mapping');
  const ENUMERATED = OPEN.replace('kind: {type: string}', 'kind: {type: string, enum: [cat, dog]}');
  const LISTED = textOf('oneOf with a mapping');

  let judges: RequestJudge[];
  beforeAll(async () => {
    judges = await Promise.all([OPEN, ENUMERATED, LISTED].map((text) => requestJudge(text)));
  });

  const CAT = { kind: 'cat', name: 'Tom', lives: 9 };

  itEach({
    'a child': [CAT, ['acceptance', 'acceptance', 'acceptance']],
    'a child that breaks its own schema': [{ ...CAT, lives: 'nine' }, ['open', 'open', 'refusal']],
    'a child that breaks that of its base': [
      { ...CAT, name: 1 },
      ['refusal', 'refusal', 'refusal'],
    ],
    'a kind that no child has': [{ ...CAT, kind: 'fish' }, ['open', 'refusal', 'refusal']],
  })('%s, where kinds are open, enumerated and listed by oneOf', async (_, animal, expected) => {
    const request = requestOf('POST /animals', JSON.stringify(animal));
    const judgements = await Promise.all(judges.map((each) => each.judge(request)));
    expect(judgements.map((each) => each.expected)).toEqual(expected);
  });
});

describe('the second validator', () => {
  /** The result for a value of a schema, which may refer to others. */
  async function accepts(
    schema: unknown,
    value: unknown,
    direction: Direction = 'request',
    schemas: Record<string, unknown> = {},
  ): Promise<boolean | undefined> {
    const document = {
      openapi: '3.1.0',
      info: { title: 'test', version: '1' },
      paths: {},
      components: { schemas: { ...schemas, 'It/self #1': schema } },
    };
    const second = HyperjumpValidator.of(loadContract(document));
    return second.accepts('/components/schemas/It~1self #1', direction, value);
  }

  const readOnlyId = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
  };

  const ODD = { a: { pattern: '^[\\w-.]$' }, b: { type: 'string' } };

  /** With the pattern ^(a+)+$, each character doubles the number of ways that backtracking tries. */
  const NEAR_MISS = `${'a'.repeat(100)}!`;

  it('prints nothing of a host name that the format refuses', async () => {
    const log = jest.spyOn(console, 'log');
    expect(await accepts({ format: 'idn-hostname' }, '-a b')).toBe(false);
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });

  itEach<[schema: unknown, value: unknown, expected: boolean | undefined]>({
    'a value that the schema takes': [{ type: 'string' }, 'a', true],
    'one that it does not take': [{ type: 'string' }, 1, false],
    'a format': [{ format: 'date' }, '2026-02-30', false],
    'a format that only OpenAPI has': [{ format: 'byte' }, '?', true],
    'a format of integers': [{ format: 'int32', type: 'integer' }, 2147483648, false],
    'a count of code points': [{ maxLength: 1 }, '\u{1F331}', true],
    'a reference to itself': [
      { items: { $ref: '#/components/schemas/It~1self%20%231' } },
      [[]],
      true,
    ],
    'an integer that a double cannot hold': [{ type: 'integer' }, 2n ** 60n, undefined],
    'one that it may have rounded': [{ type: 'integer' }, [2 ** 60], undefined],
    'what is no JSON': [true, { file: new File([], 'a') }, undefined],
    'a name that objects inherit': [{ required: ['toString'] }, {}, false],
    'the name __proto__': [{ required: ['__proto__'] }, JSON.parse('{"__proto__":1}'), true],
    'an example with a name': [{ examples: [{ $id: 'a', $ref: '#/nowhere' }] }, 1, true],
    'a text that a pattern takes': [{ pattern: '^(a+)+$' }, 'aaaa', true],
    'one that takes too long to match': [{ pattern: '^(a+)+$' }, NEAR_MISS, undefined],
    'such a name': [{ patternProperties: { '^(a+)+$': false } }, { [NEAR_MISS]: 1 }, undefined],
    'another fault than of a pattern like [\\w-.]': [{ properties: ODD }, { b: 1 }, false],
    'a value with a text for such a pattern': [{ properties: ODD }, { a: '!', b: 'b' }, true],
    'what is no such text': [{ not: { properties: ODD } }, { a: 'a' }, undefined],
    'a long text': [{ type: 'string' }, 'a'.repeat(2_000_000), undefined],
    'too few that are contained': [{ contains: { const: 1 }, minContains: 2 }, [1], false],
  })('%s', async (_, schema, value, expected) => {
    let accepted = await accepts(schema, value);
    // A busy machine may take longer than the time of a call.
    while (expected !== undefined && accepted === undefined)
      accepted = await accepts(schema, value);
    expect(accepted).toBe(expected);
  });

  itEach<[schema: unknown, direction: Direction, value: unknown, expected: boolean]>({
    'request without what is read-only': [readOnlyId, 'request', { name: 'a' }, true],
    'response without what is read-only': [readOnlyId, 'response', { name: 'a' }, false],
    'request without what is not': [readOnlyId, 'request', { id: 'a' }, false],
    'request without what a schema beside calls read-only': [
      {
        allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { id: { readOnly: true } } }],
      },
      'request',
      {},
      true,
    ],
  })('%s', async (_, schema, direction, value, expected) => {
    const Base = { required: ['id'] };
    expect(await accepts(schema, value, direction, { Base })).toBe(expected);
  });
});

describe('questions that the standards leave open', () => {
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
        - { in: header, name: If-None-Match, schema: { type: string } }
        - { in: header, name: accept-language, schema: { type: array, items: { type: string } } }
        - { in: header, name: If-Modified-Since, schema: { type: string, format: http-date } }
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
    ...titled({
      'whether 1.0 or 1e3 may be written': [
        json('[1.0]'),
        json('1E3'),
        get('/books?limit=1e3'),
        get('/books?filter=%7B%22pages%22:+1.0%7D'),
      ],
      'what becomes of a number that a double': [json('1e400'), json('0.1234567890123456789')],
      'what becomes of an integer of more than 64 bits': [
        json('100000000000000000000'),
        get('/sizes?size[least]=100000000000000000000'),
        get('/sizes/pages?numbers=1,100000000000000000000'),
      ],
      'which of two members': [
        json('{"a":1,"b":{"\\u0061":1,"a":2}}'),
        get('/books?filter=%7B%22a%22:1,%22a%22:2%7D'),
      ],
      'whether a byte order mark': [json('\uFEFF{}')],
      'what becomes of bytes that are not UTF-8': [json(Buffer.from('"\xff"', 'latin1'))],
      'which charsets': [typed('application/json; charset=utf-16', '{}')],
      'what becomes of a surrogate': [json('"\\uD83C x"')],
      'whether NaN and Infinity': [json('[NaN]'), get('/books?limit=-inf')],
      'how deep': [json('['.repeat(61) + ']'.repeat(61))],
      'how long a text may be': [json(JSON.stringify({ a: 'x'.repeat(10_001) }))],
      'whether names that mean something': [
        json('{"__proto__":1}'),
        get('/books?filter=%7B%22__proto__%22:1%7D'),
      ],
      'what content means that the document does not': [requestOf('PUT /books', '{}')],
      'whether content without a byte': [
        requestOf('PUT /terms', '', { 'Content-Type': 'text/plain' }),
      ],
      'what the content of such a method': [requestOf('DELETE /books', '{}')],
      'whether the id of a change': [requestOf('PUT /books/a%20b', '{"id":"a"}')],
      'what content without a Content-Type': [typed('', '{}')],
      'which content codings': [requestOf('POST /books', '{}', { 'Content-Encoding': 'identity' })],
      'how large': [json(`"${'x'.repeat(1_000_000)}"`), get(`/books?title=${'x'.repeat(8_000)}`)],
      'whether content other than JSON': [typed('application/xml', '<a/>')],
      'what intermediaries make': [get('/books/a%2Fb'), get('/books/%2e%2e'), get('/books/%41')],
      'whether an encoded NUL': [get('/books?title=%00'), get('/books/a%0D%0Ab')],
      'what becomes of percent-encoding': [get('/books?title=%zz'), get('/books?title=%ff')],
      'what a query parameter does': [get('/books?more=1')],
      'which counts of several values': [get('/books?title=a&title=b')],
      'whether a delimiter that is encoded': [get('/books?ids=a%2cb')],
      'which texts a service has given out': [
        get('/sizes/pages?cursor=abc'),
        get('/sizes/pages?page[after]=abc'),
      ],
    }),
    [
      'what an empty value',
      ...['title=', 'title', 'ids=a,', 'ids=a,,b'].map((query) => get(`/books?${query}`)),
      sending('X-Trace', 'a,,b'),
      sending('Accept-Language', 'en,'),
    ],
    ['what the name of an object', get('/sizes?size=1')],
    [
      'what an empty field',
      typed('application/x-www-form-urlencoded', 'a=&b=1'),
      typed('application/x-www-form-urlencoded', 'b=1&=a'),
    ],
    [
      'whether the name of a part',
      typed(
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="a\0b"\r\n\r\n1\r\n--x--',
      ),
    ],
    [
      'how values within lists',
      ...['size[a][b]=1', 'size[]=1', 'size[12]=1', '=1'].map((query) => get(`/sizes?${query}`)),
    ],
    ['how a number is written', get('/books?limit=1e-2')],
    ['what space around a header', sending('X-Trace', ' a'), sending('X-Trace', '\xe9')],
    [
      'what becomes of a header field',
      sending('If-None-Match', 'thyme'),
      sending('if-none-match', '"a b"'),
      sending('If-None-Match', '"a" "b"'),
      sending('Accept-Language', 'en,de_CH'),
      sending('If-Modified-Since', 'now'),
      sending('If-Modified-Since', 'Sun Nov  6 08:49:37 1994'),
    ],
    ['what a cookie value', sending('Cookie', 'theme="dark"'), sending('Cookie', 'theme=a%20b')],
    ['whether HEAD', requestOf('HEAD /books')],
  ];

  it.each<[name: string, value: string, expected: string]>([
    ['If-None-Match', '"a", W/"b"', 'acceptance'],
    ['If-None-Match', '*', 'acceptance'],
    ['If-Modified-Since', 'Sun, 06 Nov 1994 08:49:37 GMT', 'acceptance'],
    ['Accept-Language', 'de-CH, en;q=0.5, *;q=0', 'acceptance'],
    ['X-Trace', '"', 'acceptance'],
    ['Range', 'all of it', 'acceptance'],
  ])('they do not leave open %s: %s', async (name, value, expected) => {
    expect(summary(await judge.judge(sending(name, value)))).toBe(expected);
  });

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
      expect(judgements.map(summary)).toEqual(
        requests.map(() => expect.stringContaining(expected)),
      );
    },
  );

  itEach<[request: OperationRequest]>({
    'plain integers, fractions and exponents': [
      json('[1, 9007199254740993, 0.5, 1e-7, "1.0 NaN 1e400"]'),
    ],
    'the same name in two objects, and in a string': [
      json('[{"a":1},{"a":2,"b":"{\\"a\\":1,\\"a\\":2}"}]'),
    ],
    'all characters': [json('"\\u0000 \\uD83C\\uDF31 \uFEFF \uFFFF"')],
    'ten thousand characters': [json(JSON.stringify('x'.repeat(10_000)))],
    'sixty levels': [json('['.repeat(60) + ']'.repeat(60))],
    'another name of UTF-8': [typed('application/json; charset=UTF-8', '{}')],
    bytes: [typed('application/octet-stream', '\xff')],
    'the id of the path': [requestOf('PUT /books/a%20b', '{"id":"a b"}')],
    'an id of the path that a double does not hold': [
      requestOf('PUT /books/9007199254740993', '{"id":9007199254740993}'),
    ],
    'encoded characters that must be': [get('/books?title=%2B%26%3D%20%C3%A9')],
    'days and choices': [get('/sizes/pages?before=2024-02-28&after=b')],
    'a list that is split': [get('/books?ids=a,b&limit=-1.5')],
    'a name of headers in other letters': [sending('x-TRACE', 'a \t b')],
    'a cookie': [sending('cookie', 'other=%; theme=dark')],
  })('lets none be asked by %s', async (_, request) => {
    expect(summary(await judge.judge(request))).toBe('acceptance');
  });
});
