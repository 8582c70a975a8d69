import { withDocument } from '../../../support/serve-document';
import { itEach } from '../../../support/it-each';
import { noticesOf } from './notices-of';

/** A document whose line 7 is the schema of a body. */
function library(schema: string, more = ''): string {
  return `openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: add
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: { 204: { description: Added } }
${more}`;
}

const at = '7 /paths/~1books/post/requestBody/content/application~1json/schema';

function statuses(text: string, bodies: readonly unknown[]): Promise<number[]> {
  const handlers = { add: () => Promise.resolve({ status: 204 }) };
  return withDocument(text, handlers, {}, ({ url }) =>
    Promise.all(
      bodies.map(async (body) => {
        const headers = { 'content-type': 'application/json' };
        const response = await fetch(`${url}/books`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return response.status;
      }),
    ),
  );
}

describe('the version of a document', () => {
  it.each([
    ['3.1', '3.1.0'],
    ["'3.1'", '3.1.0'],
    ['3.2', '3.2.0'],
  ])('%s is read as %s', (given, full) => {
    const text = library('true').replace('3.1.0', given);
    const short = given.replaceAll("'", '');
    expect(noticesOf(text)).toStrictEqual([
      `1 /openapi: warning: the version is ${short} and is read as ${full}; write "${full}", in quotes`,
    ]);
  });

  it('decides which fields there are', () => {
    const text = library('true').replace('post:', 'query:');
    expect(noticesOf(text)).toStrictEqual([
      '5 /paths/~1books/query: warning: is a field of OpenAPI 3.2, and is ignored in this document; write "openapi: 3.2.0" or remove it',
    ]);
    expect(noticesOf(text.replace('3.1.0', '3.2.0'))).toStrictEqual([]);
  });
});

it('an extension may stand among the flows of OAuth 2.0', () => {
  const flows =
    '{ implicit: { authorizationUrl: "https://a.example", scopes: {} }, x-login: page }';
  const scheme = `{ type: oauth2, flows: ${flows} }`;
  expect(noticesOf(library('{}', `components: { securitySchemes: { a: ${scheme} } }`))).toEqual([]);
});

describe('a security scheme that the document does not describe', () => {
  const text = library('true').replace('post:', 'post:\n      security: [{ pass: [] }]');

  it('is told of once', () => {
    const twice = text.replace('paths:', 'security: [{ pass: [] }]\npaths:');
    expect(noticesOf(twice)).toStrictEqual([
      '3 /security/0/pass: warning: the security scheme "pass" is not among components/securitySchemes, and is read as one of bearer tokens; add it',
    ]);
  });

  it.each([
    ['nobody without credentials in', {}, 401],
    ['whom its authenticator accepts in', { authorization: 'Bearer x' }, 204],
  ])('lets %s', async (_, credentials, status) => {
    const handlers = { add: () => Promise.resolve({ status: 204 }) };
    const accept = () => ({ outcome: 'accepted' as const, principal: { name: 'x' } });
    await withDocument(text, handlers, { authenticators: { pass: accept } }, async ({ url }) => {
      const headers = { 'content-type': 'application/json', ...credentials };
      const response = await fetch(`${url}/books`, { method: 'POST', headers, body: '{}' });
      expect(response.status).toBe(status);
    });
  });
});

it.each(['[pass]', 'pass', '{ pass: }', '[{ pass: }]'])(
  'security that is %s lets nobody without credentials in',
  async (security) => {
    const scheme = 'components: { securitySchemes: { pass: { type: http, scheme: bearer } } }';
    const text = library('true', scheme).replace('post:', `post:\n      security: ${security}`);
    const warnings = noticesOf(text).map((line) => line.replace(/^.*warning: /, ''));
    expect(warnings).toContainEqual(expect.stringMatching(/is read as .*; write/));
    const handlers = { add: () => Promise.resolve({ status: 204 }) };
    const accept = () => ({ outcome: 'accepted' as const, principal: { name: 'x' } });
    await withDocument(text, handlers, { authenticators: { pass: accept } }, async ({ url }) => {
      const sent = await Promise.all(
        [{}, { authorization: 'Bearer x' }].map((credentials) => {
          const headers = { 'content-type': 'application/json', ...credentials };
          return fetch(`${url}/books`, { method: 'POST', headers, body: '{}' });
        }),
      );
      expect(sent.map(({ status }) => status)).toStrictEqual([401, 204]);
    });
  },
);

it('a body of which nothing is stated is of any media type', async () => {
  const text = library('{}').replace(/requestBody: .*/, 'requestBody: { description: Any }');
  const handlers = { add: () => Promise.resolve({ status: 204 }) };
  await withDocument(text, handlers, {}, async ({ url }) => {
    const types = ['application/json', 'text/plain', 'image/png'];
    const sent = await Promise.all(
      types.map((type) =>
        fetch(`${url}/books`, { method: 'POST', headers: { 'content-type': type }, body: '?' }),
      ),
    );
    expect(sent.map(({ status }) => status)).toStrictEqual([204, 204, 204]);
  });
});

interface Row {
  readonly given: string;
  readonly more?: string;
  readonly want: string;
  /** A body that is valid, and one that is not. */
  readonly valid?: unknown;
  readonly invalid?: unknown;
}

describe('a schema', () => {
  it.each(
    Object.entries<Row>({
      'with a name twice in "required"': {
        given: '{ required: [a, a, b] }',
        want: `${at}/required: warning: has equal items, which count once; remove the others`,
        valid: { a: 1, b: 1 },
        invalid: { a: 1 },
      },
      'with the exclusive minimum of draft 4': {
        given: '{ minimum: 1, exclusiveMinimum: true }',
        want: `${at}/exclusiveMinimum: warning: must be a number; true is read as older drafts do, so write "exclusiveMinimum" in place of "minimum"`,
        valid: 2,
        invalid: 1,
      },
      'with an exclusive maximum that is none': {
        given: '{ maximum: 1, exclusiveMaximum: false }',
        want: `${at}/exclusiveMaximum: warning: must be a number; false is of older drafts and says nothing here, so remove it`,
        valid: 1,
        invalid: 2,
      },
      'with "nullable"': {
        given: '{ type: string, nullable: true }',
        want: `${at}/nullable: warning: "nullable" means nothing since OpenAPI 3.1 and is ignored; to allow null, add "null" to "type"`,
        valid: 'a',
        invalid: null,
      },
      'with an empty enumeration': {
        given: '{ properties: { a: { enum: [] } } }',
        want: `${at}/properties/a/enum: warning: is empty, so that no value is valid; name the values, or write the schema "false"`,
        valid: {},
        invalid: { a: 1 },
      },
      'with one example in place of a list': {
        given: '{ type: string, examples: a }',
        want: `${at}/examples: warning: must be of type array, and is left out; write a list, or "example" for one value`,
      },
      'with "required" of draft 3': {
        given: '{ properties: { a: { type: string, required: true } } }',
        want: `${at}/properties/a/required: warning: must be of type array, and is ignored; name the required properties in a list, in the schema of the object that has them`,
        valid: {},
        invalid: { a: 1 },
      },
      'with a reference past its own $id': {
        given:
          '{ $id: "https://example.com/a", properties: { a: { $ref: "#/components/schemas/A" } } }',
        more: 'components: { schemas: { A: { type: string } } }',
        want: `${at}/properties/a: warning: "#/components/schemas/A" refers to nothing in the schema of the $id "https://example.com/a", which "#" means in there; remove the $id or refer to the target by an $id of its own; it is read as from the root of the document`,
        valid: { a: '' },
        invalid: { a: 1 },
      },
      'of an integer of another language': {
        given: '{ properties: { a: { type: uint16 } } }',
        want: `${at}/properties/a/type: warning: "uint16" is read as "integer"; write that`,
        valid: { a: 65535 },
        invalid: { a: 65536 },
      },
      'of any type': {
        given: '{ properties: { a: { type: any, minLength: 2 } } }',
        want: `${at}/properties/a/type: warning: "any" is no type, so any value is valid; remove it`,
        valid: { a: 1 },
        invalid: { a: 'x' },
      },
      'with one schema for "allOf"': {
        given: '{ allOf: { type: object, required: [a] } }',
        want: `${at}/allOf: warning: must be of type array, and is read as a list of this one; write a list`,
        valid: { a: 1 },
        invalid: {},
      },
      'with a reference of Swagger 2.0': {
        given: '{ $ref: "#/definitions/A" }',
        more: 'components: { schemas: { A: { type: string } } }',
        want: `${at}/$ref: warning: "#/definitions/A" is read as "#/components/schemas/A"; write that`,
        valid: 'a',
        invalid: 1,
      },
      'with a keyword of 2019-09': {
        given: '{ type: string, $recursiveAnchor: true }',
        want: `${at}/$recursiveAnchor: warning: "$recursiveAnchor" means nothing since JSON Schema 2020-12 and is ignored; write "$dynamicAnchor" or "$ref"`,
      },
      'with a pattern of another language': {
        given: `{ type: string, pattern: '(?i)^[a-f]+\\Z' }`,
        want: `${at}/pattern: warning: the pattern "(?i)^[a-f]+\\\\Z" is no regular expression of ECMAScript, and is read as /^[a-f]+$/iu; write that`,
        valid: 'CAFE',
        invalid: 'CAFE!',
      },
      'with a pattern that has no equal': {
        given: `{ properties: { a: { pattern: '^\\h+$' }, b: { type: string } } }`,
        want: `${at}/properties/a/pattern: warning: the pattern "^\\\\h+$" is no regular expression of ECMAScript ("\\\\h" has no equal there), so nothing is held to it; write it as one`,
        valid: { a: 'x' },
        invalid: { b: 1 },
      },
      'with a pattern of names that has no equal': {
        given: `{ properties: { b: { type: string } }, patternProperties: { '\\h': { type: string } }, additionalProperties: false }`,
        want: `${at}/patternProperties/\\h: warning: the pattern "\\\\h" is no regular expression of ECMAScript ("\\\\h" has no equal there), so nothing is held to it; write it as one`,
        valid: { a: 1 },
        invalid: { b: 1 },
      },
    }),
  )('%s is served, with a warning', async (_, { given, more, want, valid, invalid }) => {
    expect(noticesOf(library(given, more))).toStrictEqual([want]);
    if (valid !== undefined) {
      expect(await statuses(library(given, more), [valid, invalid])).toStrictEqual([204, 400]);
    }
  });
});

it('a pattern of another language that backtracking may take long for is matched by an automaton', async () => {
  const text = library("{ type: string, pattern: '(?i)^(a+)+\\Z' }");
  const hostile = `${'aA'.repeat(100)}b`;
  expect(await statuses(text, ['aA', 'b', hostile])).toStrictEqual([204, 400, 400]);
});

describe('a document', () => {
  itEach<[given: string, want: string]>({
    'with a version that is a number': [
      library('{}').replace('1.0.0 }', '1.5 }'),
      '2 /info/version: warning: must be of type string; write "1.5" in quotes',
    ],
    'with an operation that states no response': [
      library('{}').replace('{ 204: { description: Added } }', '{}'),
      '8 /paths/~1books/post/responses: warning: states no response, so any status without content may be sent; state the responses',
    ],
    'with responses that YAML reads as null': [
      library('{}').replace('{ 204: { description: Added } }', ''),
      '8 /paths/~1books/post/responses: warning: states no response, so any status without content may be sent; state the responses',
    ],
    'with a header that refers to a parameter': [
      library(
        '{}',
        'components: { parameters: { P: { $ref: "#/components/parameters/Q" }, Q: { in: query, name: q, style: form, schema: {} } } }',
      ).replace('Added }', 'Added, headers: { H: { $ref: "#/components/parameters/P" } } }'),
      '8 /paths/~1books/post/responses/204/headers/H: warning: refers to a parameter, whose name and location count for nothing here; refer to a header',
    ],
    'with a format that nobody defines, twice': [
      library(
        '{ properties: { a: { format: datetime }, b: { format: datetime }, c: { format: date } } }',
      ),
      `${at}/properties/a/format: notice: unknown format "datetime": values are not checked, at this place and 1 more; if "date-time" is meant, write that`,
    ],
    'with a format that is like no other': [
      library('{ format: ulid }'),
      `${at}/format: notice: unknown format "ulid": values are not checked`,
    ],
    'with a media type that has no meaning': [
      library('{}').replace('application/json:', 'application/json: {}, application:'),
      '7 /paths/~1books/post/requestBody/content/application: warning: "application" is no media type, so no content has it, and it is left out; write one, such as "application/json"',
    ],
    'with a parameter of a media type that has no meaning': [
      library('{}', '      parameters: [{ in: query, name: q, content: { "": {} } }]'),
      '9 /paths/~1books/post/parameters/0/content/: warning: "" is not the form of a media type, and is read as "text/plain"; write that',
    ],
    'with a response without a description': [
      library('{}').replace('{ description: Added }', '{}'),
      '8 /paths/~1books/post/responses/204: warning: lacks the property "description"; add it, even if it is empty',
    ],
    'with a parameter of the path that is not required': [
      library('{}', '    parameters: [{ in: path, name: id, schema: {} }]').replace(
        '/books:',
        '/books/{id}:',
      ),
      '9 /paths/~1books~1{id}/parameters/0: warning: a parameter of the path is always there; add "required: true"',
    ],
    'with a parameter that its path has not': [
      library('{}', '      parameters: [{ in: path, name: id, required: true, schema: {} }]'),
      '9 /paths/~1books/post/parameters/0: warning: the path "/books" has no "{id}", so the parameter is ignored; add it or remove the parameter',
    ],
    'with an expression twice that has no parameter': [
      library('{}').replace('/books:', '/books/{id}/{id}:'),
      '5 /paths/~1books~1{id}~1{id}/post: warning: the path has "{id}" and no parameter of that name, which is read as a string; declare it with "in: path"',
    ],
    'with an operationId twice': [
      library('{}', '    get: { operationId: add, responses: { 204: { description: x } } }'),
      '9 /paths/~1books/get/operationId: warning: "add" is also that of /paths/~1books/post, so this one is called "get_books"; rename one',
    ],
    'without a title': [
      library('{}').replace('title: Library, ', ''),
      '2 /info: warning: lacks the property "title", which is read as an empty text; add it',
    ],
    'with a URL that is none': [
      library('{}', "externalDocs: { url: 'a b' }"),
      '9 /externalDocs/url: warning: must be of the format "uri-reference"',
    ],
    'with a component of another name than the standard has': [
      library(
        '{ $ref: "#/components/schemas/A%20%3CB%3E" }',
        'components: { schemas: { "A <B>": {} } }',
      ),
      '9 /components/schemas/A <B>: warning: the name "A <B>" has other characters than letters, digits, ".", "_" and "-", which other tools may refuse; rename it',
    ],
    'with a path that holds a query': [
      library('{}').replace('/books:', '/books?all:'),
      '4 /paths/~1books?all: warning: a path holds no query; it is compared with that of a request all the same, so better describe it by parameters',
    ],
    'that says of its query what is no boolean': [
      library('{}').replace('operationId: add', 'operationId: add\n      x-strict-query: 1'),
      '7 /paths/~1books/post/x-strict-query: warning: must be of type boolean, and counts as false; write true or false',
    ],
    'with an operation that has no name': [
      library('{}').replace('operationId: add', 'summary: Add'),
      '5 /paths/~1books/post: notice: has no operationId, and is called "post_books"',
    ],
    'with an operation of a webhook that has the name of another': [
      library('{}', 'webhooks: { a: { post: { operationId: add } } }'),
      '9 /webhooks/a/post/operationId: warning: is also that of /paths/~1books/post; rename one',
    ],
    'with a server of an unknown path': [
      library('{}', "servers: [{ url: 'https://example.com/{version}' }]"),
      '9 /servers/0/url: warning: no path can be made of "https://example.com/{version}", so it is not served; declare its variables, and begin it with "https://" or "/"',
    ],
    'with a boolean as the default of a variable': [
      library('{}', 'servers: [{ url: "/{isNew}", variables: { isNew: { default: false } } }]'),
      '9 /servers/0/variables/isNew/default: warning: false is read as "false"; write that',
    ],
    'with a format of the name of a member that all objects have': [
      library('{ type: string, format: toString, pattern: ^a }'),
      `${at}/format: notice: unknown format "toString": values are not checked`,
    ],
    'with a variable that may have no value': [
      library('{}', 'servers: [{ url: "/{a}", variables: { a: { enum: [], default: b } } }]'),
      '9 /servers/0/variables/a/enum: warning: has no value, and is ignored; remove it, or list the values',
    ],
    'with a server without what it names': [
      library('{}', 'servers: [{ url: /v1, variables: }]'),
      '9 /servers/0/variables: warning: has nothing behind it, and is read as absent; remove it, or write what belongs there',
    ],
    'with a server that has a field of a later version': [
      library('{}', 'servers: [{ url: /v1, name: One }]'),
      '9 /servers/0/name: warning: is a field of OpenAPI 3.2, and is ignored in this document; write "openapi: 3.2.0" or remove it',
    ],
    'with a server whose description is no text': [
      library('{}', 'servers: [{ url: /v1, description: 5 }]'),
      '9 /servers/0/description: warning: must be of type string, and is read as an empty one; put the text in quotes',
    ],
    ...Object.fromEntries(
      [
        [
          'a server of an operation',
          '/paths/~1more/get/servers/0',
          '  /more: { get: { operationId: more, servers: [{ url: /v1, colour: red }] } }',
        ],
        [
          'a variable',
          '/servers/0/variables/a',
          'servers: [{ url: "/{a}", variables: { a: { default: b, colour: red } } }]',
        ],
        ['a tag', '/tags/0', 'tags: [{ name: a, colour: red }]'],
        [
          'documentation',
          '/tags/0/externalDocs',
          'tags: [{ name: a, externalDocs: { url: "https://example.com", colour: red } }]',
        ],
        [
          'a flow',
          '/components/securitySchemes/a/flows/implicit',
          'components: { securitySchemes: { a: { type: oauth2, flows: { implicit: { authorizationUrl: "https://example.com", scopes: {}, colour: red } } } } }',
        ],
      ].map(([title = '', pointer = '', more = '']) => [
        `with an unknown field of ${title}`,
        [
          library('{}', more),
          `9 ${pointer}/colour: warning: is no field of this object, and is ignored; remove it, or begin its name with "x-"`,
        ] as [string, string],
      ]),
    ),
    'with two operations at one place of different servers': [
      library(
        '{}',
        '  /v1/books: { post: { operationId: other, responses: { 204: { description: x } } } }\nservers: [{ url: /v1 }, { url: / }]',
      ),
      '9 /paths/~1v1~1books/post: warning: "/v1/books" is served as /paths/~1books/post, of another server; rename one',
    ],
  })('%s is served, with a notice', (_, given, want) => {
    expect(noticesOf(given)).toStrictEqual([want]);
  });
});

it.each([
  ['json', 'application/json', [204, 400]],
  ['"application/json; "', 'application/json', [204, 400]],
  ['"*"', '*/*', [204, 204]],
])('the media type %s is read as %s, with a warning', async (given, meant, want) => {
  const text = library('{ type: string }').replace('application/json', given);
  const name = given.replaceAll('"', '');
  const key = name.replaceAll('/', '~1');
  expect(noticesOf(text)).toStrictEqual([
    `7 /paths/~1books/post/requestBody/content/${key}: warning: "${name}" is not the form of a media type, and is read as "${meant}"; write that`,
  ]);
  expect(await statuses(text, ['a', 1])).toStrictEqual(want);
});

it.each(['', 'scopes:', 'scopes: null'])(
  'a flow of OAuth 2.0 with %j has no scopes',
  async (scopes) => {
    const text = library(
      'true',
      `components:
  securitySchemes:
    oauth:
      type: oauth2
      flows:
        password:
          tokenUrl: /token
          ${scopes}
`,
    ).replace('post:', 'post:\n      security: [{ oauth: [] }]');
    expect(noticesOf(text).map((line) => line.replace(/^\d+ /, ''))).toStrictEqual([
      '/components/securitySchemes/oauth/flows/password: warning: lacks scopes, and is read as without any; write "scopes: {}"',
    ]);
    const handlers = { add: () => Promise.resolve({ status: 204 }) };
    const accept = () => ({ outcome: 'accepted' as const, principal: { name: 'x' } });
    await withDocument(text, handlers, { authenticators: { oauth: accept } }, async ({ url }) => {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
      const response = await fetch(`${url}/books`, { method: 'POST', headers, body: '{}' });
      expect(response.status).toBe(204);
    });
  },
);

describe('fields that an object does not have', () => {
  const others = `components:
  odd: 1
  parameters: { P: { in: query, name: p, schema: {}, odd: 1 } }
  headers: { H: { schema: {}, odd: 1 } }
  requestBodies: { B: { content: { text/plain: { odd: 1 } }, odd: 1 } }
  responses: { R: { description: R, links: { L: { operationId: add, odd: 1 } }, odd: 1 } }
  examples: { E: { value: 1, odd: 1 } }
  securitySchemes: { S: { type: http, scheme: basic, in: header } }
odd: 1`;

  it('are ignored, with a warning each, and the rest is served', async () => {
    const text = library('{ type: string }', `    odd: 1\n${others}`)
      .replace('version: 1.0.0 }', 'version: 1.0.0, odd: 1 }')
      .replace('operationId: add', 'operationId: add\n      odd: 1\n      x-own: 1');
    const UNKNOWN =
      'warning: is no field of this object, and is ignored; remove it, or begin its name with "x-"';
    const notices = noticesOf(text);
    expect(notices.map((line) => line.replace(/^.*?: /, ''))).toEqual(notices.map(() => UNKNOWN));
    const places = notices.map((line) => line.replace(/^\d+ (.*?): .*$/, '$1'));
    expect(places.sort()).toEqual([
      '/components/examples/E/odd',
      '/components/headers/H/odd',
      '/components/odd',
      '/components/parameters/P/odd',
      '/components/requestBodies/B/content/text~1plain/odd',
      '/components/requestBodies/B/odd',
      '/components/responses/R/links/L/odd',
      '/components/responses/R/odd',
      '/components/securitySchemes/S/in',
      '/info/odd',
      '/odd',
      '/paths/~1books/odd',
      '/paths/~1books/post/odd',
    ]);
    expect(await statuses(text, ['a', 1])).toStrictEqual([204, 400]);
  });
});

describe('methods of OpenAPI 3.2', () => {
  const text = library('{}', '    additionalOperations: { PUT: %, Borrow: %, CONNECT: % }')
    .replace('3.1.0', '3.2.0')
    .replaceAll('%', '{ responses: { 204: { description: Done } } }');
  const unseen = (method: string): string =>
    `9 /paths/~1books/additionalOperations/${method}: warning: the HTTP server of Node.js takes no requests of the method ${method}, so none reaches this operation; use a method that http.METHODS lists`;

  it('are named that no request can have, and those that have a field of their own are read as that', async () => {
    expect(noticesOf(text)).toStrictEqual([
      '9 /paths/~1books/additionalOperations/PUT: warning: is read as the field "put" of the path item; write it as that',
      unseen('Borrow'),
      unseen('CONNECT'),
      '9 /paths/~1books/additionalOperations/PUT: notice: has no operationId, and is called "put_books"',
      '9 /paths/~1books/additionalOperations/Borrow: notice: has no operationId, and is called "borrow_books"',
      '9 /paths/~1books/additionalOperations/CONNECT: notice: has no operationId, and is called "connect_books"',
    ]);
    const handlers = { put_books: () => Promise.resolve({ status: 204 }) };
    const options = { allowMissingHandlers: true };
    await withDocument(text, handlers, options, async ({ url }) => {
      expect((await fetch(`${url}/books`, { method: 'PUT' })).status).toBe(204);
    });
  });
});
