import { ValueTypesBuilder } from '../../../src/generate/compile/value-types';
import type {
  ValueTypes,
  ValueTypesOrName,
} from '../../../src/contract/request/serialization/serialization';
import { Resolver } from '../../../src/document/model/resolve';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const part = (properties: object): object => ({ type: 'object', properties });
const schemas = {
  Count: { type: 'integer' },
  Kind: { enum: ['novel', 'essay'] },
  Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  A: { allOf: [part({ x: ref('A') }), part({ x: ref('B') })] },
  B: { anyOf: [part({ x: ref('A') }), part({ x: ref('C'), y: ref('B') })] },
  C: { oneOf: [ref('A'), ref('B'), { type: 'string' }] },
  Loop: { anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Loop' }] },
};
const count = { $ref: '#/components/schemas/Count' };
const kind = { $ref: '#/components/schemas/Kind' };
const none = { type: 'null' };

function built(schema: unknown): { types: unknown; table: unknown } {
  const builder = new ValueTypesBuilder(new Resolver({ schema, components: { schemas } }));
  const types = builder.typesOf('/schema');
  return { types, table: builder.table };
}

/** The types of a value, or of its items in brackets. */
function typesOf(schema: unknown): unknown {
  const { types, table } = built(schema) as {
    types: ValueTypesOrName;
    table: Record<string, ValueTypes>;
  };
  const of = (each: ValueTypesOrName): ValueTypes => ('name' in each ? table[each.name]! : each);
  const own = of(types);
  return own.types.includes('array') ? [own.items && of(own.items).types] : own.types;
}

describe('the types of a parameter', () => {
  it.each(
    Object.entries<{ given: unknown; want: unknown }>({
      'that says nothing': { given: {}, want: [] },
      'beside a type': { given: { type: 'number' }, want: ['number'] },
      'in a list of types': { given: { type: ['integer', 'null'] }, want: ['integer', 'null'] },
      'in anyOf': { given: { anyOf: [count, none] }, want: ['integer', 'null'] },
      'in oneOf': { given: { oneOf: [count, { type: 'boolean' }] }, want: ['integer', 'boolean'] },
      'of anything in anyOf': { given: { anyOf: [count, {}] }, want: [] },
      'behind a reference with a default': { given: { ...count, default: 10 }, want: ['integer'] },
      'in allOf': { given: { allOf: [kind] }, want: ['string'] },
      'in allOf of two': { given: { allOf: [{ type: 'number' }, count] }, want: ['integer'] },
      'of values': { given: { enum: [1, 2n, null] }, want: ['integer', 'null'] },
      'of a value': { given: { const: 1.5 }, want: ['number'] },
      'of a format of integers': { given: { format: 'int64' }, want: ['integer'] },
      'of a format of numbers': { given: { format: 'double' }, want: ['number'] },
      'of another format': { given: { format: 'date' }, want: [] },
      'of items': {
        given: { type: 'array', items: { ...count, title: 'C' } },
        want: [['integer']],
      },
      'of items of any kind': { given: { type: 'array' }, want: [undefined] },
      'of items without a type': { given: { items: count }, want: [['integer']] },
      'of an array or null': {
        given: { anyOf: [{ type: 'array', items: count }, none] },
        want: [['integer']],
      },
      'of items in allOf': {
        given: { type: 'array', allOf: [{ items: count }] },
        want: [['integer']],
      },
      'that refers to itself': { given: { $ref: '#/components/schemas/Loop' }, want: [] },
      'of items that are lists or values': {
        given: { items: { anyOf: [{ type: 'array' }, count] } },
        want: [['array', 'integer']],
      },
    }),
  )('%s are found', (_, { given, want }) => {
    expect(typesOf(given)).toStrictEqual(want);
  });
});

describe('the types of properties', () => {
  const text = { types: ['string'] };
  const integer = { types: ['integer'] };
  it.each(
    Object.entries<{ given: object; want: object }>({
      'by name': {
        given: { properties: { a: count, b: kind } },
        want: { properties: { a: integer, b: text } },
      },
      'by pattern': {
        given: { patternProperties: { '^x': count } },
        want: { patternProperties: [['^x', integer]] },
      },
      'that are not named': {
        given: { additionalProperties: count },
        want: { additionalProperties: integer },
      },
      'beside those that are': {
        given: { properties: { a: kind }, unevaluatedProperties: count },
        want: { properties: { a: text }, additionalProperties: integer },
      },
      'of any kind': {
        given: { additionalProperties: true },
        want: { additionalProperties: { types: [] } },
      },
      'of a free form': {
        given: { required: ['a'] },
        want: { additionalProperties: { types: [] } },
      },
      'of a closed form': { given: { additionalProperties: false }, want: {} },
      'in allOf: what all of them let it be': {
        given: {
          allOf: [
            { properties: { a: { type: ['integer', 'string'] } } },
            { properties: { a: { type: 'string' }, b: count } },
          ],
        },
        want: { properties: { a: text, b: integer } },
      },
      'in oneOf: what one of them lets it be': {
        given: {
          type: 'object',
          oneOf: [{ properties: { a: count } }, { properties: { a: kind } }],
        },
        want: { properties: { a: { types: ['integer', 'string'] } } },
      },
      'in a condition': {
        given: { type: 'object', if: true, then: { properties: { a: count } } },
        want: { properties: { a: integer } },
      },
      'named as those of every object': {
        given: JSON.parse('{ "properties": { "__proto__": { "type": "integer" } } }') as object,
        want: { properties: JSON.parse('{ "__proto__": { "types": ["integer"] } }') as object },
      },
    }),
  )('%s', (_, { given, want }) => {
    expect(built(given)).toStrictEqual({ types: { types: ['object'], ...want }, table: {} });
  });

  it('end in a name where the schema refers to itself', () => {
    const name = '/components/schemas/Tree';
    const given = { $ref: '#/components/schemas/Tree' };
    expect(built(given)).toStrictEqual({
      types: { name },
      table: { [name]: { types: ['array'], items: { name } } },
    });
  });

  it('end also where two schemas refer to each other by turns', () => {
    const loop = { $ref: '#/components/schemas/A' };
    expect(built(loop).types).toStrictEqual({ name: '/components/schemas/A' });
  });
});
