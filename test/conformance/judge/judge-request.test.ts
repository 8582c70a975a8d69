import type { RequestJudge } from '../../../src/conformance/judge/judge-request';
import { requestJudge, requestOf, summary } from './judged';
import { HyperjumpValidator } from '../../../src/conformance/judge/second-validator';
import { loadContract, type Direction } from '../../../src/generate/index';
import { HIERARCHY_SHAPES } from '../../support/hierarchy-shapes';

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
  const judgement = await judge.judge(requestOf(`GET ${target}`));
  expect(summary(judgement)).toContain(expected);
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
  const judgement = await judge.judge(requestOf('POST /books', body, AS_CALLER));
  expect(summary(judgement)).toContain(expected);
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
  const judgement = await judge.judge(requestOf('POST /books', body, headers));
  expect(summary(judgement)).toContain(expected);
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
  expect(await judge.judge(requestOf('GET /books?limit=3'))).toMatchObject({
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

  it.each([
    ['a child', CAT, ['acceptance', 'acceptance', 'acceptance']],
    ['a child that breaks its own schema', { ...CAT, lives: 'nine' }, ['open', 'open', 'refusal']],
    [
      'a child that breaks that of its base',
      { ...CAT, name: 1 },
      ['refusal', 'refusal', 'refusal'],
    ],
    ['a kind that no child has', { ...CAT, kind: 'fish' }, ['open', 'refusal', 'refusal']],
  ])('%s, where kinds are open, enumerated and listed by oneOf', async (_, animal, expected) => {
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

  it.each<[title: string, schema: unknown, value: unknown, expected: boolean | undefined]>([
    ['a value that the schema takes', { type: 'string' }, 'a', true],
    ['one that it does not take', { type: 'string' }, 1, false],
    ['a format', { format: 'date' }, '2026-02-30', false],
    ['a format that only OpenAPI has', { format: 'byte' }, '?', true],
    ['a format of integers', { format: 'int32', type: 'integer' }, 2147483648, false],
    ['a count of code points', { maxLength: 1 }, '\u{1F331}', true],
    [
      'a reference to itself',
      { items: { $ref: '#/components/schemas/It~1self%20%231' } },
      [[]],
      true,
    ],
    ['an integer that a double cannot hold', { type: 'integer' }, 2n ** 60n, undefined],
    ['one that it may have rounded', { type: 'integer' }, [2 ** 60], undefined],
    ['what is no JSON', true, { file: new File([], 'a') }, undefined],
    ['a name that objects inherit', { required: ['toString'] }, {}, false],
    ['the name __proto__', { required: ['__proto__'] }, JSON.parse('{"__proto__":1}'), true],
    ['an example with a name', { examples: [{ $id: 'a', $ref: '#/nowhere' }] }, 1, true],
    ['a text that a pattern takes', { pattern: '^(a+)+$' }, 'aaaa', true],
    ['one that takes too long to match', { pattern: '^(a+)+$' }, NEAR_MISS, undefined],
    ['such a name', { patternProperties: { '^(a+)+$': false } }, { [NEAR_MISS]: 1 }, undefined],
    ['another fault than of a pattern like [\\w-.]', { properties: ODD }, { b: 1 }, false],
    ['a value with a text for such a pattern', { properties: ODD }, { a: '!', b: 'b' }, true],
    ['what is no such text', { not: { properties: ODD } }, { a: 'a' }, undefined],
    ['a long text', { type: 'string' }, 'a'.repeat(2_000_000), undefined],
    ['too few that are contained', { contains: { const: 1 }, minContains: 2 }, [1], false],
  ])('%s', async (_, schema, value, expected) => {
    expect(await accepts(schema, value)).toBe(expected);
  });

  it.each<
    [title: string, schema: unknown, direction: Direction, value: unknown, expected: boolean]
  >([
    ['request without what is read-only', readOnlyId, 'request', { name: 'a' }, true],
    ['response without what is read-only', readOnlyId, 'response', { name: 'a' }, false],
    ['request without what is not', readOnlyId, 'request', { id: 'a' }, false],
    [
      'request without what a schema beside calls read-only',
      {
        allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { id: { readOnly: true } } }],
      },
      'request',
      {},
      true,
    ],
  ])('%s', async (_, schema, direction, value, expected) => {
    const Base = { required: ['id'] };
    expect(await accepts(schema, value, direction, { Base })).toBe(expected);
  });
});
