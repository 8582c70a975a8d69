import { checks } from '../../../../src/tools/judge/checks/index';
import type { Exchange, ExchangeOutcome } from '../../../../src/tools/judge/exchange';
import { failureKinds } from '../../../../src/runtime/contract';
import type { JudgedDocument } from '../../../../src/tools/judge/second-validator';
import { judgedDocument, requestOf } from '../judged';
import { speaksOfState } from '../../../../src/tools/judge/checks/doubts';
import { itEach } from '../../../support/it-each';

const yaml = `
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        200:
          description: Books
          headers:
            X-Total: { required: true, schema: { type: integer } }
            X-Tags: { schema: { type: array, items: { type: string, minLength: 2 } } }
            Set-Cookie: { schema: { type: string, pattern: '^a=' } }
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } } }
        204: { description: None }
        401: { description: Who }
        405: { description: How }
        4XX: { description: Refused, content: { application/problem+json: { schema: { type: object, required: [title] } } } }
        503: { description: Later }
    post:
      operationId: addBook
      responses: { 201: { description: Added, content: { text/plain: { schema: { type: string, maxLength: 2 } } } } }
    put:
      operationId: putBooks
      responses: { 200: { description: All, content: { '*/*': {} } }, 400: { description: No } }
    patch:
      operationId: changeBooks
      responses: { 200: { description: All }, 422: { description: No } }
    delete:
      operationId: dropBooks
      responses:
        405: { description: No }
        500: { description: Never }
        409: { description: Now, content: { application/json: { schema: { oneOf: [{ type: object }, { required: [why] }] } } } }
        410: { description: Gone, content: { application/json: { schema: { oneOf: [{ type: object }, { type: object }] } } } }
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses:
        200: { description: A book, content: { application/json: { schema: { $ref: '#/components/schemas/Either' } } } }
components:
  schemas:
    Book:
      type: object
      required: [id, title, secret]
      additionalProperties: false
      properties:
        id: { type: integer, format: int64 }
        title: { type: string, maxLength: 5 }
        due: { type: string, format: date }
        blob: { type: string, format: byte }
        pages: { type: [integer, 'null'] }
        secret: { type: string, writeOnly: true }
    Either: { oneOf: [{ $ref: '#/components/schemas/Book' }, { type: object, required: [secret], properties: { secret: { type: string } } }] }
`;

let document: JudgedDocument;
beforeAll(async () => {
  document = judgedDocument(yaml);
});

/** An exchange with an outcome. @param line method and path of a documented operation */
function exchangeOf(line: string, outcome: ExchangeOutcome, body?: string): Exchange {
  const [method, path = ''] = line.split(' ');
  const template = path.replace(/^\/books\/[^?]+/, '/books/{id}').replace(/\?.*/, '');
  const operation = document.loaded.operations.find(
    (each) => each.method === method && each.path === template,
  );
  const request = requestOf(line, body);
  const testCase = { phase: 'coverage', operation, title: 'a try', request, covers: [] } as const;
  const judgement = { expected: 'open', reason: '' } as const;
  return { testCase, judgement, outcome, sentAt: 0, durationMs: 0 };
}

type Given = readonly [status: number, headers: Record<string, string>, body?: string | Buffer];

/** The findings, with the ids of the checks. */
async function found(line: string, [status, headers, body = '']: Given, sent?: string) {
  const response = { status, headers: Object.entries(headers), body: Buffer.from(body) };
  return examine(exchangeOf(line, { kind: 'response', response }, sent));
}

async function examine(exchange: Exchange): Promise<string[]> {
  const all: string[] = [];
  for (const check of checks) {
    for (const { fault = 'service', message } of (await check.examine?.(exchange, document)) ??
      []) {
      all.push(`${check.id} (${fault}): ${message}`);
    }
  }
  return all;
}

const JSON_TYPE = { 'Content-Type': 'application/json', 'X-Total': '1' };
const PROBLEM = { 'content-type': 'application/problem+json' };

itEach<[line: string, given: Given]>({
  'a valid body': ['GET /books', [200, JSON_TYPE, '[{"id":9007199254740993,"title":"a"}]']],
  'integers that no double holds': [
    'GET /books',
    [200, JSON_TYPE, '[{"id":1,"title":"a","pages":9223372036854776000}]'],
  ],
  'a byte order mark': ['GET /books', [200, JSON_TYPE, '\uFEFF[]']],
  'a parameter of the media type': [
    'GET /books',
    [200, { ...JSON_TYPE, 'Content-Type': 'Application/JSON; charset="UTF-8"' }, '[]'],
  ],
  'a list as header': ['GET /books', [200, { ...JSON_TYPE, 'x-tags': 'ab, cd' }, '[]']],
  'a format that validators do not share': [
    'GET /books',
    [200, JSON_TYPE, '[{"id":1,"title":"a","blob":"?"}]'],
  ],
  'compressed content': [
    'GET /books',
    [200, { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, '\x1f\x8b'],
  ],
  'an error of a range': ['GET /books', [422, PROBLEM, '{"title":"a"}']],
  'a documented 503': ['GET /books', [503, {}, '']],
  'no content': ['GET /books', [204, {}]],
  'a challenge': ['GET /books', [401, { 'www-authenticate': 'Bearer realm="a"' }]],
  'allowed methods': ['GET /books', [405, { Allow: '' }]],
  text: ['POST /books', [201, { 'Content-Type': 'text/plain' }, 'ab']],
  'any type': ['PUT /books', [200, {}, 'ab']],
  'a failure, where failures alone are stated': ['DELETE /books', [500, {}]],
  'another branch, which shows the name': ['GET /books/1', [200, JSON_TYPE, '{"secret":"a"}']],
  'a path that may be another': ['GET /books/', [200, {}, 'x']],
  'a status of 501 for another method': ['COPY /books', [501, {}]],
  'an error that shows the request': [
    'GET /books?q=/usr/lib/node/index.js',
    [422, PROBLEM, '{"title":"no /usr/lib/node/index.js"}'],
  ],
  'an error that speaks of exceptions': [
    'GET /books',
    [422, PROBLEM, '{"title":"Exception: select a title from /books/1, at 12:30:15"}'],
  ],
})('finds nothing wrong with %s', async (_, line, given) => {
  expect(await found(line, given)).toEqual([]);
});

it.each<[line: string, given: Given, expected: string]>([
  ['GET /books', [500, {}], 'no-server-error (service): 500 for a try'],
  ['GET /books/1', [503, {}], 'no-server-error (service): 503 for a try'],
  [
    'GET /books',
    [202, {}],
    'status-documented (service): 202 for a try: the document states 200, 204, 401, 405, 503, 4XX',
  ],
  ['PUT /books', [429, {}], 'status-documented (document): 429'],
  ['PUT /books', [412, {}], 'status-documented (document): 412'],
  ['PUT /books', [416, {}], 'status-documented (document): 416'],
  ['PUT /books', [206, {}], 'status-documented (document): 206'],
  ['PUT /books', [422, {}], 'status-documented (service): 422'],
  ['POST /books', [422, {}], 'status-documented (document): 422'],
  ['DELETE /books', [204, {}], 'status-documented (document): 204'],
  ['DELETE /books', [502, {}], 'no-server-error (service): 502'],
  ['DELETE /books', [409, JSON_TYPE, '{"why":1}'], 'error-body-matches-schema (service): 409'],
  ['DELETE /books', [410, JSON_TYPE, '{}'], 'error-body-matches-schema (document): 410'],
  [
    'GET /books',
    [200, { ...JSON_TYPE, 'Content-Type': 'text/html' }, '[]'],
    'media-type-documented (service): 200 for a try: content of the type "text/html"',
  ],
  [
    'GET /books',
    [415, { 'Content-Type': 'text/html' }, 'no'],
    'media-type-documented (document): 415',
  ],
  [
    'GET /books',
    [400, { 'Content-Type': 'text/html' }, 'no'],
    'media-type-documented (service): 400',
  ],
  [
    'PUT /books',
    [400, { 'Content-Type': 'text/html' }, 'no'],
    'media-type-documented (document): 400',
  ],
  ['GET /books', [200, { 'X-Total': '1' }, '[]'], 'content-type-present (service): 200'],
  ['GET /books', [204, { 'Content-Length': '2' }], 'no-content (service): 204 with content'],
  ['GET /books', [204, {}, 'no'], 'no-content (service): 204 with content'],
  ['HEAD /books', [200, {}, 'no'], 'no-content (service): 200 for HEAD with content'],
  [
    'POST /books',
    [201, { 'Content-Type': 'text/plain' }, 'abc'],
    'body-matches-schema (service): 201 for a try: the text "abc"',
  ],
  [
    'GET /books',
    [400, PROBLEM, '{}'],
    'error-body-matches-schema (service): 400 for a try: the body lacks the property "title"',
  ],
  [
    'GET /books',
    [200, { 'Content-Type': 'application/json' }, '[]'],
    'headers-present (service): 200 for a try: the header X-Total is missing',
  ],
  ['GET /books', [401, {}], 'www-authenticate (service): 401'],
  ['GET /books', [401, { 'WWW-Authenticate': '' }], 'www-authenticate (service): 401'],
  ['COPY /books', [405, {}], 'allow (service): 405 for COPY without Allow'],
])('finds %s %j: %s', async (line, given, expected) => {
  expect(await found(line, given)).toContainEqual(expect.stringContaining(expected));
});

it.each<[body: string | Buffer, check: string, said: string]>([
  ['[1,]', 'body-well-formed', 'the body is not well-formed JSON at line 1'],
  [Buffer.from('["\xff"]', 'latin1'), 'body-well-formed', 'the body is not UTF-8'],
  ['', 'body-matches-schema', 'there is no body'],
  ['[{"id":1}]', 'body-matches-schema', 'the body at "/0" lacks the property "title"'],
  ['[{"id":1,"title":"a","more":1}]', 'body-matches-schema', 'the property "more", which is not'],
  ['[{"id":1,"title":"a","due":"1.2.2026"}]', 'body-matches-schema', 'of the format "date"'],
  ['[{"id":9223372036854775808,"title":"a"}]', 'body-matches-schema', 'an integer of 64 bits'],
  ['[{"id":1,"title":"a","secret":"b"}]', 'write-only-hidden', ''],
])('finds in the list %s: %s, since %s', async (body, check, said) => {
  expect(await found('GET /books', [200, JSON_TYPE, body])).toContainEqual(
    expect.stringMatching(new RegExp(`^${check} \\(service\\): 200 for a try: .*${said}`)),
  );
});

it.each<[header: string, value: string, said: string]>([
  ['X-Total', 'many', 'the header X-Total is "many"'],
  ['X-Tags', 'ab, c', 'the header X-Tags'],
  ['Set-Cookie', 'b=1', 'the header Set-Cookie'],
])('finds a wrong header: %s: %s', async (header, value, said) => {
  expect(await found('GET /books', [200, { ...JSON_TYPE, [header]: value }, '[]'])).toContainEqual(
    expect.stringContaining(`headers-match-schema (service): 200 for a try: ${said}`),
  );
});

it.each([
  [failureKinds.malformedBody, 'document'],
  [failureKinds.invalidBody, 'service'],
])(
  '400 where the document states 422, for what is %j: the fault is of the %s',
  async (kind, side) => {
    const outcome = {
      kind: 'response',
      response: { status: 400, headers: [], body: Buffer.of() },
    } as const;
    const judgement = { expected: 'refusal', kind, message: '', faults: [] } as const;
    const all = await examine({ ...exchangeOf('PATCH /books', outcome), judgement });
    expect(all).toEqual([expect.stringContaining(`status-documented (${side}): 400`)]);
  },
);

it.each<[what: string, text: string]>([
  ['JavaScript', 'TypeError: x\n    at read (/srv/app/src/books.js:12:5)'],
  ['JavaScript', 'Error\n    at async file:///C:/app/index.mjs:1:2'],
  ['Java', 'x\n\tat com.books.Store.read(Store.java:12)'],
  ['Java', 'nested exception is java.lang.NullPointerException'],
  ['Python', 'Traceback (most recent call last):\n  File "books.py", line 1'],
  ['Go', 'goroutine 1 [running]:\nmain.main()'],
  ['.NET', '   at Books.Store.Read(Int32 id) in C:\\Books\\Store.cs:line 12'],
  ['PHP', 'Fatal error: Uncaught Error in /var/www/books.php on line 3'],
  ['Ruby', "books.rb:3:in `read'"],
  ['Rust', "thread 'main' panicked at src/main.rs:2:5"],
  ['SQL', 'SQLSTATE[23505]: Unique violation'],
  ['PostgreSQL', 'duplicate key value violates unique constraint "books_pkey"'],
  ['SQLite', 'UNIQUE constraint failed: books.id'],
  ['MySQL', 'You have an error in your SQL syntax; check the manual'],
  ['SQL', 'INSERT INTO books VALUES (1)'],
  ['a path', 'cannot open "/srv/books/data/books.db"'],
  ['a path', 'cannot open C:\\Users\\books\\books.db'],
])('finds what an error tells of the inside: %s', async (what, text) => {
  const body = JSON.stringify({ title: 'a', detail: text });
  expect(await found('GET /books', [422, PROBLEM, body])).toEqual([
    expect.stringMatching(new RegExp(`^nothing-leaked .*: the body shows .*${what}`, 's')),
  ]);
  expect(await found('GET /books', [422, PROBLEM, body], body)).toEqual([]);
});

it('finds that no response comes', async () => {
  const exchange = exchangeOf('GET /books', { kind: 'timeout', message: 'too late' });
  expect(await examine(exchange)).toEqual(['answers (service): no response to a try: too late']);
});

describe('of requests', () => {
  const yaml = `
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { in: query, name: weight, schema: { type: number, format: float } }
        - { in: query, name: width, schema: { type: number } }
        - { in: query, name: mail, schema: { type: string, format: email } }
        - { in: query, name: shelf, schema: { type: string, format: shelf-mark } }
        - { in: query, name: pages, schema: { type: integer, format: int32 } }
      responses: { 200: { description: All }, 400: { description: No } }
    post:
      operationId: changePassword
      security: [{ token: [] }]
      requestBody: { content: { application/json: {} } }
      responses: { 200: { description: In }, 401: { description: Who }, 415: { description: What } }
    delete:
      operationId: dropBooks
      responses: { 400: { description: No }, 401: { description: Who }, 405: { description: How } }
  /doors:
    post:
      operationId: enter
      responses: { 200: { description: In }, 401: { description: Who } }
    put:
      operationId: enterSilently
      responses: { 200: { description: In } }
    patch:
      operationId: enterOpenly
      security: []
      responses: { 200: { description: In } }
    delete:
      operationId: lock
      responses: { 200: { description: Locked }, 501: { description: Not yet } }
`;

  let document: JudgedDocument;
  beforeAll(async () => {
    document = judgedDocument(yaml);
  });

  /** The findings for a valid request with a status. */
  async function found(
    operationId: string,
    status: number,
    given: Readonly<Record<string, unknown>>,
    body?: string,
  ) {
    const broken = await brokenBy(operationId, status, given, body);
    return broken.map(({ id }) => id);
  }

  async function brokenBy(
    operationId: string,
    status: number,
    given: Readonly<Record<string, unknown>>,
    body?: string,
  ) {
    const operation = document.loaded.operations.find((each) => each.operationId === operationId);
    const parameters = (operation?.parameters ?? [])
      .map((parameter) => ({ parameter, value: given[String(parameter.value.name)] }))
      .filter(({ value }) => value !== undefined);
    const request = requestOf(`${operation?.method ?? ''} ${operation?.path ?? ''}`, body);
    const values = { parameters };
    const exchange = {
      testCase: { phase: 'coverage', operation, title: 'a try', request, covers: [], values },
      judgement: { expected: 'acceptance', input: {} },
      outcome: { kind: 'response', response: { status, headers: [], body: Buffer.of() } },
      ...{ sentAt: 0, durationMs: 0 },
    } as const;
    const all = await Promise.all(
      checks.map(async (check) =>
        ((await check.examine?.(exchange, document)) ?? [])
          .filter(({ noVerdict }) => noVerdict === undefined)
          .map(({ message }) => ({ id: check.id, message })),
      ),
    );
    return all.flat();
  }

  it.each<
    [operationId: string, status: number, given: Record<string, unknown>, expected: string[]]
  >([
    ['listBooks', 400, {}, ['accepts-valid']],
    ['listBooks', 400, { weight: 12.5 }, ['accepts-valid']],
    ['listBooks', 400, { weight: 1e308 }, []],
    ['listBooks', 400, { width: 1e308 }, ['accepts-valid']],
    ['listBooks', 400, { mail: 'a@example.com' }, ['accepts-valid']],
    ['listBooks', 400, { mail: "o'brien@example.com" }, []],
    ['listBooks', 400, { shelf: 'A 12' }, []],
    ['listBooks', 400, { shelf: 12 }, []],
    ['listBooks', 400, { shelf: ['A 12'] }, []],
    ['listBooks', 400, { pages: 12 }, ['accepts-valid']],
    ['listBooks', 415, {}, ['documented-media-type-accepted', 'status-documented']],
    ['dropBooks', 400, {}, []],
    ['dropBooks', 401, {}, ['www-authenticate']],
    ['dropBooks', 405, {}, ['allow']],
    ['enter', 401, {}, ['www-authenticate']],
    ['enter', 501, {}, ['method-implemented', 'no-server-error', 'status-documented']],
    ['lock', 405, {}, ['allow', 'method-implemented', 'status-documented']],
    ['lock', 501, {}, []],
    ['enterSilently', 401, {}, ['status-documented', 'www-authenticate']],
    ['enterOpenly', 401, {}, ['credentials-accepted', 'status-documented', 'www-authenticate']],
  ])(
    '%s: %d for a valid request with %j breaks %j',
    async (operationId, status, given, expected) => {
      expect((await found(operationId, status, given)).toSorted()).toEqual(expected);
    },
  );

  it.each<[body: string | undefined, expected: string[]]>([
    ['{"title":"a"}', ['credentials-accepted', 'www-authenticate']],
    ['{"user":{"name":"a","password":"b"}}', ['www-authenticate']],
    ['{"resetToken":"b"}', ['www-authenticate']],
    ['{"pinned":true}', ['credentials-accepted', 'www-authenticate']],
    ['name=a&passwd=b', ['www-authenticate']],
  ])('401 for a valid request with the content %s breaks %j', async (body, expected) => {
    expect((await found('changePassword', 401, {}, body)).toSorted()).toEqual(expected);
  });

  it.each<[operationId: string, status: number, body: string | undefined, what: string]>([
    ['changePassword', 415, '{}', 'refuses a media type that the document lists'],
    ['changePassword', 415, undefined, 'asks for content, which the document does not'],
    ['enterOpenly', 401, undefined, 'asks for credentials, which the document does not'],
  ])(
    '%s: %d for a valid request with the content %s %s',
    async (operationId, status, body, what) => {
      const messages = (await brokenBy(operationId, status, {}, body)).map(
        ({ message }) => message,
      );
      expect(messages).toContain(`${status} for a try: ${what}`);
    },
  );

  it.each<[text: string, expected: boolean]>([
    ['Could not find role 14', true],
    ['The role was not found', true],
    ['role_not_found', true],
    ["The project doesn't exist", true],
    ['Environment "x" does not exist', true],
    ['There is no such member', true],
    ['A user with this name already exists', true],
    ['The name is taken', true],
    ['name must be at least 2 characters long', false],
    ['colour is not allowed to be empty', false],
    ['{"error":"invalid"}', false],
    ['', false],
  ])('"%s" speaks of what a service has: %s', (text, expected) => {
    expect(speaksOfState({ status: 400, headers: [], body: Buffer.from(text) })).toBe(expected);
  });
});
