import { load } from 'js-yaml';
import { HyperjumpValidator } from '../../../src/conformance/judge/second-validator';
import { ErrorJudge } from '../../lab/corpus/error-judge';
import { loadContract } from '../../../src/generate/in-memory';
import { parseSource } from '../../../src/document/read/read-document';
import { Failure, type ServiceOptions } from '../../../src/contract';
import { withDocument } from '../../support/serve-document';

/** Refused requests get the bodies that documents of many kinds state, each judged by a second validator. */

const object = (properties: string, rest = ''): string =>
  `{ type: object, properties: { ${properties} }${rest} }`;
/** An object that must have all its properties. */
const demanded = (properties: string, rest = ''): string => {
  const names = Object.keys(load(`{ ${properties} }`) as object);
  return object(properties, `, required: [${names.join(', ')}]${rest}`);
};
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;

/** A document with one operation; the responses for failures are its `default`, or the given one. */
const documentWith = (content: string, key = 'default'): string => `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths:
  /items/{id}:
    put:
      operationId: putItem
      security: [{ token: [] }]
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: limit, in: query, schema: { type: integer, maximum: 9 } }
        - { name: X-Trace, in: header, required: true, schema: { type: string } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [tags]
              properties:
                tags: { type: array, items: { type: object, required: [name] } }
      responses:
        200: { description: Put }
        ${key}: { description: Why not, ${content} }
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
`;

/** What is sent in place of a good request. */
interface Broken {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const GOOD = {
  path: '/items/7?limit=1',
  headers: { authorization: 'Bearer t', 'content-type': 'application/json', 'x-trace': 'x' },
  body: '{"tags":[{"name":"a"}]}',
};

const requests = {
  'a property is missing in the body': { body: '{"tags":[{"name":"a"},{}]}' },
  'two parameters and the body are wrong': {
    path: '/items/7?limit=70',
    headers: { 'x-trace': '' },
    body: '{}',
  },
  'the body is no JSON': { body: '{' },
  'the body is missing': { body: '' },
  'there are no credentials': { headers: { authorization: '' } },
  'the body is of another media type': { headers: { 'content-type': 'text/plain' } },
} satisfies Record<string, Broken>;

type Name = keyof typeof requests;

interface Received {
  readonly status: number;
  readonly mediaType: string;
  readonly body: string;
}

type Options = Pick<ServiceOptions<unknown>, 'errorBody'>;

/** The responses to all broken requests, which a second validator must not find fault with. */
async function responses(
  yaml: string,
  options: Options = {},
): Promise<{ received: Record<Name, Received>; faults: string[] }> {
  const { document } = parseSource(yaml, 'items.yaml');
  const loaded = loadContract(document, { lazy: true });
  const judge = new ErrorJudge(loaded, HyperjumpValidator.of(loaded));
  const handlers = { putItem: () => Promise.resolve({ status: 200 }) };
  const authenticators = {
    token: () => Promise.resolve({ outcome: 'accepted' as const, principal: { name: 'someone' } }),
  };
  return withDocument(yaml, handlers, { authenticators, ...options }, async ({ url, faults }) => {
    const received = {} as Record<Name, Received>;
    for (const [name, broken] of Object.entries(requests)) {
      const response = await send(url, broken);
      received[name as Name] = response;
      expect([name, await judge.judge(loaded.operations[0]!, response)]).toEqual([name, undefined]);
    }
    return { received, faults: faults.map(String) };
  });
}

async function send(
  url: string,
  { path = GOOD.path, headers = {}, body = GOOD.body }: Broken,
): Promise<Received> {
  const all = Object.entries({ ...GOOD.headers, ...headers }).filter(([, value]) => value !== '');
  const response = await fetch(url + path, {
    method: 'PUT',
    headers: Object.fromEntries(all),
    ...(body !== '' && { body }),
  });
  const mediaType = response.headers.get('content-type') ?? '';
  return { status: response.status, mediaType, body: await response.text() };
}

const LIMIT = 'The query parameter "limit" must be at most 9';
const TRACE = 'The header parameter "X-Trace" is missing';
const TAGS = 'The body lacks the property "tags"';
const NAME = 'The body at "/tags/1" lacks the property "name"';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-/) as string;

describe('the body for several faults at once', () => {
  it.each<[name: string, given: string, want: unknown, key?: string]>([
    [
      'of FastAPI',
      json(
        object(
          'detail: { type: array, items: { type: object, required: [loc, msg, type], properties: { loc: { type: array, items: { anyOf: [{ type: string }, { type: integer }] } }, msg: { type: string }, type: { type: string } } } }',
        ),
      ),
      {
        detail: [
          { loc: ['query', 'limit'], msg: LIMIT, type: 'bad_request' },
          { loc: ['header', 'X-Trace'], msg: TRACE, type: 'bad_request' },
          { loc: ['body', 'tags'], msg: TAGS, type: 'bad_request' },
        ],
      },
      '422',
    ],
    [
      'of problem+json with members that must be there',
      `content: { application/problem+json: { schema: ${object(
        'type: { type: string, format: uri-reference }, title: { type: string }, status: { type: integer, minimum: 400, maximum: 599 }, detail: { type: string }, instance: { type: string, format: uri-reference }, traceId: { type: string, format: uuid }, timestamp: { type: string, format: date-time }, errors: { type: array, items: { type: object, properties: { detail: { type: string }, pointer: { type: string } } } }',
        ', required: [type, title, status, traceId, timestamp, errors]',
      )} } }`,
      {
        type: 'about:blank',
        title: 'A parameter is missing or does not match its schema',
        status: 400,
        detail: LIMIT,
        traceId: uuid,
        timestamp: expect.stringMatching(/^20.*Z$/) as string,
        errors: [{ detail: LIMIT }, { detail: TRACE }, { detail: TAGS, pointer: '' }],
      },
      '4XX',
    ],
    [
      'of JSON:API',
      `content: { application/vnd.api+json: { schema: ${demanded('errors: { type: array, minItems: 1, items: { type: object, properties: { id: { type: string }, status: { type: string }, code: { type: string }, title: { type: string }, detail: { type: string }, source: { type: object, properties: { pointer: { type: string }, parameter: { type: string }, header: { type: string } } } } } }')} } }`,
      {
        errors: [
          ['limit', LIMIT, { parameter: 'limit' }],
          ['x-trace', TRACE, { header: 'X-Trace' }],
          ['tags', TAGS, { pointer: '' }],
        ].map(([, detail, source]) => ({
          status: '400',
          code: '40004',
          title: 'A parameter is missing or does not match its schema',
          detail,
          source,
        })),
      },
    ],
    [
      'of texts',
      json(demanded('errors: { type: array, maxItems: 2, items: { type: string } }')),
      { errors: [LIMIT, TRACE] },
    ],
    [
      'by name',
      json(
        object(
          'title: { type: string }, errors: { type: object, additionalProperties: { type: array, items: { type: string } } }',
        ),
      ),
      {
        title: 'A parameter is missing or does not match its schema',
        errors: { limit: [LIMIT], 'X-Trace': [TRACE], tags: [TAGS] },
      },
    ],
    [
      'nested, with details',
      json(
        demanded(
          `error: ${demanded('code: { type: string }, message: { type: string }, details: { type: array, items: { type: object, properties: { field: { type: string }, in: { enum: [body, query, path] }, description: { type: string } } } }')}`,
        ),
      ),
      {
        error: {
          code: '40004',
          message: LIMIT,
          details: [
            { field: 'limit', in: 'query', description: LIMIT },
            { field: 'X-Trace', in: 'body', description: TRACE },
            { field: 'tags', in: 'body', description: TAGS },
          ],
        },
      },
    ],
  ])('%s', async (_, given, want, key = 'default') => {
    const { received } = await responses(documentWith(given, key));
    const { body } = received['two parameters and the body are wrong'];
    expect(JSON.parse(body)).toEqual(want);
  });
});

describe('the body for one fault', () => {
  it.each<[name: string, given: string, want: unknown]>([
    [
      '{ code, message, traceId }',
      json(
        demanded('code: { type: integer }, message: { type: string }, traceId: { type: string }'),
      ),
      { code: 40003, message: NAME, traceId: uuid },
    ],
    [
      'a code of a list',
      json(
        demanded(
          'code: { enum: [NOT_FOUND, UNAUTHENTICATED, INVALID_ARGUMENT, INTERNAL] }, message: { type: string }',
        ),
      ),
      { code: 'INVALID_ARGUMENT', message: NAME },
    ],
    [
      'a status as code',
      json(demanded('code: { type: integer, maximum: 599 }, reason: { type: string }')),
      { code: 400, reason: NAME },
    ],
    [
      'a status of a list',
      json(demanded('status: { enum: [404, 400, 415, 500] }, message: { type: string }')),
      { status: 400, message: NAME },
    ],
    [
      'of Spring',
      json(
        demanded(
          'timestamp: { type: string, format: date-time }, status: { type: integer }, error: { type: string }, message: { type: string }, path: { type: string }',
        ),
      ),
      {
        timestamp: expect.any(String) as string,
        status: 400,
        error: 'Bad Request',
        message: NAME,
        path: '/items/{id}',
      },
    ],
    [
      'of OpenAI',
      json(
        demanded(
          `error: ${demanded("type: { type: string }, message: { type: string }, param: { type: [string, 'null'] }, code: { type: [string, 'null'] }")}`,
        ),
      ),
      {
        error: { type: 'bad_request', message: NAME, param: 'tags.1.name', code: '40003' },
      },
    ],
    [
      'one of several shapes, by the constant that fits best',
      json(
        `{ oneOf: [${demanded('type: { const: not_found }, message: { type: string }')}, ${demanded('type: { const: invalid_request }, message: { type: string }')}] }`,
      ),
      { type: 'invalid_request', message: NAME },
    ],
    [
      'one of several shapes, of which one says nothing',
      json(
        `{ oneOf: [${demanded('id: { type: integer }', ', additionalProperties: false')}, ${demanded('description: { type: string }', ', additionalProperties: false')}] }`,
      ),
      { description: NAME },
    ],
    [
      'by allOf',
      json(
        `{ allOf: [${demanded('message: { type: string }')}, ${demanded('success: { type: boolean }, version: { type: string, example: v2 }')}] }`,
      ),
      { message: NAME, success: false, version: 'v2' },
    ],
    [
      'without a name that says anything',
      json(
        demanded(
          'foo: { type: string }, bar: { type: integer }, baz: { type: array, items: { type: integer } }, day: { type: string, format: date }, big: { type: integer, format: int64, example: 9007199254740993 }',
        ),
      ),
      {
        foo: NAME,
        bar: 0,
        baz: [],
        day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        big: expect.any(Number) as number,
      },
    ],
    [
      'with a code alone, in an object that may have more',
      json(demanded('code: { enum: [a, invalid] }')),
      { code: 'invalid', message: NAME },
    ],
    [
      'with a message that must be short',
      json(demanded('message: { type: string, maxLength: 11 }', ', additionalProperties: false')),
      { message: 'The body a…' },
    ],
    [
      'a map of texts',
      json('{ type: object, additionalProperties: { type: string } }'),
      { error: '40003', message: NAME },
    ],
    ['a list of texts', json('{ type: array, items: { type: string } }'), [NAME]],
    [
      'a schema that refers to itself',
      json(
        object(
          "message: { type: string }, cause: { $ref: '#/paths/~1items~1%7Bid%7D/put/responses/default/content/application~1json/schema' }",
          ', required: [message]',
        ),
      ),
      { message: NAME },
    ],
  ])('%s', async (_, given, want) => {
    const { received, faults } = await responses(documentWith(given));
    const { body, status } = received['a property is missing in the body'];
    expect({ status, body: JSON.parse(body) as unknown }).toEqual({ status: 400, body: want });
    expect(faults).toEqual([]);
  });
});

it('names each status by the code that the document lists for it', async () => {
  const code =
    'code: { enum: [not_found, validation_error, unauthorized, unsupported_media_type] }';
  const schema = object(`${code}, message: { type: string }`, ', required: [code, message]');
  const { received } = await responses(documentWith(json(schema)));
  const codes = Object.values(received).map(
    ({ body }) => (JSON.parse(body) as { code: string }).code,
  );
  expect(codes).toEqual([
    ...Array<string>(4).fill('validation_error'),
    'unauthorized',
    'unsupported_media_type',
  ]);
});

it.each([
  ['any integer', '{ type: integer }'],
  ['one of a list', '{ enum: [415, 400, 401] }'],
])('has in problem+json the status that is sent: %s', async (_, schema) => {
  const problem = object(`title: { type: string }, status: ${schema}, detail: { type: string }`);
  const content = `content: { application/problem+json: { schema: ${problem} } }`;
  const { received } = await responses(documentWith(content, '400'));
  for (const [name, { status, body }] of Object.entries(received)) {
    const wanted = name === 'there are no credentials' ? 401 : 400;
    expect([name, status]).toEqual([name, wanted]);
    if (status === 400) expect(JSON.parse(body)).toMatchObject({ status });
  }
});

it.each<[schema: string, sent: number, want: unknown]>([
  ['{ type: integer }', 410, 410],
  ['{ enum: [400, 404, 500, 502] }', 404, 404],
  ['{ enum: [400, 404, 500, 502] }', 502, 502],
  ['{ enum: [400, 404, 502, 500] }', 507, 500],
  ['{ enum: [404, 400, 500] }', 410, 400],
  ['{ enum: [404, 418, 501] }', 417, 418],
  ['{ enum: [404, 505, 501] }', 502, 501],
  ["{ enum: ['400', '502', '500'] }", 502, '502'],
])('says in the status_code %s for %i: %j', async (schema, status, want) => {
  const error = object(`status_code: ${schema}, message: { type: string }`);
  const yaml = `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths: { /: { get: { operationId: get, responses: { 200: { description: ok }, default: { description: no, ${json(error)} } } } } }
`;
  const kind = { status, number: 7, description: 'No' };
  const handlers = { get: () => Promise.resolve(new Failure(kind, 'no')) };
  await withDocument(yaml, handlers as never, {}, async ({ url }) => {
    const response = await fetch(url);
    expect([response.status, await response.json()]).toEqual([
      status,
      { status_code: want, message: 'no' },
    ]);
  });
});

it('takes of alternatives that require nothing the one whose texts name the failure', async () => {
  const alternatives = {
    FAILED: 'The server failed.',
    INVALID_REQUEST: 'The request is not well-formed or breaks the schema.',
    AUTHENTICATION_FAILURE: 'No credentials, or wrong ones.',
    UNSUPPORTED_MEDIA_TYPE: 'The media type of the payload is not supported.',
    UNPROCESSABLE_ENTITY: 'The action failed business validation.',
  };
  const details =
    'details: { type: array, items: { type: object, required: [issue], properties: { field: { type: string }, issue: { type: string }, description: { type: string } } } }';
  const schemas = Object.entries(alternatives).map(([name, message]) =>
    object(
      `name: { enum: [${name}] }, message: { type: string, enum: ['${message}'] }, ${details}, debug_id: { type: string }, links: { type: array, items: { type: object, properties: { href: { type: string }, rel: { type: string } } } }`,
    ),
  );
  const { received, faults } = await responses(
    documentWith(json(`{ oneOf: [${schemas.join()}] }`)),
  );
  const bodies = Object.values(received).map(({ body }) => JSON.parse(body) as { name: string });
  expect(bodies[0]).toEqual({
    name: 'INVALID_REQUEST',
    message: alternatives.INVALID_REQUEST,
    details: [{ field: 'tags.1.name', issue: '', description: NAME }],
  });
  expect(bodies.map(({ name }) => name)).toEqual([
    ...Array<string>(4).fill('INVALID_REQUEST'),
    'AUTHENTICATION_FAILURE',
    'UNSUPPORTED_MEDIA_TYPE',
  ]);
  expect(faults).toEqual([]);
});

describe('the message in other media types', () => {
  it.each<[name: string, given: string, want: { mediaType: string; body: string }]>([
    [
      'plain text',
      'content: { text/plain: {} }',
      { mediaType: 'text/plain; charset=utf-8', body: NAME },
    ],
    [
      'HTML',
      'content: { text/html: { schema: { type: string } } }',
      {
        mediaType: 'text/html; charset=utf-8',
        body: `<!DOCTYPE html>\n<html lang="en"><title>400 Bad Request</title><p>${NAME.replaceAll('"', '&quot;')}</p></html>\n`,
      },
    ],
    [
      'an element of XML',
      `content: { application/xml: { schema: ${object('code: { type: integer }, message: { type: string }')} } }`,
      {
        mediaType: 'application/xml',
        body: `<error>${NAME.replaceAll('"', '&quot;')}</error>`,
      },
    ],
    [
      'XML of the length that its schema allows',
      'content: { text/xml: { schema: { type: string, maxLength: 36 } } }',
      { mediaType: 'text/xml; charset=utf-8', body: '<error>The body a…</error>' },
    ],
    [
      'plain text, where XML could state no more',
      `content: { application/xml: { schema: ${object('message: { type: string }')} }, text/plain: {} }`,
      { mediaType: 'text/plain; charset=utf-8', body: NAME },
    ],
    [
      'JSON, where there is that too',
      `content: { text/html: {}, application/xml: {}, application/json: { schema: ${object('message: { type: string }')} } }`,
      { mediaType: 'application/json', body: JSON.stringify({ message: NAME }) },
    ],
  ])('%s', async (_, given, want) => {
    const { received, faults } = await responses(documentWith(given));
    const { mediaType, body } = received['a property is missing in the body'];
    expect({ mediaType, body }).toEqual(want);
    expect(faults).toEqual([]);
  });
});

it('lists ten faults at most', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
  const parameters = names.map(
    (name) => `{ name: ${name}, in: query, required: true, schema: {} }`,
  );
  const schema = demanded('errors: { type: array, items: { type: string } }');
  const yaml = `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths: { /items: { get: { operationId: list, parameters: [${parameters.join(', ')}], responses: { 400: { description: x, ${json(schema)} } } } } }
`;
  const handlers = { list: () => Promise.resolve({ status: 200 }) };
  const response = await withDocument(yaml, handlers, {}, ({ url }) => fetch(`${url}/items`));
  const { errors } = (await response.json()) as { errors: string[] };
  expect(errors).toEqual(
    names.slice(0, 10).map((name) => `The query parameter "${name}" is missing`),
  );
});
