import type { AnyErrorMapper } from '../../../src/runtime/contract/error-body/error-mapper';
import { Failure, type FailureKind, failureKinds } from '../../../src/runtime/contract/failure';
import { type EncodedFailure, FailureCache } from '../../../src/runtime/contract/failure-cache';
import type { Service } from '../../../src/runtime/contract';
import { sendRaw } from '../../support/raw-http';
import { withDocument } from '../../support/serve-document';
import { SharedService } from './shared-service';
import { itEach } from '../../support/it-each';

const { bodyTooLarge, forbidden, invalidBody, missingCredentials, notFound, unavailable } =
  failureKinds;
const taken = { status: 409, number: 40901, description: 'The ISBN belongs to another book' };

const told: [number: number, operationId: string | undefined][] = [];
const service = new SharedService({
  onFailure: ({ kind }, operationId) => void told.push([kind.number ?? 0, operationId]),
});

const any = '{ description: x, content: { application/json: { schema: {} } } }';

describe('the status of a failure', () => {
  itEach<[kind: FailureKind, path: string, want: number]>({
    exact: [taken, service.add(`{ 200: ${any}, 400: ${any}, 409: ${any} }`), 409],
    'by range': [taken, service.add(`{ 400: ${any}, 4XX: ${any} }`), 409],
    'by default': [taken, service.add(`{ 400: ${any}, default: ${any} }`), 409],
    'not documented: 400': [taken, service.add(`{ 200: ${any}, 400: ${any} }`), 400],
    'of an invalid body, where 422 is documented': [
      invalidBody,
      service.add(`{ 200: ${any}, 422: ${any} }`),
      422,
    ],
    'of an invalid body, where 400 and 422 are': [
      invalidBody,
      service.add(`{ 422: ${any}, 400: ${any} }`),
      400,
    ],
    'of other faults, where only 422 is': [taken, service.add(`{ 422: ${any} }`), 409],
    'for want of credentials': [missingCredentials, service.add(`{ 400: ${any} }`), 401],
    'not documented, nor is 400': [taken, service.add(`{ 200: ${any} }`), 409],
    'too large': [bodyTooLarge, service.add(`{ 400: ${any}, 409: ${any} }`), 400],
    'of the service, exact': [unavailable, service.add(`{ 503: ${any}, 500: ${any} }`), 503],
    'of the service, by range': [unavailable, service.add(`{ 5XX: ${any}, 400: ${any} }`), 503],
    'of the service: 500': [unavailable, service.add(`{ 400: ${any}, 500: ${any} }`), 500],
    'of the service, nor is 500': [unavailable, service.add(`{ 400: ${any} }`), 503],
  })('%s', async (_, kind, path, want) => {
    const { response } = await service.get(path, new Failure(kind, 'x'));
    expect(response.status).toBe(want);
  });
});

describe('the body of a failure', () => {
  const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
  const required = (name: string, schema: string): string =>
    `{ type: object, required: [${name}], properties: { ${name}: ${schema} } }`;
  const add = (content: string): string => service.add(`{ 409: { description: x, ${content} } }`);
  const JSON_TYPE = 'application/json';
  const usual = '{"error":40901,"message":"It is taken"}';

  itEach({
    '{ error, message }': [add(json('{}')), '{"error":409,"message":"x"}'],
    '{ code }': [add(json(required('code', '{ type: integer }'))), '{"code":409,"message":"x"}'],
    '{ error_code }, a text': [
      add(json(required('error_code', '{ type: string }'))),
      '{"error_code":"409","message":"x"}',
    ],
  })('has the status where its kind has no number: %s', async (_, path, body) => {
    const failure = new Failure({ status: 409, description: 'The ISBN is taken' }, 'x');
    const { response, text } = await service.get(path, failure);
    expect([response.status, text]).toEqual([409, body]);
  });

  itEach<[path: string, mediaType: string | null, body: string]>({
    'any JSON': [add(json('{}')), JSON_TYPE, usual],
    '{ error, message } with a text as error': [
      add(json(required('error', '{ type: string }, message: {}'))),
      JSON_TYPE,
      '{"error":"40901","message":"It is taken"}',
    ],
    '{ error } alone': [
      add(json(required('error', '{ type: string }'))),
      JSON_TYPE,
      '{"error":"It is taken"}',
    ],
    text: [add(json('{ type: string }')), JSON_TYPE, '"It is taken"'],
    'the first media type that it fits': [
      add('content: { application/a+json: { schema: { type: array } }, application/b+json: {} }'),
      'application/b+json',
      usual,
    ],
    'no content': [add('headers: {}'), null, ''],
    'a title that is the only place for the message': [
      add(json('{ properties: { title: {}, status: {} } }')),
      JSON_TYPE,
      '{"title":"It is taken","status":409}',
    ],
    'a media type with a parameter': [
      add("content: { 'application/json; charset=utf-8': { schema: {} } }"),
      'application/json; charset=utf-8',
      usual,
    ],
  })('%s', async (_, path, mediaType, body) => {
    const { response, text } = await service.get(path, new Failure(taken, 'It is taken'));
    const { status, headers } = response;
    expect([status, headers.get('content-type'), text]).toEqual([409, mediaType, body]);
  });
});

const query = '{ in: query, name: copies, schema: { type: integer } }';
const counted = service.add('{ 204: { description: Added } }', `parameters: [${query}]`);

it('tells the service of each failure that a response says', async () => {
  const operationId = `get${counted.slice(1)}`;
  told.length = 0;
  const failure = new Failure(taken, 'Taken');
  await service.get(counted, failure);
  await service.get(counted, failure);
  await service.get(`${counted}?copies=many`, failure);
  await service.get(counted, failure, { method: 'POST' });
  await service.get('/', failure);
  expect(told).toEqual([
    [taken.number, operationId],
    [taken.number, operationId],
    [failureKinds.invalidParameter.number, operationId],
    [failureKinds.methodNotAllowed.number, undefined],
    [notFound.number, undefined],
  ]);
});

const MESSAGE = '{ type: object, required: [message], properties: { message: { type: string } } }';
const POINTED =
  '{ type: object, required: [message, pointer], properties: { message: { type: string }, pointer: { type: string } } }';
const FAULTS = `{ type: object, required: [errors], properties: { errors: { type: array, items: ${POINTED} } } }`;
const shelved = (schema: string): string =>
  `{ default: { description: x, headers: { X-Shelf: { schema: { type: string } } }, content: { application/json: { schema: ${schema} } } } }`;

function at(pointer: string): Failure {
  const faults = [{ in: 'body', pointer, message: 'is wrong' }] as const;
  return new Failure(notFound, 'No', { faults });
}

function onShelf(shelf: string): Failure {
  return new Failure(notFound, 'No', { headers: { 'X-Shelf': shelf } });
}

describe('a failure that comes again', () => {
  const plain = service.add(shelved(MESSAGE));
  const listing = service.add(shelved(FAULTS));

  it('gets the response of another one only where they have everything in common', async () => {
    const rows: [Failure, status: number, shelf: string | null][] = [
      [onShelf('1'), 404, '1'],
      [onShelf('2'), 404, '2'],
      [new Failure(notFound, 'No'), 404, null],
      [new Failure(forbidden, 'No'), 403, null],
      [onShelf('1'), 404, '1'],
      [onShelf('1'), 404, '1'],
    ];
    for (const [failure, status, shelf] of rows) {
      const { response } = await service.get(plain, failure);
      expect([response.status, response.headers.get('x-shelf')]).toEqual([status, shelf]);
    }
  });

  it('has its own faults', async () => {
    for (const pointer of ['/a', '/b', '/b']) {
      const { text } = await service.get(listing, at(pointer));
      expect(text).toBe(`{"errors":[{"message":"is wrong","pointer":"${pointer}"}]}`);
    }
  });

  describe('where something is around the service', () => {
    let count = 0;
    const addShelf = (headers: object): Record<string, string> =>
      Object.assign(headers, 'X-Shelf' in headers ? {} : { 'X-Shelf': String(++count) });
    const around = (inner: Service): Service => ({
      ...inner,
      handle: async (request) => {
        const response = await inner.handle(request);
        return response && Object.assign(response, { headers: addShelf(response.headers) });
      },
    });
    const decorated = new SharedService({ around });
    const path = decorated.add(shelved(MESSAGE));

    it('may have its response changed', async () => {
      for (const shelf of ['1', '2', '3']) {
        const { response } = await decorated.get(path, at('/a'));
        expect(response.headers.get('x-shelf')).toBe(shelf);
      }
    });
  });
});

describe('a cache of responses for failures', () => {
  const encoded = (body: string): EncodedFailure => ({
    response: { status: 404, headers: {}, body },
    gaps: [],
  });
  const newCache = (): FailureCache => FailureCache.of({ contract: { errorBodies: [] } })!;

  it('forgets when it is given many', () => {
    const cache = newCache();
    const first = new Failure(notFound, 'first');
    cache.set(undefined, first, encoded('x'));
    expect(cache.get(undefined, first)).toStrictEqual(encoded('x'));
    for (let count = 0; count < 500; count++) {
      cache.set(undefined, new Failure(notFound, String(count)), encoded('x'));
    }
    expect(cache.get(undefined, first)).toBeUndefined();
  });

  it.each<[string, Failure, string]>([
    ['message', new Failure(notFound, 'x'.repeat(2_001)), ''],
    ['body', new Failure(notFound, 'x'), 'x'.repeat(2_001)],
    ['pointer', at(`/${'x'.repeat(2_000)}`), ''],
    ['header', onShelf('x'.repeat(2_001)), ''],
  ])('keeps no long %s', (_, failure, body) => {
    const cache = newCache();
    cache.set(undefined, failure, encoded(body));
    expect(cache.get(undefined, failure)).toBeUndefined();
  });
});

describe('the body that the service makes of a failure', () => {
  let errorBody: AnyErrorMapper;
  const mapping = new SharedService({ errorBody: (...given) => errorBody(...given) });
  const named = ['limit', 'after'].map((name) => `{ name: ${name}, in: query, schema: { type: integer } }`); // prettier-ignore
  const add = (content: string): string =>
    mapping.add(
      `{ 200: { description: Listed }, 4XX: { description: Why not, content: { ${content} } } }`,
      `parameters: [${named.join(', ')}]`,
    );
  const reason = add(
    'application/json: { schema: { type: object, required: [reason], additionalProperties: false, properties: { reason: { type: string, maxLength: 40 } } } }',
  );
  const table = add('text/csv: {}');
  const derived = '{"reason":"The query parameter \\"limit\\" must be of …"}';

  it('gets the failure with all of its faults each time, and what the body is for', async () => {
    const calls: unknown[] = [];
    errorBody = ({ kind, details }, context) => {
      calls.push([kind.number, details.faults?.map(({ name }) => name), context]);
      return undefined;
    };
    await mapping.get(`${reason}?limit=x&after=y`, undefined);
    await mapping.get(`${reason}?limit=x&after=y`, undefined);
    const operationId = `get${reason.slice(1)}`;
    const context = { operationId, status: 400, mediaType: 'application/json' };
    expect(calls).toEqual(Array(2).fill([40004, ['limit', 'after'], context]));
  });

  itEach<[path: string, mapper: AnyErrorMapper, want: string, fault?: string]>({
    'is sent': [reason, () => ({ reason: 'no' }), '{"reason":"no"}'],
    'is sent as text, where that is documented': [table, () => 'no,no', 'no,no'],
    'is derived where it returns undefined': [reason, () => undefined, derived],
    'is derived, and a fault, where it does not fit': [
      reason,
      () => ({ reason: 7 }),
      derived,
      'got from "errorBody" a body that at "/reason" must be of type string',
    ],
    'is derived, and a fault, where it throws': [
      reason,
      () => {
        throw new Error('oh no');
      },
      derived,
      'got no body from "errorBody", which threw Error: oh no',
    ],
  })('%s', async (_, path, mapper, want, fault = '') => {
    errorBody = mapper;
    const { text, faults } = await mapping.get(`${path}?limit=x`, undefined);
    const report = `The failure 40004 of "it", sent with the status 400, ${fault}; describe this kind of failure in the document`;
    expect([text, faults]).toEqual([want, fault === '' ? [] : [report]]);
  });
});

describe('the error body of what no operation covers', () => {
  const done = '200: { description: Done }';
  const stated = (key: string, name: string, type = 'application/json'): string =>
    `${key}: { description: Why not, content: { ${type}: { schema: { $ref: '#/components/schemas/${name}' } } } }`;

  const OWN = (error: number, message: string): object => ({ error, message });
  const NOTHING = 'There is nothing at this path for GET';
  const ONLY_GET = 'The path takes GET, HEAD, OPTIONS, not POST';

  itEach<[given: [string, string], want: [string, object, object]]>({
    'is that of all operations': [
      [`{ ${done}, ${stated('422', 'Fault')} }`, `{ ${done}, ${stated('default', 'Fault')} }`],
      ['application/json', { reason: NOTHING, status: 404 }, { reason: ONLY_GET, status: 405 }],
    ],
    'is that of those that state one': [
      [`{ ${done}, ${stated('4XX', 'Other', 'application/problem+json')} }`, `{ ${done} }`],
      ['application/problem+json', { message: NOTHING }, { message: ONLY_GET }],
    ],
    'is of none, where they differ': [
      [`{ ${done}, ${stated('400', 'Fault')} }`, `{ ${done}, ${stated('400', 'Other')} }`],
      ['application/json', OWN(40401, NOTHING), OWN(40501, ONLY_GET)],
    ],
    'is of none, where it is stated as all that there is': [
      [`{ ${stated('default', 'Fault')} }`, `{ ${done} }`],
      ['application/json', OWN(40401, NOTHING), OWN(40501, ONLY_GET)],
    ],
  })('%s', async (_, [first, second], [mediaType, notFound, notAllowed]) => {
    const yaml = `
openapi: 3.1.0
info: { title: Items, version: 1.0.0 }
paths:
  /a: { get: { operationId: a, responses: ${first} } }
  /b: { get: { operationId: b, responses: ${second} } }
components:
  schemas:
    Fault: { type: object, required: [reason], properties: { reason: { type: string }, status: { type: integer } } }
    Other: { type: object, required: [message], properties: { message: { type: string } } }
`;
    const handler = () => Promise.resolve({ status: 200 });
    await withDocument(yaml, { a: handler, b: handler }, {}, async ({ url }) => {
      const missing = await fetch(`${url}/c`);
      const wrong = await fetch(`${url}/a`, { method: 'POST' });
      const types = [missing, wrong].map(({ headers }) => headers.get('content-type'));
      expect(types).toEqual([mediaType, mediaType]);
      expect([missing.status, await missing.json()]).toEqual([404, notFound]);
      expect([wrong.status, await wrong.json()]).toEqual([405, notAllowed]);
      expect(wrong.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
      const [unparsed] = await sendRaw(url, 'GET / HTTP/1.1\r\nno field\r\n\r\n');
      const names = Object.keys(JSON.parse(unparsed!.body) as object);
      expect([unparsed!.status, names]).toEqual([400, Object.keys(notFound)]);
    });
  });
});
