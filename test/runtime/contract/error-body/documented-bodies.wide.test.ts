import { load } from 'js-yaml';
import { HyperjumpValidator } from '../../../../src/tools/judge/second-validator';
import { ErrorJudge } from '../../../lab/corpus/error-judge';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { Failure } from '../../../../src/runtime/contract';
import type { LoadedContract } from '../../../../src/tools/validators/validators';
import { serveDocument } from '../../../support/serve-document';
import { useStarted } from '../../../support/use-started';
import { itEach } from '../../../support/it-each';

/** Refused requests get the bodies that documents of many kinds state, each judged by a second validator. */

const object = (properties: string, rest = ''): string =>
  `{ type: object, properties: { ${properties} }${rest} }`;
/** An object that must have all its properties. */
const demanded = (properties: string, rest = ''): string => {
  const names = Object.keys(load(`{ ${properties} }`) as object);
  return object(properties, `, required: [${names.join(', ')}]${rest}`);
};
const CAUSED = object(
  "message: { type: string }, cause: { $ref: '#/components/schemas/Caused' }",
  ', required: [message]',
);

/** The responses of the operations of the document that all rows share. */
const documented: string[] = [];

/** Adds an operation whose responses for failures are its `default`, or the given one. @returns its place */
function add(content: string, key = 'default'): number {
  return (
    documented.push(`{ 200: { description: Put }, ${key}: { description: no, ${content} } }`) - 1
  );
}

const json = (schema: string, key?: string): number =>
  add(`content: { application/json: { schema: ${schema} } }`, key);

const pathItem = (responses: string, index: number): string => `
  /items${index}/{id}:
    put:
      operationId: put${index}
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
      responses: ${responses}`;

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

let failure: Failure | undefined;
let loaded: LoadedContract;
const served = useStarted(() => {
  const yaml = `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths: ${documented.map(pathItem).join('')}
components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas: { Caused: ${CAUSED} }
`;
  loaded = loadContract(parseSource(yaml, 'items.yaml').document, { lazy: true });
  const handler = (): Promise<Failure | { status: number }> =>
    Promise.resolve(failure ?? { status: 200 });
  const handlers = Object.fromEntries(documented.map((_, index) => [`put${index}`, handler]));
  const authenticators = {
    token: () => Promise.resolve({ outcome: 'accepted' as const, principal: { name: 'someone' } }),
  };
  return serveDocument(yaml, handlers, { authenticators });
});
beforeEach(() => served.faults.splice(0));

async function send(
  index: number,
  { path = GOOD.path, headers = {}, body = GOOD.body }: Broken = {},
): Promise<Received> {
  const all = Object.entries({ ...GOOD.headers, ...headers }).filter(([, value]) => value !== '');
  const response = await fetch(served.url + path.replace('/items', `/items${index}`), {
    method: 'PUT',
    headers: Object.fromEntries(all),
    ...(body !== '' && { body }),
  });
  const mediaType = response.headers.get('content-type') ?? '';
  return { status: response.status, mediaType, body: await response.text() };
}

const NAMES = Object.keys(requests) as Name[];
const ONE = requests['a property is missing in the body'];
const SEVERAL = requests['two parameters and the body are wrong'];

const LIMIT = 'The query parameter "limit" must be at most 9';
const TRACE = 'The header parameter "X-Trace" is missing';
const TAGS = 'The body lacks the property "tags"';
const NAME = 'The body at "/tags/1" lacks the property "name"';

const uuid = expect.stringMatching(/^[0-9a-f]{8}-/) as string;

describe('the body for several faults at once', () => {
  itEach<[index: number, want: unknown]>({
    'of FastAPI': [
      json(
        object(
          'detail: { type: array, items: { type: object, required: [loc, msg, type], properties: { loc: { type: array, items: { anyOf: [{ type: string }, { type: integer }] } }, msg: { type: string }, type: { type: string } } } }',
        ),
        '422',
      ),
      {
        detail: [
          { loc: ['query', 'limit'], msg: LIMIT, type: 'bad_request' },
          { loc: ['header', 'X-Trace'], msg: TRACE, type: 'bad_request' },
          { loc: ['body', 'tags'], msg: TAGS, type: 'bad_request' },
        ],
      },
    ],
    'of problem+json with members that must be there': [
      add(
        `content: { application/problem+json: { schema: ${object(
          'type: { type: string, format: uri-reference }, title: { type: string }, status: { type: integer, minimum: 400, maximum: 599 }, detail: { type: string }, instance: { type: string, format: uri-reference }, traceId: { type: string, format: uuid }, timestamp: { type: string, format: date-time }, errors: { type: array, items: { type: object, properties: { detail: { type: string }, pointer: { type: string } } } }',
          ', required: [type, title, status, traceId, timestamp, errors]',
        )} } }`,
        '4XX',
      ),
      {
        type: 'about:blank',
        title: 'A parameter is missing or does not match its schema',
        status: 400,
        detail: LIMIT,
        traceId: uuid,
        timestamp: expect.stringMatching(/^20.*Z$/) as string,
        errors: [{ detail: LIMIT }, { detail: TRACE }, { detail: TAGS, pointer: '' }],
      },
    ],
    'of JSON:API': [
      add(
        `content: { application/vnd.api+json: { schema: ${demanded('errors: { type: array, minItems: 1, items: { type: object, properties: { id: { type: string }, status: { type: string }, code: { type: string }, title: { type: string }, detail: { type: string }, source: { type: object, properties: { pointer: { type: string }, parameter: { type: string }, header: { type: string } } } } } }')} } }`,
      ),
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
    'of texts': [
      json(demanded('errors: { type: array, maxItems: 2, items: { type: string } }')),
      { errors: [LIMIT, TRACE] },
    ],
    'by name': [
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
    'nested, with details': [
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
  })('%s', async (_, index, want) => {
    expect(JSON.parse((await send(index, SEVERAL)).body)).toEqual(want);
  });
});

describe('the body for one fault', () => {
  itEach<[index: number, want: unknown]>({
    '{ code, message, traceId }': [
      json(
        demanded('code: { type: integer }, message: { type: string }, traceId: { type: string }'),
      ),
      { code: 40003, message: NAME, traceId: uuid },
    ],
    'a code of a list': [
      json(
        demanded(
          'code: { enum: [NOT_FOUND, UNAUTHENTICATED, INVALID_ARGUMENT, INTERNAL] }, message: { type: string }',
        ),
      ),
      { code: 'INVALID_ARGUMENT', message: NAME },
    ],
    'a status as code': [
      json(demanded('code: { type: integer, maximum: 599 }, reason: { type: string }')),
      { code: 400, reason: NAME },
    ],
    'a status of a list': [
      json(demanded('status: { enum: [404, 400, 415, 500] }, message: { type: string }')),
      { status: 400, message: NAME },
    ],
    'of Spring': [
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
        path: expect.stringMatching(/^\/items\d+\/\{id\}$/) as string,
      },
    ],
    'of OpenAI': [
      json(
        demanded(
          `error: ${demanded("type: { type: string }, message: { type: string }, param: { type: [string, 'null'] }, code: { type: [string, 'null'] }")}`,
        ),
      ),
      {
        error: { type: 'bad_request', message: NAME, param: 'tags.1.name', code: '40003' },
      },
    ],
    'one of several shapes, by the constant that fits best': [
      json(
        `{ oneOf: [${demanded('type: { const: not_found }, message: { type: string }')}, ${demanded('type: { const: invalid_request }, message: { type: string }')}] }`,
      ),
      { type: 'invalid_request', message: NAME },
    ],
    'one of several shapes, of which one says nothing': [
      json(
        `{ oneOf: [${demanded('id: { type: integer }', ', additionalProperties: false')}, ${demanded('description: { type: string }', ', additionalProperties: false')}] }`,
      ),
      { description: NAME },
    ],
    'by allOf': [
      json(
        `{ allOf: [${demanded('message: { type: string }')}, ${demanded('success: { type: boolean }, version: { type: string, example: v2 }')}] }`,
      ),
      { message: NAME, success: false, version: 'v2' },
    ],
    'with values that may be null, or have a default': [
      json(
        demanded(
          'message: { type: string }, value: { type: [string, "null"], example: not-an-email }, given: { example: not-an-email }, flavour: { type: [string, "null"], default: api, examples: [not-an-email] }',
        ),
      ),
      { message: NAME, value: null, given: null, flavour: 'api' },
    ],
    'without a name that says anything': [
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
    'with a code alone, in an object that may have more': [
      json(demanded('code: { enum: [a, invalid] }')),
      { code: 'invalid', message: NAME },
    ],
    'with a message that must be short': [
      json(demanded('message: { type: string, maxLength: 11 }', ', additionalProperties: false')),
      { message: 'The body a…' },
    ],
    'a map of texts': [
      json('{ type: object, additionalProperties: { type: string } }'),
      { error: '40003', message: NAME },
    ],
    'a list of texts': [json('{ type: array, items: { type: string } }'), [NAME]],
    'a schema that refers to itself': [
      json("{ $ref: '#/components/schemas/Caused' }"),
      { message: NAME },
    ],
  })('%s', async (_, index, want) => {
    const { body, status } = await send(index, ONE);
    expect({ status, body: JSON.parse(body) as unknown }).toEqual({ status: 400, body: want });
    expect(served.faults).toEqual([]);
  });
});

describe('each status', () => {
  const codes = object(
    'code: { enum: [not_found, validation_error, unauthorized, unsupported_media_type] }, message: { type: string }',
    ', required: [code, message]',
  );
  const named = json(codes);

  it('is named by the code that the document lists for it', async () => {
    for (const name of NAMES) {
      const { status, body } = await send(named, requests[name]);
      const code = { 401: 'unauthorized', 415: 'unsupported_media_type' }[status];
      expect(JSON.parse(body)).toMatchObject({ code: code ?? 'validation_error' });
    }
  });

  it.each(
    ['{ type: integer }', '{ enum: [415, 400, 401] }'].map((schema) => {
      const problem = object(
        `title: { type: string }, status: ${schema}, detail: { type: string }`,
      );
      const content = `content: { application/problem+json: { schema: ${problem} } }`;
      return [schema, add(content, '400')] as const;
    }),
  )('is in problem+json the one that is sent: %s', async (_, index) => {
    for (const name of NAMES) {
      const { status, body } = await send(index, requests[name]);
      expect([name, status]).toEqual([name, name === 'there are no credentials' ? 401 : 400]);
      if (status === 400) expect(JSON.parse(body)).toMatchObject({ status });
    }
  });

  const statusCode = (schema: string): number =>
    json(object(`status_code: ${schema}, message: { type: string }`));
  const listed = statusCode('{ enum: [400, 404, 500, 502] }');

  it.each<[index: number, sent: number, want: unknown]>([
    [statusCode('{ type: integer }'), 410, 410],
    [listed, 404, 404],
    [listed, 502, 502],
    [statusCode('{ enum: [400, 404, 502, 500] }'), 507, 500],
    [statusCode('{ enum: [404, 400, 500] }'), 410, 400],
    [statusCode('{ enum: [404, 418, 501] }'), 417, 418],
    [statusCode('{ enum: [404, 505, 501] }'), 502, 501],
    [statusCode("{ enum: ['400', '502', '500'] }"), 502, '502'],
  ])('is in the status_code of /items%i for %i: %j', async (index, status, want) => {
    failure = new Failure({ status, number: 7, description: 'No' }, 'no');
    const sent = await send(index);
    failure = undefined;
    expect([sent.status, JSON.parse(sent.body)]).toEqual([
      status,
      { status_code: want, message: 'no' },
    ]);
  });
});

describe('alternatives that require nothing', () => {
  const messages = {
    FAILED: 'The server failed.',
    INVALID_REQUEST: 'The request is not well-formed or breaks the schema.',
    AUTHENTICATION_FAILURE: 'No credentials, or wrong ones.',
    UNSUPPORTED_MEDIA_TYPE: 'The media type of the payload is not supported.',
    UNPROCESSABLE_ENTITY: 'The action failed business validation.',
  };
  const details =
    'details: { type: array, items: { type: object, required: [issue], properties: { field: { type: string }, issue: { type: string }, description: { type: string } } } }';
  const schemas = Object.entries(messages).map(([name, message]) =>
    object(
      `name: { enum: [${name}] }, message: { type: string, enum: ['${message}'] }, ${details}, debug_id: { type: string }, links: { type: array, items: { type: object, properties: { href: { type: string }, rel: { type: string } } } }`,
    ),
  );
  const index = json(`{ oneOf: [${schemas.join()}] }`);

  it('are chosen by their texts, which name the failure', async () => {
    expect(JSON.parse((await send(index, ONE)).body)).toEqual({
      name: 'INVALID_REQUEST',
      message: messages.INVALID_REQUEST,
      details: [{ field: 'tags.1.name', issue: '', description: NAME }],
    });
    for (const name of NAMES) {
      const { status, body } = await send(index, requests[name]);
      const wanted = { 401: 'AUTHENTICATION_FAILURE', 415: 'UNSUPPORTED_MEDIA_TYPE' }[status];
      expect(JSON.parse(body)).toMatchObject({ name: wanted ?? 'INVALID_REQUEST' });
    }
    expect(served.faults).toEqual([]);
  });
});

describe('the message in other media types', () => {
  const escaped = NAME.replaceAll('"', '&quot;');

  itEach<[index: number, want: Omit<Received, 'status'>]>({
    'plain text': [
      add('content: { text/plain: {} }'),
      { mediaType: 'text/plain; charset=utf-8', body: NAME },
    ],
    HTML: [
      add('content: { text/html: { schema: { type: string } } }'),
      {
        mediaType: 'text/html; charset=utf-8',
        body: `<!DOCTYPE html>\n<html lang="en"><title>400 Bad Request</title><p>${escaped}</p></html>\n`,
      },
    ],
    'an element of XML': [
      add(
        `content: { application/xml: { schema: ${object('code: { type: integer }, message: { type: string }')} } }`,
      ),
      { mediaType: 'application/xml', body: `<error>${escaped}</error>` },
    ],
    'XML of the length that its schema allows': [
      add('content: { text/xml: { schema: { type: string, maxLength: 36 } } }'),
      { mediaType: 'text/xml; charset=utf-8', body: '<error>The body a…</error>' },
    ],
    'plain text, where XML could state no more': [
      add(
        `content: { application/xml: { schema: ${object('message: { type: string }')} }, text/plain: {} }`,
      ),
      { mediaType: 'text/plain; charset=utf-8', body: NAME },
    ],
    'JSON, where there is that too': [
      add(
        `content: { text/html: {}, application/xml: {}, application/json: { schema: ${object('message: { type: string }')} } }`,
      ),
      { mediaType: 'application/json', body: JSON.stringify({ message: NAME }) },
    ],
  })('%s', async (_, index, want) => {
    expect(await send(index, ONE)).toEqual({ status: 400, ...want });
    expect(served.faults).toEqual([]);
  });
});

describe('a list of faults', () => {
  const limited = json(demanded('errors: { type: array, items: { type: string } }'));

  it('has ten at most', async () => {
    const body = JSON.stringify({ tags: Array.from({ length: 30 }, () => ({})) });
    const { body: text } = await send(limited, { body });
    expect(JSON.parse(text)).toEqual({
      errors: Array.from(
        { length: 10 },
        (_, index) => `The body at "/tags/${index}" lacks the property "name"`,
      ),
    });
  });
});

describe('an ID', () => {
  const traced = json(demanded('traceId: { type: string }'));

  it('is another one in each response', async () => {
    const bodies = [await send(traced, ONE), await send(traced, ONE)];
    expect(bodies[0]!.body).not.toBe(bodies[1]!.body);
  });
});

it.each(NAMES)('a second validator finds no fault with any where %s', async (name) => {
  const judge = new ErrorJudge(loaded, HyperjumpValidator.of(loaded));
  for (const [index, operation] of loaded.operations.entries()) {
    expect(await judge.judge(operation, await send(index, requests[name]))).toBeUndefined();
  }
});
