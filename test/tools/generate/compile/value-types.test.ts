import { ValueTypesBuilder } from '../../../../src/tools/generate/compile/value-types';
import type {
  ValueTypes,
  ValueTypesOrName,
} from '../../../../src/runtime/contract/request/serialization/serialization';
import { INTEGER_FORMATS } from '../../../../src/tools/document/schemas/integer-formats';
import { Resolver } from '../../../../src/tools/document/model/resolve';
import { itEach } from '../../../support/it-each';

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
  it.each<[name: string, given: unknown, want: unknown]>([
    ['that says nothing', {}, []],
    ['beside a type', { type: 'number' }, ['number']],
    ['in a list of types', { type: ['integer', 'null'] }, ['integer', 'null']],
    ['in anyOf', { anyOf: [count, none] }, ['integer', 'null']],
    ['in oneOf', { oneOf: [count, { type: 'boolean' }] }, ['integer', 'boolean']],
    ['of anything in anyOf', { anyOf: [count, {}] }, []],
    ['behind a reference with a default', { ...count, default: 10 }, ['integer']],
    ['in allOf', { allOf: [kind] }, ['string']],
    ['in allOf of two', { allOf: [{ type: 'number' }, count] }, ['integer']],
    ['of values', { enum: [1, 2n, null] }, ['integer', 'null']],
    ['of a value', { const: 1.5 }, ['number']],
    ...Array.from(INTEGER_FORMATS.keys(), (format): [string, object, string[]] => [
      `of the format ${String(format)}`,
      { format },
      ['integer'],
    ]),
    ['of a format of numbers', { format: 'double' }, ['number']],
    ['of another format', { format: 'date' }, []],
    ['of items', { type: 'array', items: { ...count, title: 'C' } }, [['integer']]],
    ['of items of any kind', { type: 'array' }, [undefined]],
    ['of items without a type', { items: count }, [['integer']]],
    ['of an array or null', { anyOf: [{ type: 'array', items: count }, none] }, [['integer']]],
    ['of items in allOf', { type: 'array', allOf: [{ items: count }] }, [['integer']]],
    ['that refers to itself', { $ref: '#/components/schemas/Loop' }, []],
    [
      'of items that are lists or values',
      { items: { anyOf: [{ type: 'array' }, count] } },
      [['array', 'integer']],
    ],
  ])('%s are found', (_, given, want) => expect(typesOf(given)).toStrictEqual(want));
});

describe('the types of properties', () => {
  const text = { types: ['string'] };
  const integer = { types: ['integer'] };
  itEach<[given: object, want: object]>({
    'by name': [{ properties: { a: count, b: kind } }, { properties: { a: integer, b: text } }],
    'by pattern': [
      { patternProperties: { '^x': count } },
      { patternProperties: [['^x', integer]] },
    ],
    'that are not named': [{ additionalProperties: count }, { additionalProperties: integer }],
    'beside those that are': [
      { properties: { a: kind }, unevaluatedProperties: count },
      { properties: { a: text }, additionalProperties: integer },
    ],
    'of any kind': [{ additionalProperties: true }, { additionalProperties: { types: [] } }],
    'of a free form': [{ required: ['a'] }, { additionalProperties: { types: [] } }],
    'of a closed form': [{ additionalProperties: false }, {}],
    'in allOf: what all of them let it be': [
      {
        allOf: [
          { properties: { a: { type: ['integer', 'string'] } } },
          { properties: { a: { type: 'string' }, b: count } },
        ],
      },
      { properties: { a: text, b: integer } },
    ],
    'in oneOf: what one of them lets it be': [
      {
        type: 'object',
        oneOf: [{ properties: { a: count } }, { properties: { a: kind } }],
      },
      { properties: { a: { types: ['integer', 'string'] } } },
    ],
    'in a condition': [
      { type: 'object', if: true, then: { properties: { a: count } } },
      { properties: { a: integer } },
    ],
    'named as those of every object': [
      JSON.parse('{ "properties": { "__proto__": { "type": "integer" } } }') as object,
      { properties: JSON.parse('{ "__proto__": { "types": ["integer"] } }') as object },
    ],
  })('%s', (_, given, want) => {
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
