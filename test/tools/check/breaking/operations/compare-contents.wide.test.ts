import type { JsonObject } from '../../../../../src/tools/document';
import {
  expectChanges,
  type Row,
  body,
  changesOf,
  documentOf,
  query,
  response,
  told,
} from '../../../../support/changed-documents';
import { titled } from '../../../../support/it-each';

const JSON_TEXT = { schema: { type: 'string' } };
const NUMBER = { schema: { type: 'integer' } };

const takes = (content: JsonObject): JsonObject => ({ requestBody: { content } });
const gives = (content: JsonObject): JsonObject => ({
  responses: { 200: { description: 'Done', content } },
});
const answers = (responses: JsonObject): JsonObject => ({ responses });
const done = (type: string): JsonObject => ({
  description: 'Done',
  content: { 'application/json': { schema: { type } } },
});

const MEDIA_TYPES: readonly Row[] = titled({
  'a body has a schema': [
    takes({ 'application/json': {} }),
    takes({ 'application/json': JSON_TEXT }),
    ['major schema-added'],
  ],
  'a body has no schema any more': [
    takes({ 'application/json': JSON_TEXT }),
    takes({ 'application/json': {} }),
    ['minor schema-removed'],
  ],
  'a response has a schema': [
    gives({ 'application/json': {} }),
    gives({ 'application/json': JSON_TEXT }),
    ['minor schema-added'],
  ],
  'a response has no schema any more': [
    gives({ 'application/json': JSON_TEXT }),
    gives({ 'application/json': {} }),
    ['major schema-removed'],
  ],
  'a schema that says nothing is as good as none': [
    gives({ 'application/json': { schema: { description: 'Anything' } } }),
    gives({ 'application/json': {} }),
    [],
  ],
  'charset and case make no other type': [
    { ...takes({ 'application/json': JSON_TEXT }), ...gives({ 'Text/Plain': {} }) },
    {
      ...takes({ 'application/json; charset=utf-8': JSON_TEXT }),
      ...gives({ 'text/plain;charset=utf-8': {} }),
    },
    [],
  ],
  'another parameter makes another type': [
    takes({ 'application/json;version=1': JSON_TEXT }),
    takes({ 'application/json;version=2': JSON_TEXT }),
    ['major request-media-type-removed', 'minor request-media-type-added'],
  ],
  'a body is of a type where it was of a range': [
    takes({ 'application/*': JSON_TEXT }),
    takes({ 'application/json': JSON_TEXT }),
    ['major request-media-type-removed', 'minor request-media-type-added'],
  ],
  'a response is of a type where it was of a range': [
    gives({ 'application/*': JSON_TEXT }),
    gives({ 'application/json': JSON_TEXT }),
    ['minor response-media-type-removed'],
  ],
  'a type has a schema of its own, of which its range took more': [
    takes({ '*/*': {} }),
    takes({ '*/*': {}, 'application/json': JSON_TEXT }),
    ['minor request-media-type-added', 'major schema-added'],
  ],
  'a response is of a type of JSON': [
    gives({ 'application/json': JSON_TEXT }),
    gives({ 'application/problem+json': NUMBER }),
    ['minor response-media-type-removed', 'minor narrowed', 'major widened'],
  ],
  'a response is JSON of any type': [
    gives({ 'application/problem+json': JSON_TEXT }),
    gives({ 'application/json': JSON_TEXT }),
    ['major response-media-type-removed', 'minor response-media-type-added'],
  ],
  'a part is encoded otherwise': [
    takes({ 'multipart/form-data': { schema: { type: 'object' } } }),
    takes({
      'multipart/form-data': {
        schema: { type: 'object' },
        encoding: { a: { contentType: 'image/png' } },
      },
    }),
    ['major encoding-changed'],
  ],
  'items of a stream are others': [
    gives({ 'application/jsonl': { itemSchema: { type: 'integer' } } }),
    gives({ 'application/jsonl': { itemSchema: { type: 'string' } } }),
    ['minor narrowed', 'major widened'],
  ],
});

type Content = readonly [mediaType: string, value: JsonObject];

const BYTES = { type: 'string', format: 'binary' };
const OCTETS = { type: 'string', contentMediaType: 'application/octet-stream' };
const ENCODED = { type: 'string', contentEncoding: 'base64' };
const WORDS = { type: 'string' };
const of = (type: string, schema?: JsonObject): Content => [type, schema ? { schema } : {}];
const part = (f: JsonObject, contentType?: string): Content => [
  'multipart/form-data',
  {
    schema: { type: 'object', properties: { f } },
    ...(contentType !== undefined && { encoding: { f: { contentType } } }),
  },
];
const json = (schema: JsonObject): Content => of('application/json', schema);
const png = { type: 'string', contentMediaType: 'image/png' };

/** Words of OpenAPI 3.0 and of later versions. */
const SAME_BYTES: readonly (readonly [name: string, one: Content, other: Content])[] = titled({
  'a file': [part(BYTES), part(OCTETS)],
  files: [part({ type: 'array', items: BYTES }), part({ type: 'array', items: OCTETS })],
  'a file that may be null': [
    part({ ...BYTES, type: ['string', 'null'] }),
    part({ anyOf: [OCTETS, { type: 'null' }] }),
  ],
  'a file of parts of a schema': [part({ allOf: [WORDS, { format: 'binary' }] }), part(OCTETS)],
  'a file of a stated media type': [part(BYTES, 'image/png'), part(png, 'image/png')],
  'a text of a media type of bytes': [part(WORDS, 'image/png'), part(BYTES, 'image/png')],
  'bytes without a schema': [of('application/pdf', BYTES), of('application/pdf')],
  'bytes of any schema': [of('image/png', BYTES), of('image/png', {})],
  'bytes of a named media type': [of('image/png', BYTES), of('image/png', png)],
  'bytes as text': [of('application/zip', BYTES), of('application/zip', WORDS)],
  'text without a schema': [of('text/plain', WORDS), of('text/plain')],
  'encoded bytes': [json({ ...WORDS, format: 'byte' }), json(ENCODED)],
  'encoded bytes of any kind': [
    json({ ...WORDS, format: 'byte' }),
    json({ ...OCTETS, ...ENCODED }),
  ],
  'bytes in the alphabet of URLs': [
    json({ ...WORDS, format: 'base64url' }),
    json({ ...WORDS, contentEncoding: 'base64url' }),
  ],
  'a file in another case': [
    part({ ...WORDS, contentMediaType: 'Application/OCTET-stream' }),
    part(BYTES),
  ],
  'encoded parts': [part({ ...WORDS, format: 'byte' }), part(ENCODED)],
});

const OTHER_BYTES: typeof SAME_BYTES = [
  ['a text', part(BYTES), part(WORDS)],
  ['a text by its new word', part(OCTETS), part(WORDS)],
  ['texts', part({ type: 'array', items: OCTETS }), part({ type: 'array', items: WORDS })],
  ['encoded', part(BYTES), part(ENCODED)],
  ['a page', part(OCTETS), part({ ...WORDS, contentMediaType: 'text/html; charset=utf-8' })],
  ['a picture of another kind', part(png), part({ ...WORDS, contentMediaType: 'image/jpeg' })],
  ['a text of a page', part(BYTES), part({ ...WORDS, contentMediaType: 'text/html' })],
  ['encoded as a whole', of('text/plain', ENCODED), of('text/plain', WORDS)],
  ['encoded where nothing was said', of('text/plain', ENCODED), of('text/plain')],
  ['encoded otherwise', json(ENCODED), json({ ...WORDS, format: 'base64url' })],
];

const KINDS_OF_BYTES: typeof SAME_BYTES = [
  ['a picture', part(BYTES), part(png)],
  ['pictures', part({ type: 'array', items: OCTETS }), part({ type: 'array', items: png })],
];

describe.each(['3.0.4 to 3.1.1', '3.1.1 to 3.2.0', '3.0.4 to 3.2.0'])('from %s', (versions) => {
  it.each([
    ['tells nothing of two words for the same bytes', SAME_BYTES, []],
    ['tells of a kind of bytes', KINDS_OF_BYTES, ['minor content-changed']],
    ['tells of other bytes', OTHER_BYTES, ['major content-changed']],
  ])('%s', async (_, pairs, want) => {
    const [before, after] = versions.split(' to ');
    const rows = pairs.flatMap(([name, one, other]) =>
      [takes, gives].flatMap((side, index): Row[] =>
        [[one, other] as const, [other, one] as const].map(([was, is], way) => [
          `${name} ${index} ${way}`,
          ...([side(Object.fromEntries([was])), side(Object.fromEntries([is]))] as const),
          want,
        ]),
      ),
    );
    await expectChanges(rows, [{ openapi: before }, { openapi: after }]);
  });
});

it('says by which word the base has bytes', async () => {
  const [base, revision] = [part(BYTES), part(WORDS)].map((content) => {
    return documentOf(takes(Object.fromEntries([content])));
  });
  const [change] = await changesOf(base!, revision!);
  expect(change?.message).toBe(
    'the request body at "/f" has no contentMediaType, where the base has the format "binary"',
  );
  expect(change?.pointer).toMatch(/\/properties\/f\/format$/);
});

const STATUSES: readonly Row[] = titled({
  'a status is one of a range': [
    answers({ '2XX': done('string') }),
    answers({ 200: done('string') }),
    ['minor response-removed'],
  ],
  'a status is of a range': [
    answers({ 200: done('string') }),
    answers({ '2XX': done('string') }),
    ['minor response-added'],
  ],
  'a status is unlike its range': [
    answers({ 200: done('string'), '4XX': done('string') }),
    answers({ 200: done('string'), '4XX': done('string'), 404: done('integer') }),
    ['minor narrowed', 'major widened'],
  ],
  'a range is what the default was': [
    answers({ 200: done('string'), default: done('string') }),
    answers({ 200: done('string'), '5XX': done('string'), default: done('string') }),
    [],
  ],
  'a success has another status': [
    answers({ 200: done('string') }),
    answers({ 201: done('string') }),
    ['major response-removed', 'minor response-added'],
  ],
  'the body is optional': [
    { requestBody: { required: true, content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/plain': {} } } },
    ['minor request-body-optional'],
  ],
});

it('tells of contents and statuses', async () => {
  await expectChanges([...MEDIA_TYPES, ...STATUSES], { openapi: '3.2.0' });
});

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
const ROWS: readonly Row[] = titled({
  'may have what it could not': [body({ maxLength: 4 }), body({ maxLength: 5 }), ['major widened']],
  'has less': [body({ maxLength: 5 }), body({ maxLength: 4 }), ['minor narrowed']],
  'has a property no longer that need not be there': [
    body({ type: 'object', properties: { a: { type: 'string' } } }),
    body({ type: 'object' }),
    ['minor property-removed'],
  ],
  'need not have a property': [
    body({ type: 'object', properties: { a: {} }, required: ['a'] }),
    body({ type: 'object', properties: { a: {} } }),
    ['major widened'],
  ],
  'has no body': [body({}), {}, ['major request-body-removed']],
  'has a body': [{}, body({}, { required: true }), ['minor request-body-added']],
  'need not have a body': [body({}, { required: true }), body({}), ['major request-body-optional']],
  'always has a body': [body({}), body({}, { required: true }), ['minor request-body-required']],
  'may be of a type that clients do not know': [
    { requestBody: { content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/plain': {}, 'application/xml': {} } } },
    ['major request-media-type-added'],
  ],
  'is of one type only': [
    { requestBody: { content: { 'text/plain': {}, 'application/xml': {} } } },
    { requestBody: { content: { 'text/plain': {} } } },
    ['minor request-media-type-removed'],
  ],
  'has a required parameter': [{}, query({ required: true }), ['minor parameter-added']],
  'has no parameter': [query({}), {}, ['minor parameter-removed']],
  'lacks a parameter': [query({ required: true }), {}, ['major parameter-removed']],
  'need not have a parameter': [query({ required: true }), query({}), ['major parameter-optional']],
  'may be answered by less': [
    response({ enum: ['a', 'b'] }),
    response({ enum: ['a'] }),
    ['major narrowed'],
  ],
  'may be answered by more': [
    response({ enum: ['a'] }),
    response({ enum: ['a', 'b'] }),
    ['minor widened'],
  ],
  'may be answered by another status': [
    { responses: { 200: { description: 'a' } } },
    { responses: { 200: { description: 'a' }, 410: { description: 'b' } } },
    ['minor response-added'],
  ],
  'may not be answered by a status': [
    { responses: { 200: { description: 'a' }, 410: { description: 'b' } } },
    { responses: { 200: { description: 'a' } } },
    ['major response-removed'],
  ],
  'must be answered with a header': [
    { responses: { 200: { description: 'a' } } },
    {
      responses: { 200: { description: 'a', headers: { 'X-Id': { required: true, schema: {} } } } },
    },
    ['major response-header-added'],
  ],
  'is deprecated': [{}, { deprecated: true }, ['minor deprecated']],
  'has no credentials': [{ security: [{ key: [] }] }, {}, ['major security-added']],
  'has credentials': [{}, { security: [{ key: [] }] }, []],
});

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
    const sunset = { deprecated: true, 'x-sunset': '2020-01-01' };
    expect(told(await changesOf(of({}), of()))).toEqual([`major ${kind}-removed`]);
    expect(told(await changesOf(of(sunset), of()))).toEqual([`minor ${kind}-removed`]);
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
