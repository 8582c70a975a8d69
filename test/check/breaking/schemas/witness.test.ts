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
import { body, changesOf, documentOf, response } from '../../../support/changed-documents';
import { object, SCHEMA_CHANGES, TEXT } from '../../../support/schema-changes';

/** Checks each witness with validators that are independent of those that found it. */

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

interface Case {
  readonly base: unknown;
  readonly revision: unknown;
  readonly components: readonly [base: JsonObject, revision: JsonObject];
}

const CASES: readonly (readonly [string, Case])[] = [
  ...SCHEMA_CHANGES.map(([name, base, revision]): [string, Case] => [
    name,
    { base, revision, components: [{}, {}] },
  ]),
  ...COMPONENTS.map(([name, before, after]): [string, Case] => [
    `${name} in a component`,
    { base: OUTER, revision: OUTER, components: [before, after] },
  ]),
];

describe.each<[Direction, (schema: unknown) => JsonObject]>([
  ['request', body],
  ['response', response],
])('a witness of a %s', (direction, part) => {
  it.each(CASES)('is one by others where it shows that %s', async (_, given) => {
    const [before, after] = given.components;
    const changes = await changesOf(
      documentOf(part(given.base), { components: { schemas: before } }),
      documentOf(part(given.revision), { components: { schemas: after } }),
    );
    const base = standalone(given.base, before, direction);
    const revision = standalone(given.revision, after, direction);
    const verdicts: unknown[] = [];
    const expected: unknown[] = [];
    for (const { rule, witness } of changes) {
      if (witness === undefined) continue;
      for (const [judge, accepts] of JUDGES) {
        const { value } = witness;
        const told = { judge, rule, value };
        const isNarrower = rule === 'narrowed';
        expected.push({ ...told, base: isNarrower, revision: !isNarrower });
        verdicts.push({
          ...told,
          base: await accepts(base, value),
          revision: await accepts(revision, value),
        });
      }
    }
    expect(verdicts).toEqual(expected);
  });
});

it('is found for each change of a component', async () => {
  const found = COMPONENTS.map(async ([, before, after]) => {
    const changes = await changesOf(
      documentOf(body(OUTER), { components: { schemas: before } }),
      documentOf(body(OUTER), { components: { schemas: after } }),
    );
    return changes.filter(({ level, witness }) => level === 'major' && witness !== undefined)
      .length;
  });
  expect((await Promise.all(found)).every((count) => count > 0)).toBe(true);
});
