import type { Change } from '../../../../src/tools/check/breaking/change';
import type { JsonObject } from '../../../../src/tools/document';
import {
  body,
  changesOf,
  documentOf,
  expectChanges,
  ID,
  query,
  response,
  type Row,
  told,
} from '../../../support/changed-documents';
import { titled } from '../../../support/it-each';

const schemes = { components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } };

const MANY = Array.from({ length: 60 }, (_, index) => `kind-${index}`);
const objectOf = (kind: string): JsonObject => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind } },
});

const STRUCTURE: readonly Row[] = titled({
  'an optional parameter is new': [{}, query({}), ['minor parameter-added']],
  'a required parameter is new': [{}, query({ required: true }), ['major parameter-added']],
  'a parameter is gone': [query({}), {}, ['major parameter-removed']],
  'a parameter is required': [query({}), query({ required: true }), ['major parameter-required']],
  'a parameter need not be there': [
    query({ required: true }),
    query({}),
    ['minor parameter-optional'],
  ],
  'a parameter is written otherwise': [
    query({ schema: { type: 'array', items: { type: 'string' } } }),
    query({ schema: { type: 'array', items: { type: 'string' } }, explode: false }),
    ['major parameter-serialization'],
  ],
  'a parameter of plain values is not exploded': [
    query({ schema: { type: 'string' } }),
    query({ schema: { type: 'string' }, explode: false }),
    [],
  ],
  'a body is new': [{}, body({}), ['minor request-body-added']],
  'a required body is new': [{}, body({}, { required: true }), ['major request-body-added']],
  'a body is gone': [body({}), {}, ['major request-body-removed']],
  'a body is required': [body({}), body({}, { required: true }), ['major request-body-required']],
  'a range covers a media type': [
    { requestBody: { content: { 'text/plain': {} } } },
    { requestBody: { content: { 'text/*': {} } } },
    ['minor request-media-type-added'],
  ],
  'a refusal is gone': [
    { responses: { 200: { description: 'a' }, 404: { description: 'b' } } },
    { responses: { 200: { description: 'a' } } },
    ['minor response-removed'],
  ],
  'a header that was promised is gone': [
    response({}, { headers: { 'X-Total': { required: true, schema: {} } } }),
    response({}),
    ['major response-header-removed'],
  ],
  'a header that may be there is gone': [
    response({}, { headers: { 'X-Total': { schema: {} } } }),
    response({}),
    ['minor response-header-removed'],
  ],
});

const SCHEMAS: readonly Row[] = titled({
  'a body is shorter': [body({ maxLength: 5 }), body({ maxLength: 4 }), ['major narrowed']],
  'a body may be longer': [body({ maxLength: 4 }), body({ maxLength: 5 }), ['minor widened']],
  'a property is new in a closed response': [
    response({ type: 'object', additionalProperties: false }),
    response({ type: 'object', properties: { a: {} }, additionalProperties: false }),
    ['minor property-added', 'major widened'],
  ],
  'members of any name are of one type, once': [
    body({ type: 'object' }),
    body({ type: 'object', additionalProperties: { type: 'string' } }),
    ['major narrowed'],
  ],
  'one of many values is gone': [
    body({ type: 'object', properties: { a: { enum: MANY } } }),
    body({ type: 'object', properties: { a: { enum: MANY.slice(0, -1) } } }),
    ['major narrowed'],
  ],
  'there is one alternative more than many': [
    response({ anyOf: MANY.slice(0, -1).map(objectOf) }),
    response({ anyOf: MANY.map(objectOf) }),
    ['major widened'],
  ],
  'the pattern of a response is gone': [
    response({ type: 'string', pattern: '^a' }),
    response({ type: 'string' }),
    ['minor widened'],
  ],
  'a number is an integer in a parameter': [
    query({ schema: { type: 'number' } }),
    query({ schema: { type: 'integer' } }),
    ['major narrowed'],
  ],
  'an integer is text in a parameter': [
    query({ schema: { type: 'integer' } }),
    query({ schema: { type: 'string' } }),
    ['minor widened'],
  ],
  'texts hold something else': [
    body({ type: 'string', contentEncoding: 'base64' }),
    body({ type: 'string', contentEncoding: 'base32' }),
    ['major content-changed'],
  ],
  'a schema has no value any more': [
    body({ type: 'string' }),
    body({ type: 'string', allOf: [false] }),
    ['major narrowed'],
  ],
  'what was no schema of any value is another one': [
    body({ type: 'string', enum: [1] }),
    body({ type: 'integer', enum: ['1'] }),
    [],
  ],
});

it('tells of parameters, bodies and responses', () => expectChanges(STRUCTURE));

it('tells of schemas, and shows what differs', async () => {
  const changes = await expectChanges(SCHEMAS);
  const isOfSchema = ({ rule }: Change): boolean => ['narrowed', 'widened'].includes(rule);
  const shown = changes.filter(isOfSchema);
  expect(shown.filter(({ witness }) => witness === undefined)).toEqual([]);
});

const by = (...security: JsonObject[]): JsonObject => ({ security });
const SECURITY: readonly Row[] = [
  ['nobody needs credentials', by({ key: [] }), by(), ['minor security-removed']],
  ['everybody needs credentials', by(), by({ key: [] }), ['major security-added']],
  ['credentials need a scope', by({ key: [] }), by({ key: ['write'] }), ['major security-added']],
  [
    'credentials need no scope',
    by({ key: ['write'] }),
    by({ key: [] }),
    ['minor security-removed'],
  ],
  ['credentials may be left out', by({ key: [] }), by({ key: [] }, {}), ['minor security-removed']],
  [
    'credentials may not be left out',
    by({ key: [] }, {}),
    by({ key: [] }),
    ['major security-added'],
  ],
];

it('tells of credentials', async () => {
  await expectChanges(SECURITY, schemes);
});

describe('an operation', () => {
  const without = (paths: JsonObject = {}): JsonObject => documentOf({}, { paths });

  it('that is gone breaks, and one that is new does not', async () => {
    await expect(changesOf(documentOf({}), without())).resolves.toEqual([
      expect.objectContaining({ rule: 'operation-removed', level: 'major', version: 'base' }),
    ]);
    await expect(changesOf(without(), documentOf({}))).resolves.toEqual([
      expect.objectContaining({ rule: 'operation-added', level: 'minor', version: 'revision' }),
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['whose sunset is over', { deprecated: true, 'x-sunset': '2020-01-01' }, 'minor'],
    ['whose sunset is to come', { deprecated: true, 'x-sunset': '9020-01-01' }, 'major'],
    ['that was not deprecated', { 'x-sunset': '2020-01-01' }, 'major'],
    ['of which nothing is promised', { 'x-stability-level': 'alpha' }, 'minor'],
  ])('%s may be gone or not', async (_, operation, level) => {
    const changes = await changesOf(documentOf(operation), without());
    expect(told(changes)).toEqual([`${level} operation-removed`]);
  });

  it('of another template of the same path is the same', async () => {
    const parameters = [{ ...ID, name: 'thing' }];
    const paths = {
      '/things/{thing}': { parameters, post: { responses: { 200: { description: '' } } } },
    };
    await expect(changesOf(documentOf({}), without(paths))).resolves.toEqual([]);
  });
});

it('shows what no longer is taken, and where the document says so', async () => {
  const schema = (maximum: number): JsonObject => ({
    type: 'object',
    properties: { size: { type: 'integer', minimum: 0, maximum } },
  });
  const [change] = await changesOf(documentOf(body(schema(9))), documentOf(body(schema(8))));
  expect(change).toMatchObject({
    operation: 'POST /things/{id}',
    message:
      'the request body no longer accepts all that it accepted: the value at "/size" must be at most 8',
    pointer:
      '/paths/~1things~1{id}/post/requestBody/content/application~1json/schema/properties/size/maximum',
    witness: { value: { size: 9 } },
  });
});

const PAST = '2020-01-01';
const SOON = '9020-01-01';
const LATE = '9021-01-01';
const until = (sunset: string): { deprecated: true; 'x-sunset': string } => ({
  deprecated: true,
  'x-sunset': sunset,
});

const ROWS: readonly Row[] = titled({
  'an operation is deprecated': [{}, { deprecated: true }, ['minor deprecated']],
  'it is deprecated no longer': [{ deprecated: true }, {}, ['patch deprecation-withdrawn']],
  'its end is announced': [{}, until(SOON), ['minor deprecated', 'minor sunset-changed']],
  'its end is announced later': [{ deprecated: true }, until(SOON), ['minor sunset-changed']],
  'its end is over when announced': [{}, until(PAST), ['minor deprecated', 'major sunset-changed']],
  'its end is no date': [{}, until('soon'), ['minor deprecated', 'major sunset-changed']],
  'its end is earlier': [until(LATE), until(SOON), ['major sunset-changed']],
  'its end is later': [until(SOON), until(LATE), ['minor sunset-changed']],
  'its end is the same day': [until(SOON), until(`${SOON}T00:00:00Z`), []],
  'its end is not said any more': [until(SOON), { deprecated: true }, ['major sunset-changed']],
  'nothing ends that is not deprecated': [{}, { 'x-sunset': SOON }, []],
  'a parameter is deprecated': [query({}), query({ deprecated: true }), ['minor deprecated']],
  'the end of a parameter is earlier': [
    query(until(LATE)),
    query(until(SOON)),
    ['major sunset-changed'],
  ],
  'it is less stable': [{}, { 'x-stability-level': 'beta' }, ['major stability-decreased']],
  'it is more stable': [{ 'x-stability-level': 'beta' }, {}, []],
  'its stability is said in other words': [{}, { 'x-stability-level': 'preview' }, []],
  'its stability is not understood any more': [
    { 'x-stability-level': 'beta' },
    { 'x-stability-level': 'preview' },
    ['major stability-decreased'],
  ],
  'its name changes in clients that are generated': [
    { operationId: 'addThing' },
    { operationId: 'createThing' },
    ['minor operation-id-changed'],
  ],
  'it loses its name': [{ operationId: 'addThing' }, {}, ['minor operation-id-changed']],
  'it is given a name': [{}, { operationId: 'addThing' }, []],
});

const of = (more: object): JsonObject =>
  body({ type: 'object', properties: { a: { type: 'string', ...more } } });

const PROPERTIES: readonly Row[] = [
  ['a property is deprecated', of({}), of({ deprecated: true }), ['minor deprecated']],
  ['it is deprecated no more', of({ deprecated: true }), of({}), ['patch deprecation-withdrawn']],
  ['it ends earlier', of(until(LATE)), of(until(SOON)), ['major sunset-changed']],
  [
    'a property is less stable',
    of({}),
    of({ 'x-stability-level': 'beta' }),
    ['major stability-decreased'],
  ],
];

it('tells of the lifecycle', () => expectChanges([...ROWS, ...PROPERTIES]));

const NOTHING: readonly Row[] = [
  ['what describes an operation', {}, { summary: 'A', description: 'B', tags: ['C'] }, []],
  ['what leads to more', {}, { externalDocs: { url: 'https://example.com' } }, []],
  ['extensions', { 'x-a': 1 }, { 'x-b': [2] }, []],
  ['what describes a parameter', query({}), query({ description: 'A', example: 'b' }), []],
];

it('tells nothing of what describes', async () => {
  const about = { title: 'Others', version: '1.0.0', license: { name: 'MIT' }, contact: {} };
  const others = { info: about, tags: [{ name: 'C' }], 'x-c': true };
  await expectChanges(NOTHING, [{}, others]);
});
