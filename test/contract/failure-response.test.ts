import { Failure, failureKinds } from '../../src/contract/failure';
import { withDocument } from '../support/serve-document';

const { bodyTooLarge, invalidBody, missingCredentials, unavailable } = failureKinds;
const taken = { status: 409, number: 40901, description: 'The ISBN belongs to another book' };

interface Response {
  status: number;
  type: string | null;
  body: string;
}

/** What a client gets for a failure, by an operation with these responses, as YAML. */
async function responseFor(failure: Failure, responses: string): Promise<Response> {
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths: { /books: { post: { operationId: addBook, responses: ${responses} } } }
`;
  const handlers = { addBook: () => Promise.resolve(failure) };
  return withDocument(yaml, handlers, {}, async ({ url }) => {
    const response = await fetch(`${url}/books`, { method: 'POST' });
    const type = response.headers.get('content-type');
    return { status: response.status, type, body: await response.text() };
  });
}

const any = '{ description: x, content: { application/json: { schema: {} } } }';

describe('the status of a failure', () => {
  it.each<[name: string, given: { natural: number; responses: string }, want: number]>([
    ['exact', { natural: 409, responses: `{ 200: ${any}, 400: ${any}, 409: ${any} }` }, 409],
    ['by range', { natural: 409, responses: `{ 400: ${any}, 4XX: ${any} }` }, 409],
    ['by default', { natural: 409, responses: `{ 400: ${any}, default: ${any} }` }, 409],
    ['not documented: 400', { natural: 409, responses: `{ 200: ${any}, 400: ${any} }` }, 400],
    [
      'of an invalid body, where 422 is documented',
      { natural: 400, responses: `{ 200: ${any}, 422: ${any} }` },
      422,
    ],
    [
      'of an invalid body, where 400 and 422 are',
      { natural: 400, responses: `{ 422: ${any}, 400: ${any} }` },
      400,
    ],
    [
      'of other faults, where only 422 is documented',
      { natural: 409, responses: `{ 422: ${any} }` },
      409,
    ],
    [
      'for want of credentials, where 400 is documented',
      { natural: 401, responses: `{ 400: ${any} }` },
      401,
    ],
    ['not documented, nor is 400', { natural: 409, responses: `{ 200: ${any} }` }, 409],
    ['too large, not documented', { natural: 413, responses: `{ 400: ${any}, 409: ${any} }` }, 400],
    ['of the service, exact', { natural: 503, responses: `{ 503: ${any}, 500: ${any} }` }, 503],
    ['of the service, by range', { natural: 503, responses: `{ 5XX: ${any}, 400: ${any} }` }, 503],
    [
      'of the service, not documented: 500',
      { natural: 503, responses: `{ 400: ${any}, 500: ${any} }` },
      500,
    ],
    ['of the service, nor is 500', { natural: 503, responses: `{ 400: ${any} }` }, 503],
  ])('%s', async (_, given, want) => {
    const kinds = {
      400: invalidBody,
      401: missingCredentials,
      409: taken,
      413: bodyTooLarge,
      503: unavailable,
    };
    const kind = kinds[given.natural as keyof typeof kinds];
    const { status } = await responseFor(new Failure(kind, 'x'), given.responses);
    expect(status).toBe(want);
  });
});

describe('the body of a failure', () => {
  const string = '{ type: string }';
  const integer = '{ type: integer }';
  const object = (
    properties: Record<string, string>,
    required = Object.keys(properties),
  ): string => {
    const list = Object.entries(properties).map(([name, schema]) => `${name}: ${schema}`);
    return `{ type: object, required: [${required.join(', ')}], properties: { ${list.join(', ')} } }`;
  };
  const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  const problem = object(
    { type: string, title: string, status: integer, detail: string, instance: string },
    ['title'],
  );

  it.each([
    ['{ error, message }', {}, '{"error":409,"message":"x"}'],
    ['{ code }', { code: integer }, '{"code":409,"message":"x"}'],
    ['{ error_code }, a text', { error_code: string }, '{"error_code":"409","message":"x"}'],
  ])('has the status where its kind has no number: %s', async (_, properties, body) => {
    const failure = new Failure({ status: 409, description: 'The ISBN is taken' }, 'x');
    const schema = Object.keys(properties).length === 0 ? '{}' : object(properties);
    const response = await responseFor(failure, `{ 409: { description: x, ${json(schema)} } }`);
    expect(response).toMatchObject({ status: 409, body });
  });

  it.each<[name: string, given: string, want: { type: string | null; body: string }]>([
    [
      '{ error, message }',
      json(object({ error: integer, message: string })),
      { type: 'application/json', body: '{"error":40901,"message":"It is taken"}' },
    ],
    [
      'any JSON',
      json('{}'),
      { type: 'application/json', body: '{"error":40901,"message":"It is taken"}' },
    ],
    [
      'RFC 9457',
      `content: { application/problem+json: { schema: ${problem} } }`,
      {
        type: 'application/problem+json',
        body: '{"type":"about:blank","title":"The ISBN belongs to another book","status":409,"detail":"It is taken"}',
      },
    ],
    [
      '{ code, message }',
      json(object({ code: integer, message: string })),
      { type: 'application/json', body: '{"code":40901,"message":"It is taken"}' },
    ],
    [
      '{ code, message } with a text as code',
      json(object({ code: string, message: string })),
      { type: 'application/json', body: '{"code":"40901","message":"It is taken"}' },
    ],
    [
      '{ error, message } with a text as error',
      json(object({ error: string, message: string })),
      { type: 'application/json', body: '{"error":"40901","message":"It is taken"}' },
    ],
    [
      'inside { error }',
      json(object({ error: object({ code: integer, message: string }) })),
      {
        type: 'application/json',
        body: '{"error":{"code":40901,"message":"It is taken"}}',
      },
    ],
    [
      '{ error } alone',
      json(object({ error: string })),
      { type: 'application/json', body: '{"error":"It is taken"}' },
    ],
    ['text', json(string), { type: 'application/json', body: '"It is taken"' }],
    [
      '{ message } alone',
      json(object({ message: string })),
      { type: 'application/json', body: '{"message":"It is taken"}' },
    ],
    [
      'the first media type that it fits',
      `content: { application/vnd.list+json: { schema: { type: array } }, application/json: { schema: {} } }`,
      { type: 'application/json', body: '{"error":40901,"message":"It is taken"}' },
    ],
    ['no content', 'headers: {}', { type: null, body: '' }],
    [
      'a schema that no error fits, for which the client is told all the same',
      json('{ not: {} }'),
      { type: 'application/json', body: '{"error":40901,"message":"It is taken"}' },
    ],
    [
      'a title that is the only place for the message',
      json('{ properties: { title: {}, status: {} } }'),
      { type: 'application/json', body: '{"title":"It is taken","status":409}' },
    ],
    [
      'a media type with a parameter',
      "content: { 'application/json; charset=utf-8': { schema: {} } }",
      {
        type: 'application/json; charset=utf-8',
        body: '{"error":40901,"message":"It is taken"}',
      },
    ],
  ])('%s', async (_, given, want) => {
    const failure = new Failure(taken, 'It is taken');
    const response = await responseFor(failure, `{ 409: { description: x, ${given} } }`);
    expect(response).toStrictEqual({ status: 409, ...want });
  });

  it('is { error, message } where the document states no response for it', async () => {
    const response = await responseFor(new Failure(taken, 'It is taken'), `{ 200: ${any} }`);
    expect(response).toStrictEqual({
      status: 409,
      type: 'application/json',
      body: '{"error":40901,"message":"It is taken"}',
    });
  });
});

it('tells the service of each failure that a response says', async () => {
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      parameters: [{ in: query, name: copies, schema: { type: integer } }]
      responses: { 204: { description: Added } }
`;
  const told: [number: number, operationId: string | undefined][] = [];
  const handlers = { addBook: () => Promise.resolve(new Failure(taken, 'Taken')) };
  const onFailure = ({ kind }: Failure, operationId?: string): void =>
    void told.push([kind.number ?? 0, operationId]);
  await withDocument(yaml, handlers, { onFailure }, async ({ url }) => {
    await fetch(`${url}/books`, { method: 'POST' });
    await fetch(`${url}/books?copies=many`, { method: 'POST' });
    await fetch(`${url}/books`);
    await fetch(`${url}/`);
  });
  expect(told).toEqual([
    [taken.number, 'addBook'],
    [failureKinds.invalidParameter.number, 'addBook'],
    [failureKinds.methodNotAllowed.number, undefined],
    [failureKinds.notFound.number, undefined],
  ]);
});
