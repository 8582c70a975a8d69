import {
  registerSchema,
  type SchemaObject,
  setShouldValidateFormat,
  validate,
} from '@hyperjump/json-schema/draft-2020-12';
import '@hyperjump/json-schema/formats';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020';
import {
  asObject,
  type Direction,
  isJsonObject,
  type JsonObject,
  strings,
} from '../../../../src/generate/index';
import type { Change } from '../../../../src/check/breaking/change';
import {
  body,
  changesOf,
  documentOf,
  query,
  response,
  type Row,
  told,
} from '../../../support/changed-documents';
import { object, SCHEMA_CHANGES, TEXT } from '../../../support/schema-changes';

type Judge = (schema: JsonObject, value: unknown) => Promise<boolean>;

const ajv = new Ajv2020({ strict: false, logger: false });
addFormats(ajv);

function byAjv(schema: JsonObject, value: unknown): Promise<boolean> {
  return Promise.resolve(ajv.compile(schema)(value));
}

let registered = 0;

async function byHyperjump(schema: JsonObject, value: unknown): Promise<boolean> {
  setShouldValidateFormat(true);
  const own = (json: unknown): SchemaObject => JSON.parse(JSON.stringify(json)) as SchemaObject;
  const uri = `https://witnesses.invalid/${registered++}`;
  registerSchema(own(schema), uri, 'https://json-schema.org/draft/2020-12/schema');
  return (await validate(uri, own(value))).valid;
}

/** Validators that are independent of those that find witnesses. */
const JUDGES: readonly (readonly [string, Judge])[] = [
  ['Ajv', byAjv],
  ['Hyperjump', byHyperjump],
];

/** Properties that the direction hides are not required. */
function demanded(schema: JsonObject, direction: Direction): JsonObject {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const properties = asObject(schema.properties);
  const isDemanded = (name: string): boolean => asObject(properties[name])[hidden] !== true;
  return 'required' in schema
    ? { ...schema, required: strings(schema.required).filter(isDemanded) }
    : schema;
}

/** A schema and its components as one JSON Schema document. */
function standalone(schema: unknown, components: JsonObject, direction: Direction): JsonObject {
  const whole = isJsonObject(schema) ? demanded(schema, direction) : { const: schema };
  const text = JSON.stringify({ ...whole, $defs: components });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as JsonObject;
}

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/** Changes of components deep in a body. */
const COMPONENTS: readonly (readonly [name: string, base: JsonObject, revision: JsonObject])[] = [
  [
    'a limit',
    { Inner: { type: 'integer', maximum: 9 } },
    { Inner: { type: 'integer', maximum: 8 } },
  ],
  ['a list of values', { Inner: { enum: ['a', 'b', 'c'] } }, { Inner: { enum: ['a', 'd'] } }],
  ['a type', { Inner: TEXT }, { Inner: { type: 'integer' } }],
  ['names', { Inner: object({ a: TEXT }) }, { Inner: object({ a: TEXT }, { required: ['a'] }) }],
  [
    'other names than expected',
    { Inner: object({ a: TEXT }) },
    { Inner: object({ a: TEXT }, { additionalProperties: false }) },
  ],
  [
    'an alternative',
    { Inner: { oneOf: [object({ a: TEXT }, { required: ['a'] }), TEXT] } },
    { Inner: { oneOf: [object({ a: TEXT }, { required: ['a'] }), { type: 'integer' }] } },
  ],
  [
    'schemas that hold themselves',
    { Inner: object({ next: ref('Inner'), size: { type: 'integer' } }) },
    { Inner: object({ next: ref('Inner'), size: { type: 'integer', minimum: 1 } }) },
  ],
];

const OUTER = object(
  {
    list: { type: 'array', minItems: 1, items: { allOf: [ref('Inner')] } },
    map: { type: 'object', additionalProperties: ref('Inner') },
    either: { anyOf: [{ type: 'null' }, ref('Inner')] },
    other: object({ inner: ref('Inner') }, { required: ['inner'] }),
  },
  { required: ['list'] },
);

/** The changes of a body; each witness among them is one by others. */
async function witnessed(
  direction: Direction,
  schemas: readonly [base: unknown, revision: unknown],
  components: readonly [base: JsonObject, revision: JsonObject] = [{}, {}],
): Promise<Change[]> {
  const part = direction === 'request' ? body : response;
  const [base, revision] = schemas.map((schema, index) =>
    documentOf(part(schema), { components: { schemas: components[index] } }),
  );
  const changes = await changesOf(base!, revision!);
  const [before, after] = schemas.map((schema, index) =>
    standalone(schema, components[index]!, direction),
  );
  for (const { rule, witness } of changes) {
    if (witness === undefined) continue;
    const { value } = witness;
    for (const [judge, accepts] of JUDGES) {
      const isNarrower = rule === 'narrowed';
      const verdict = {
        base: await accepts(before!, value),
        revision: await accepts(after!, value),
      };
      expect({ judge, rule, value, ...verdict }).toEqual({
        ...{ judge, rule, value, base: isNarrower, revision: !isNarrower },
      });
    }
  }
  return changes;
}

describe.each(['request', 'response'] as const)('of a body of a %s', (direction) => {
  it.each(SCHEMA_CHANGES)('tells that %s', async (_, base, revision, inRequest, inResponse) => {
    const changes = await witnessed(direction, [base, revision]);
    const want = direction === 'request' ? inRequest : inResponse;
    expect(told(changes).sort()).toEqual([...want].sort());
  });

  it.each(COMPONENTS)('finds a witness of %s in a component', async (_, before, after) => {
    const level = direction === 'request' ? 'major' : 'minor';
    const changes = await witnessed(direction, [OUTER, OUTER], [before, after]);
    expect(changes).toContainEqual(
      expect.objectContaining({ level, rule: 'narrowed', witness: expect.anything() as unknown }),
    );
  });
});

const PARAMETERS: readonly Row[] = [
  [
    'a text may mean more',
    query({ schema: { anyOf: [TEXT, { type: 'integer' }] } }),
    query({ schema: { anyOf: [TEXT, { type: 'integer' }, { type: 'boolean' }] } }),
    ['minor widened'],
  ],
  [
    'a text may mean less',
    query({ schema: { type: ['string', 'integer'] } }),
    query({ schema: { type: 'string' } }),
    ['undecided undecided'],
  ],
  [
    'a text that was anything is bounded',
    query({ schema: {} }),
    query({ schema: { ...TEXT, enum: ['a'] } }),
    ['major narrowed'],
  ],
  [
    'a text that was anything is a number',
    query({ schema: {} }),
    query({ schema: { type: 'integer' } }),
    ['major narrowed'],
  ],
  [
    'a default is another of what may be left out',
    query({ schema: { ...TEXT, default: 'a' } }),
    query({ schema: { ...TEXT, default: 'b' } }),
    ['major default-changed'],
  ],
  [
    'a default is new',
    query({ schema: TEXT }),
    query({ schema: { ...TEXT, default: 'b' } }),
    ['minor default-changed'],
  ],
  [
    'a default is another of what is always there',
    query({ required: true, schema: { ...TEXT, default: 'a' } }),
    query({ required: true, schema: { ...TEXT, default: 'b' } }),
    [],
  ],
];

const header = (schema: unknown): JsonObject => response(TEXT, { headers: { 'X-A': { schema } } });
const list = (items: unknown): JsonObject => ({ type: 'array', items });

it.each<[string, unknown, unknown]>([
  ['anything', {}, TEXT],
  ['anything of a length', { minLength: 2 }, { ...TEXT, minLength: 2 }],
  ['a list of anything', list({}), list(TEXT)],
])('tells nothing of a text that was %s', async (_, one, other) => {
  const parts = [(schema: unknown): JsonObject => query({ schema }), header];
  for (const part of parts) {
    const [base, revision] = [documentOf(part(one)), documentOf(part(other))];
    expect(await changesOf(base, revision)).toEqual([]);
    expect(await changesOf(revision, base)).toEqual([]);
  }
});

it.each(PARAMETERS)('tells that %s', async (_, base, revision, want) => {
  expect(told(await changesOf(documentOf(base), documentOf(revision)))).toEqual(want);
});

describe('of a schema that is an alternative in one version', () => {
  const size = { type: 'integer' };
  const SIZED = object({ name: TEXT, size }, { required: ['name'] });
  const $ref = '#/components/schemas/Sized';
  const of = (schema: JsonObject, more: JsonObject = {}): JsonObject =>
    documentOf(body(object({ sized: schema })), {
      ...{ openapi: '3.0.3', components: { schemas: { Sized: { ...SIZED, ...more } } } },
    });
  const anything = { anyOf: [{ $ref }, { nullable: true }] };
  const less = { properties: { name: { ...TEXT, maxLength: 3 }, size: { ...size, minimum: 3 } } };

  it.each<[string, JsonObject, JsonObject, readonly string[]]>([
    ['beside anything, and alone', of(anything), of({ $ref }), ['/type']],
    ['alone, and beside anything', of({ $ref }), of(anything), ['/type']],
    ['beside anything, and that takes less', of(anything), of(anything, less), []],
    [
      'beside anything, and alone and takes less',
      of(anything),
      of({ $ref }, less),
      ['/properties/name/maxLength', '/properties/size/minimum', '/type'],
    ],
    [
      'alone, and beside another and takes less',
      of({ $ref }),
      of({ oneOf: [{ type: 'array', items: {} }, { $ref }] }, less),
      ['/properties/name/maxLength', '/properties/size/minimum', '/type'],
    ],
  ])('tells what changes of one %s', async (_, base, revision, want) => {
    const changes = await changesOf(base, revision);
    expect(changes.map(({ pointer }) => `#${pointer}`).sort()).toEqual(
      want.map((each) => `${$ref}${each}`),
    );
  });
});

describe('points to', () => {
  const place = '/paths/~1things~1{id}/post/requestBody/content/application~1json/schema';
  const of = (inner: JsonObject, more: JsonObject = {}): JsonObject =>
    documentOf(body(object({ list: { type: 'array', items: object(inner, more) } })));

  it.each<[string, JsonObject, JsonObject, string, string]>([
    ['a property that is gone', of({ a: TEXT }), of({}), 'base', '/properties/a'],
    ['a property that is new', of({}), of({ a: TEXT }), 'revision', '/properties/a'],
    [
      'another default',
      of({ a: { default: 1 } }),
      of({ a: { default: 2 } }),
      'revision',
      '/properties/a/default',
    ],
    [
      'a default that is gone',
      of({ a: { default: 1 } }),
      of({ a: {} }),
      'base',
      '/properties/a/default',
    ],
    [
      'a keyword that refuses',
      of({ a: { type: 'integer' } }),
      of({ a: { type: 'integer', minimum: 7 } }),
      'revision',
      '/properties/a/minimum',
    ],
    [
      'a keyword that refused',
      of({ a: { type: 'integer', minimum: 7 } }),
      of({ a: { type: 'integer' } }),
      'base',
      '/properties/a/minimum',
    ],
    [
      'a list of names',
      of({ a: TEXT }),
      of({ a: TEXT }, { required: ['a'] }),
      'revision',
      '/required',
    ],
    [
      'a schema of which nothing is known',
      of({ a: TEXT }),
      of({ a: { ...TEXT, format: 'phone' } }),
      'revision',
      '/properties/a',
    ],
    [
      'the end of a property',
      of({ a: TEXT }),
      of({ a: { ...TEXT, deprecated: true } }),
      'revision',
      '/properties/a/deprecated',
    ],
  ])('%s', async (_, base, revision, version, pointer) => {
    const changes = await changesOf(base, revision);
    expect(changes).toEqual([
      expect.objectContaining({ version, pointer: `${place}/properties/list/items${pointer}` }),
    ]);
  });
});

it('says where in the whole a value of an alternative is wrong', async () => {
  const closed = (properties: JsonObject): JsonObject =>
    object(properties, { additionalProperties: false });
  const orNull = (schema: JsonObject): JsonObject => ({ oneOf: [{ type: 'null' }, schema] });
  const of = (more: JsonObject): JsonObject => {
    const inner = closed({ ...more, b: orNull(closed({ c: TEXT, ...more })) });
    const joined = { allOf: [orNull(inner), object({ n: { type: 'integer' } })] };
    return documentOf(response(object({ a: joined })));
  };
  const changes = await changesOf(of({}), of({ d: TEXT }));
  expect(changes.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('the value at "/a/b" has the property "d", which is not allowed'),
  );
});
