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
} from '../../../../../src/tools/document';
import type { Change } from '../../../../../src/tools/check/breaking/change';
import {
  body,
  changesByRow,
  changesOf,
  documentOf,
  expectChanges,
  query,
  response,
  type Row,
  told,
} from '../../../../support/changed-documents';
import { object, SCHEMA_CHANGES, TEXT } from '../../../../support/schema-changes';
import { itEach, titled } from '../../../../support/it-each';

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

/** Changes of components deep in a body, by the name of the component. */
const COMPONENTS: readonly (readonly [name: string, base: JsonObject, revision: JsonObject])[] = [
  ['Limited', { type: 'integer', maximum: 9 }, { type: 'integer', maximum: 8 }],
  ['Listed', { enum: ['a', 'b', 'c'] }, { enum: ['a', 'd'] }],
  ['Typed', TEXT, { type: 'integer' }],
  ['Named', object({ a: TEXT }), object({ a: TEXT }, { required: ['a'] })],
  ['Closed', object({ a: TEXT }), object({ a: TEXT }, { additionalProperties: false })],
  [
    'Alternative',
    { oneOf: [object({ a: TEXT }, { required: ['a'] }), TEXT] },
    { oneOf: [object({ a: TEXT }, { required: ['a'] }), { type: 'integer' }] },
  ],
  [
    'Nested',
    object({ next: ref('Nested'), size: { type: 'integer' } }),
    object({ next: ref('Nested'), size: { type: 'integer', minimum: 1 } }),
  ],
];

const outer = (name: string): JsonObject =>
  object(
    {
      list: { type: 'array', minItems: 1, items: { allOf: [ref(name)] } },
      map: { type: 'object', additionalProperties: ref(name) },
      either: { anyOf: [{ type: 'null' }, ref(name)] },
      other: object({ inner: ref(name) }, { required: ['inner'] }),
    },
    { required: ['list'] },
  );

type SchemaPair = readonly [name: string, base: unknown, revision: unknown, ...more: unknown[]];
type Components = readonly [base: JsonObject, revision: JsonObject];

/** The changes of bodies; each witness among them is one by others. */
async function witnessed(
  direction: Direction,
  rows: readonly SchemaPair[],
  components: Components = [{}, {}],
): Promise<ReadonlyMap<string, Change[]>> {
  const part = direction === 'request' ? body : response;
  const found = await changesByRow(
    rows.map(([name, base, revision]) => [name, part(base), part(revision)]),
    [{ components: { schemas: components[0] } }, { components: { schemas: components[1] } }],
  );
  for (const [name, base, revision] of rows) {
    const [before, after] = [base, revision].map((schema, index) =>
      standalone(schema, components[index]!, direction),
    );
    for (const { rule, witness } of found.get(name) ?? []) {
      if (witness === undefined) continue;
      const { value } = witness;
      for (const [judge, accepts] of JUDGES) {
        const isNarrower = rule === 'narrowed';
        const verdict = {
          base: await accepts(before!, value),
          revision: await accepts(after!, value),
        };
        expect({ name, judge, rule, value, ...verdict }).toEqual({
          ...{ name, judge, rule, value, base: isNarrower, revision: !isNarrower },
        });
      }
    }
  }
  return found;
}

describe.each(['request', 'response'] as const)('of a body of a %s', (direction) => {
  it('tells what is different', async () => {
    const changes = await witnessed(direction, SCHEMA_CHANGES);
    const found = [...changes].map(([name, each]) => [name, told(each).sort()]);
    const wanted = SCHEMA_CHANGES.map(([name, , , request, given]) => [
      name,
      [...(direction === 'request' ? request : given)].sort(),
    ]);
    expect(found).toEqual(wanted);
  });

  it('finds witnesses of what is different in components', async () => {
    const level = direction === 'request' ? 'major' : 'minor';
    const rows = COMPONENTS.map(([name]) => [name, outer(name), outer(name)] as const);
    const changes = await witnessed(direction, rows, [
      Object.fromEntries(COMPONENTS.map(([name, base]) => [name, base])),
      Object.fromEntries(COMPONENTS.map(([name, , revision]) => [name, revision])),
    ]);
    for (const [name] of COMPONENTS) {
      expect([name, changes.get(name)]).toEqual([
        name,
        expect.arrayContaining([
          expect.objectContaining({
            ...{ level, rule: 'narrowed', witness: expect.anything() as unknown },
          }),
        ]),
      ]);
    }
  });
});

const PARAMETERS: readonly Row[] = titled({
  'a text may mean more': [
    query({ schema: { anyOf: [TEXT, { type: 'integer' }] } }),
    query({ schema: { anyOf: [TEXT, { type: 'integer' }, { type: 'boolean' }] } }),
    ['minor widened'],
  ],
  'a text may mean less': [
    query({ schema: { type: ['string', 'integer'] } }),
    query({ schema: { type: 'string' } }),
    ['undecided undecided'],
  ],
  'a text that was anything is bounded': [
    query({ schema: {} }),
    query({ schema: { ...TEXT, enum: ['a'] } }),
    ['major narrowed'],
  ],
  'a text that was anything is a number': [
    query({ schema: {} }),
    query({ schema: { type: 'integer' } }),
    ['major narrowed'],
  ],
  'a default is another of what may be left out': [
    query({ schema: { ...TEXT, default: 'a' } }),
    query({ schema: { ...TEXT, default: 'b' } }),
    ['major default-changed'],
  ],
  'a default is new': [
    query({ schema: TEXT }),
    query({ schema: { ...TEXT, default: 'b' } }),
    ['minor default-changed'],
  ],
  'a default is another of what is always there': [
    query({ required: true, schema: { ...TEXT, default: 'a' } }),
    query({ required: true, schema: { ...TEXT, default: 'b' } }),
    [],
  ],
  'an empty text was null': [
    query({ schema: { type: ['integer', 'null'] } }),
    query({ schema: { type: 'integer' } }),
    ['major narrowed'],
  ],
  'an empty text was null and is too short': [
    query({ schema: { type: ['string', 'null'], minLength: 1 } }),
    query({ schema: { ...TEXT, minLength: 1 } }),
    ['major narrowed'],
  ],
});

const header = (schema: unknown): JsonObject => response(TEXT, { headers: { 'X-A': { schema } } });
const list = (items: unknown): JsonObject => ({ type: 'array', items });

const SAME = (['query', 'header'] as const).flatMap((where) => {
  const part = { query: (schema: unknown) => query({ schema }), header }[where];
  const rows: readonly SchemaPair[] = [
    ['anything', {}, TEXT],
    ['anything of a length', { minLength: 2 }, { ...TEXT, minLength: 2 }],
    ['a list of anything', list({}), list(TEXT)],
    ['null', { anyOf: [TEXT, { type: 'null' }] }, TEXT],
  ];
  return rows.flatMap(([name, one, other]): Row[] => [
    [`a text of ${where} was ${name}`, part(one), part(other), []],
    [`a text of ${where} is ${name}`, part(other), part(one), []],
  ]);
});

const HEADERS: readonly Row[] = titled({
  'a number of a header may be any text': [
    header({ type: 'integer' }),
    header(TEXT),
    ['major widened'],
  ],
  'a number of a header is the same text': [
    header({ enum: [1, 2] }),
    header({ enum: ['1', '2'] }),
    ['undecided undecided'],
  ],
});

it('tells of values that travel as texts', () =>
  expectChanges([...PARAMETERS, ...HEADERS, ...SAME]));

it('points to what refuses the text of a number', async () => {
  const [before, after] = [{ type: 'integer' }, { ...TEXT, maxLength: 3 }].map((schema) =>
    documentOf(query({ schema })),
  );
  const found = await changesOf(before!, after!);
  expect(found.find(({ rule }) => rule === 'narrowed')?.pointer).toMatch(/\/schema\/maxLength$/);
});

describe('of parts that are described', () => {
  const INTEGER = { type: 'integer' };
  const item = (more: JsonObject = {}): JsonObject => object({ a: TEXT, ...more });
  const asDefault = (value: string): JsonObject => item({ b: { ...TEXT, default: value } });
  const few: JsonObject = { ...INTEGER, maximum: 3 };

  itEach<[(schema: unknown) => JsonObject, instance: string, keyword: string]>({
    'by a pattern': [
      (schema) => object({}, { patternProperties: { '^x': schema } }),
      '/*',
      'patternProperties/^x',
    ],
    'as unevaluated properties': [
      (unevaluatedProperties) => object({}, { unevaluatedProperties }),
      '/*',
      'unevaluatedProperties',
    ],
    'as the second item': [
      (schema) => ({ type: 'array', prefixItems: [item({ b: TEXT }), schema] }),
      '/1',
      'prefixItems/1',
    ],
    'as unevaluated items': [
      (unevaluatedItems) => ({ type: 'array', prefixItems: [TEXT], unevaluatedItems }),
      '/*',
      'unevaluatedItems',
    ],
  })('%s', async (_, schemaOf, instance, keyword) => {
    const changes = async (base: unknown, revision: unknown): Promise<unknown[]> => {
      const [before, after] = [base, revision].map((each) => documentOf(body(schemaOf(each))));
      const found = await changesOf(before!, after!);
      return found.map((each) => [each.level, each.rule, each.instance, each.pointer]);
    };
    const at = `/paths/~1things~1{id}/post/requestBody/content/application~1json/schema/${keyword}`;
    expect(await changes(item({ b: TEXT }), item())).toEqual([
      ['major', 'property-removed', `${instance}/b`, `${at}/properties/b`],
    ]);
    expect(await changes(asDefault('b'), asDefault('c'))).toEqual([
      ['major', 'default-changed', `${instance}/b`, `${at}/properties/b/default`],
    ]);
    expect(await changes(INTEGER, few)).toEqual([
      ['major', 'narrowed', undefined, `${at}/maximum`],
    ]);
  });

  it('by a name that a schema for other names described', async () => {
    const found = await Promise.all(
      [
        { additionalProperties: INTEGER },
        { unevaluatedProperties: INTEGER },
        { patternProperties: { '^s': INTEGER } },
      ].map((more) =>
        changesOf(
          documentOf(body(object({}, more))),
          documentOf(body(object({ size: few }, more))),
        ),
      ),
    );
    expect(found.map(told)).toEqual(found.map(() => ['major narrowed']));
  });

  it('where one of several places may leave out a default', async () => {
    const of = (value: number): JsonObject =>
      documentOf(
        body(object({ a: { allOf: [ref('Page'), { required: ['limit'] }] }, b: ref('Page') })),
        { components: { schemas: { Page: object({ limit: { ...INTEGER, default: value } }) } } },
      );
    expect(await changesOf(of(1), of(2))).toEqual([
      expect.objectContaining({ rule: 'default-changed', instance: '/b/limit' }),
    ]);
  });
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

  itEach<[JsonObject, JsonObject, readonly string[]]>({
    'beside anything, and alone': [of(anything), of({ $ref }), ['/type']],
    'alone, and beside anything': [of({ $ref }), of(anything), ['/type']],
    'beside anything, and that takes less': [of(anything), of(anything, less), []],
    'beside anything, and alone and takes less': [
      of(anything),
      of({ $ref }, less),
      ['/properties/name/maxLength', '/properties/size/minimum', '/type'],
    ],
    'alone, and beside another and takes less': [
      of({ $ref }),
      of({ oneOf: [{ type: 'array', items: {} }, { $ref }] }, less),
      ['/properties/name/maxLength', '/properties/size/minimum', '/type'],
    ],
  })('tells what changes of one %s', async (_, base, revision, want) => {
    const changes = await changesOf(base, revision);
    expect(changes.map(({ pointer }) => `#${pointer}`).sort()).toEqual(
      want.map((each) => `${$ref}${each}`),
    );
  });
});

describe('points to', () => {
  const place = 'post/requestBody/content/application~1json/schema/properties/list/items';
  const of = (inner: JsonObject, more: JsonObject = {}): JsonObject =>
    body(object({ list: { type: 'array', items: object(inner, more) } }));

  const ROWS: readonly (readonly [string, JsonObject, JsonObject, string, string])[] = titled({
    'a property that is gone': [of({ a: TEXT }), of({}), 'base', '/properties/a'],
    'a property that is new': [of({}), of({ a: TEXT }), 'revision', '/properties/a'],
    'another default': [
      of({ a: { default: 1 } }),
      of({ a: { default: 2 } }),
      'revision',
      '/properties/a/default',
    ],
    'a default that is gone': [
      of({ a: { default: 1 } }),
      of({ a: {} }),
      'base',
      '/properties/a/default',
    ],
    'a keyword that refuses': [
      of({ a: { type: 'integer' } }),
      of({ a: { type: 'integer', minimum: 7 } }),
      'revision',
      '/properties/a/minimum',
    ],
    'a keyword that refused': [
      of({ a: { type: 'integer', minimum: 7 } }),
      of({ a: { type: 'integer' } }),
      'base',
      '/properties/a/minimum',
    ],
    'a keyword about properties that a pattern names': [
      of({}, { patternProperties: { '^a': { type: 'integer' } } }),
      of({}, { patternProperties: { '^a': { type: 'integer', minimum: 7 } } }),
      'revision',
      '/patternProperties/^a/minimum',
    ],
    'a list of names': [
      of({ a: TEXT }),
      of({ a: TEXT }, { required: ['a'] }),
      'revision',
      '/required',
    ],
    'a schema of which nothing is known': [
      of({ a: TEXT }),
      of({ a: { ...TEXT, format: 'phone' } }),
      'revision',
      '/properties/a',
    ],
    'the end of a property': [
      of({ a: TEXT }),
      of({ a: { ...TEXT, deprecated: true } }),
      'revision',
      '/properties/a/deprecated',
    ],
  });

  it('what is different', async () => {
    const found = [...(await changesByRow(ROWS))].map(([name, changes]) => [
      name,
      changes.map(({ version, pointer }) => `${version} ${pointer}`),
    ]);
    expect(found).toEqual(
      ROWS.map(([name, , , version, pointer], index) => [
        name,
        [`${version} /paths/~1${index}~1{id}/${place}${pointer}`],
      ]),
    );
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
