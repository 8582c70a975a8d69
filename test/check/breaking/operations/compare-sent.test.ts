import type { JsonObject } from '../../../../src/generate/index';
import {
  body,
  changesOf,
  documentOf,
  expectChanges,
  query,
  response,
  type Row,
  told,
} from '../../../support/changed-documents';

const hook = (operation: JsonObject): JsonObject => ({
  post: { responses: { 200: { description: 'Taken' } }, ...operation },
});
const webhook = (operation?: JsonObject): JsonObject =>
  documentOf({}, { webhooks: operation ? { added: hook(operation) } : {} });
const callback = (operation?: JsonObject): JsonObject => {
  const items = { '{$request.body#/url}': hook(operation ?? {}) };
  return documentOf({ callbacks: operation ? { done: items } : {} });
};

/** The service sends the requests, and its clients receive them. */
const ROWS: readonly Row[] = [
  ['may have what it could not', body({ maxLength: 4 }), body({ maxLength: 5 }), ['major widened']],
  ['has less', body({ maxLength: 5 }), body({ maxLength: 4 }), ['minor narrowed']],
  [
    'has a property no longer that need not be there',
    body({ type: 'object', properties: { a: { type: 'string' } } }),
    body({ type: 'object' }),
    ['minor property-removed'],
  ],
  [
    'need not have a property',
    body({ type: 'object', properties: { a: {} }, required: ['a'] }),
    body({ type: 'object', properties: { a: {} } }),
    ['major widened'],
  ],
  ['has no body', body({}), {}, ['major request-body-removed']],
  ['has a body', {}, body({}, { required: true }), ['minor request-body-added']],
  ['need not have a body', body({}, { required: true }), body({}), ['major request-body-optional']],
  ['always has a body', body({}), body({}, { required: true }), ['minor request-body-required']],
  [
    'may be of a type that clients do not know',
    { requestBody: { content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/plain': {}, 'application/xml': {} } } },
    ['major request-media-type-added'],
  ],
  [
    'is of one type only',
    { requestBody: { content: { 'text/plain': {}, 'application/xml': {} } } },
    { requestBody: { content: { 'text/plain': {} } } },
    ['minor request-media-type-removed'],
  ],
  ['has a required parameter', {}, query({ required: true }), ['minor parameter-added']],
  ['has no parameter', query({}), {}, ['minor parameter-removed']],
  ['lacks a parameter', query({ required: true }), {}, ['major parameter-removed']],
  ['need not have a parameter', query({ required: true }), query({}), ['major parameter-optional']],
  [
    'may be answered by less',
    response({ enum: ['a', 'b'] }),
    response({ enum: ['a'] }),
    ['major narrowed'],
  ],
  [
    'may be answered by more',
    response({ enum: ['a'] }),
    response({ enum: ['a', 'b'] }),
    ['minor widened'],
  ],
  [
    'may be answered by another status',
    { responses: { 200: { description: 'a' } } },
    { responses: { 200: { description: 'a' }, 410: { description: 'b' } } },
    ['minor response-added'],
  ],
  [
    'may not be answered by a status',
    { responses: { 200: { description: 'a' }, 410: { description: 'b' } } },
    { responses: { 200: { description: 'a' } } },
    ['major response-removed'],
  ],
  [
    'must be answered with a header',
    { responses: { 200: { description: 'a' } } },
    {
      responses: { 200: { description: 'a', headers: { 'X-Id': { required: true, schema: {} } } } },
    },
    ['major response-header-added'],
  ],
  ['is deprecated', {}, { deprecated: true }, ['minor deprecated']],
  ['has no credentials', { security: [{ key: [] }] }, {}, ['major security-added']],
  ['has credentials', {}, { security: [{ key: [] }] }, []],
];

const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };

describe.each([
  ['webhook', webhook],
  ['callback', callback],
])('a %s', (kind, documentWith) => {
  const of = (operation?: JsonObject): JsonObject => ({
    ...documentWith(operation),
    components: { securitySchemes },
  });

  it('that is gone is missed, and one that is new is not', async () => {
    expect(told(await changesOf(of({}), of()))).toEqual([`major ${kind}-removed`]);
    expect(told(await changesOf(of(), of({})))).toEqual([`minor ${kind}-added`]);
  });

  it('asks for nothing that the document asks of clients', async () => {
    const secured = { ...of({}), security: [{ key: [] }] };
    const changes = await changesOf(of({}), secured);
    expect(changes.map(({ operation }) => operation)).toEqual(['POST /things/{id}']);
  });
});

it('tells of the request of a callback', async () => {
  const of = (operation: JsonObject): JsonObject => ({
    callbacks: { done: { '{$request.body#/url}': hook(operation) } },
  });
  await expectChanges(
    ROWS.map(([name, base, revision, want]) => [name, of(base), of(revision), want]),
    { components: { securitySchemes } },
  );
});

it('tells of the request of a webhook', async () => {
  const of = (operations: readonly JsonObject[]): JsonObject => {
    const hooks = operations.map((each, index) => [`hook${index}`, hook(each)]);
    const webhooks = Object.fromEntries(hooks) as JsonObject;
    return documentOf({}, { webhooks, components: { securitySchemes } });
  };
  const [base, revision] = [of(ROWS.map((row) => row[1])), of(ROWS.map((row) => row[2]))];
  const changes = await changesOf(base, revision);
  const found = ROWS.map(([name], index) => [
    name,
    told(changes.filter(({ operation }) => operation === `webhook hook${index} POST`)),
  ]);
  expect(found).toEqual(ROWS.map(([name, , , want]) => [name, want]));
});

it('names webhooks and callbacks', async () => {
  const [base, revision] = [
    { ...webhook(body({ maxLength: 4 })), ...{ paths: callback(body({ maxLength: 4 })).paths } },
    { ...webhook(body({ maxLength: 5 })), ...{ paths: callback(body({ maxLength: 5 })).paths } },
  ];
  const changes = await changesOf(base, revision);
  expect(changes.map(({ operation }) => operation)).toEqual([
    'POST /things/{id} callback done {$request.body#/url} POST',
    'webhook added POST',
  ]);
});

it('sends what is read-only, and not what is write-only', async () => {
  const schema = (readOnly: string, writeOnly: string): JsonObject => ({
    type: 'object',
    properties: {
      a: { type: readOnly, readOnly: true },
      b: { type: writeOnly, writeOnly: true },
    },
    required: ['a', 'b'],
  });
  const base = webhook(body(schema('string', 'string')));
  const changes = await changesOf(base, webhook(body(schema('integer', 'string'))));
  expect(told(changes)).toEqual(['minor narrowed', 'major widened']);
});
