import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import createClient, { type Client } from 'openapi-fetch';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { exactJson, withContract } from '../../../src/runtime/client';
import { serveDocument, type ServedDocument } from '../../support/serve-document';

const DOCUMENT = `openapi: 3.1.0
info: { title: Beds, version: 1.0.0 }
paths:
  /beds/{id}:
    put:
      operationId: putBed
      parameters: [{ in: path, name: id, required: true, schema: { type: integer, format: int64 } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } }
      responses:
        2XX:
          description: The bed
          content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } }
        404: { description: None, content: { application/json: { schema: { type: object } } } }
  /text:
    get:
      operationId: readText
      responses:
        200: { description: Text, content: { text/plain: { schema: { type: string } } } }
components:
  schemas:
    Bed:
      type: object
      required: [id]
      properties:
        id: { type: integer, format: int64 }
        rows: { type: integer }
        day: { type: string, format: date }
        plants:
          type: array
          items:
            oneOf:
              - { type: object, required: [plant], properties: { plant: { type: integer, format: int64 } } }
              - { type: object, required: [name], properties: { name: { type: string } } }
`;

interface Bed {
  readonly id: bigint;
  readonly rows?: number;
  readonly day?: string;
  readonly plants?: readonly ({ readonly plant: bigint } | { readonly name: string })[];
}

/** As generation writes them. */
interface Paths {
  '/beds/{id}': {
    put: {
      parameters: { path: { id: bigint } };
      requestBody: { content: { 'application/json': Bed } };
      responses: { 200: { content: { 'application/json': Bed } } };
    };
  };
  '/text': { get: { responses: { 200: { content: { 'text/plain': string } } } } };
}

type Answer = (response: ServerResponse) => void;

let service: ServedDocument;
/** Answers as a test wants it, whatever it is asked. */
const other = createServer((_, response) => answer(response));
let answer: Answer = (response) => response.end();

beforeAll(async () => {
  service = await serveDocument(DOCUMENT, {
    putBed: (input) => Promise.resolve({ status: 200, body: Object(input).body as unknown }),
    readText: () => Promise.resolve({ status: 200, body: '9007199254740993' }),
  });
  await once(other.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  other.close();
  await service.close();
});

const { contract, validators } = loadContract(parseSource(DOCUMENT, 'beds.yaml').document);

function exactClient(baseUrl: string): Client<Paths> {
  const { bodySerializer, middleware } = exactJson({ contract, validators });
  const client = createClient<Paths>({ baseUrl, bodySerializer });
  client.use(middleware);
  return client;
}

async function put(bed: Bed, client = exactClient(service.url)): Promise<unknown> {
  const { data } = await client.PUT('/beds/{id}', {
    params: { path: { id: bed.id } },
    body: bed,
  });
  return data;
}

/** What a client makes of another server's response. */
async function receive(given: Answer): Promise<object> {
  answer = given;
  const { port } = other.address() as AddressInfo;
  const { data, error } = await exactClient(`http://127.0.0.1:${port}/behind`).PUT('/beds/{id}', {
    params: { path: { id: 1n } },
    body: { id: 1n },
  });
  return { data, error };
}

const sends =
  (body: string, status = 200, type = 'application/json'): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(body);

it.each<[string, Bed]>([
  ['the last', { id: 2n ** 63n - 1n }],
  ['the first', { id: -(2n ** 63n) }],
  ['one that a double rounds', { id: 9007199254740993n }],
  ['a small one, and none', { id: 1n, rows: 2, day: '2026-01-01' }],
  ['in lists, by the schema that applies', { id: 1n, plants: [{ plant: 3n }, { name: '4' }] }],
])('an integer of 64 bits is exact on both ways: %s', async (_, bed) => {
  expect(await put(bed)).toStrictEqual(bed);
});

it('is exact where the client writes by the contract, too', async () => {
  const client = withContract(createClient<Paths>({ baseUrl: service.url }), { contract });
  client.use(exactJson({ contract, validators }).middleware);
  const bed = { id: 9007199254740993n, plants: [{ plant: 2n ** 63n - 1n }] };
  expect(await put(bed, client)).toStrictEqual(bed);
});

it.each<[string, Answer, object]>([
  [
    'without a length',
    (response) => {
      response.writeHead(201, { 'content-type': 'application/json; charset=utf-8' });
      response.write('{"id":90071992');
      response.end('54740993,"more":1}');
    },
    { data: { id: 9007199254740993n } },
  ],
  ['without content', (response) => response.writeHead(204).end(), {}],
  ['empty', sends(''), {}],
  ['of an error', sends('{"id":2}', 404), { error: { id: 2 } }],
  ['that the document does not have', sends('{"id":2}', 302), { error: { id: 2 } }],
  ['of another type', sends('{"id":2}', 200, 'application/x+json'), { data: { id: 2 } }],
])('takes a response %s', async (_, given, want) => {
  expect(await receive(given)).toEqual({ data: undefined, error: undefined, ...want });
});

it.each<[string, string, RegExp]>([
  ['is no JSON', '{', /^The response to \/beds\/\{id\} is not well-formed JSON at line 1, /],
  ['does not fit its schema', '{"id":"1"}', /^The response to \/beds\/\{id\} .*"\/id".* integer/],
  ['is no integer', '{"id":1.5}', /"\/id".* integer/],
])('rejects a response that %s', async (_, text, message) => {
  await expect(receive(sends(text))).rejects.toThrow(message);
});

it('reads what is no JSON as it is', async () => {
  const { data } = await exactClient(service.url).GET('/text', { parseAs: 'text' });
  expect(data).toBe('9007199254740993');
});
