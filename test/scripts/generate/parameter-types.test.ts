import { DocumentError } from '../../../scripts/generate/document-error';
import { parameterTypes } from '../../../scripts/generate/parameter-types';
import { Resolver } from '../../../scripts/generate/resolve';

const schemas = {
  Count: { type: 'integer' },
  Kind: { enum: ['novel', 'essay'] },
  Tree: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
  Loop: { anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Loop' }] },
};
const count = { $ref: '#/components/schemas/Count' };
const kind = { $ref: '#/components/schemas/Kind' };
const none = { type: 'null' };

function typesOf(schema: unknown): unknown {
  const resolver = new Resolver({ schema, components: { schemas } });
  try {
    const { types, array } = parameterTypes(resolver, '/q', '/schema');
    return array ? [types] : types;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.message;
  }
}

const NOT_FLAT = '/q: a parameter that holds an object or a list of lists is not supported yet';
const NOT_ONE = '/q: a parameter that holds either a list or a single value is not supported yet';

describe('the types of a parameter', () => {
  it.each<[string, { given: unknown; want: unknown }]>([
    ['that says nothing', { given: {}, want: ['string'] }],
    ['beside a type', { given: { type: 'number' }, want: ['number'] }],
    ['in a list of types', { given: { type: ['integer', 'null'] }, want: ['integer', 'null'] }],
    ['in anyOf', { given: { anyOf: [count, none] }, want: ['integer', 'null'] }],
    ['in oneOf', { given: { oneOf: [count, { type: 'boolean' }] }, want: ['integer', 'boolean'] }],
    ['of anything in anyOf', { given: { anyOf: [count, {}] }, want: ['string'] }],
    ['behind a reference with a default', { given: { ...count, default: 10 }, want: ['integer'] }],
    ['in allOf', { given: { allOf: [kind] }, want: ['string'] }],
    ['in allOf of two', { given: { allOf: [{ type: 'number' }, count] }, want: ['integer'] }],
    ['of values', { given: { enum: [1, 2n, null] }, want: ['integer', 'null'] }],
    ['of a value', { given: { const: 1.5 }, want: ['number'] }],
    ['of a format of integers', { given: { format: 'int64' }, want: ['integer'] }],
    ['of a format of numbers', { given: { format: 'double' }, want: ['number'] }],
    ['of another format', { given: { format: 'date' }, want: ['string'] }],
    [
      'of items',
      { given: { type: 'array', items: { ...count, title: 'C' } }, want: [['integer']] },
    ],
    ['of items of any kind', { given: { type: 'array' }, want: [['string']] }],
    ['of items without a type', { given: { items: count }, want: [['integer']] }],
    [
      'of an array or null',
      { given: { anyOf: [{ type: 'array', items: count }, none] }, want: [['integer']] },
    ],
    [
      'of items in allOf',
      { given: { type: 'array', allOf: [{ items: count }] }, want: [['integer']] },
    ],
    ['that refers to itself', { given: { $ref: '#/components/schemas/Loop' }, want: ['string'] }],
    ['of an object', { given: { properties: {} }, want: NOT_FLAT }],
    ['of an object in anyOf', { given: { anyOf: [count, { type: 'object' }] }, want: NOT_FLAT }],
    [
      'of a list of lists',
      { given: { type: 'array', items: { anyOf: [{ type: 'array' }, count] } }, want: NOT_FLAT },
    ],
    ['of a tree', { given: { $ref: '#/components/schemas/Tree' }, want: NOT_FLAT }],
    [
      'of a list or a value',
      { given: { anyOf: [{ type: 'array', items: count }, { type: 'string' }] }, want: NOT_ONE },
    ],
  ])('%s are found', (_, { given, want }) => {
    expect(typesOf(given)).toStrictEqual(want);
  });
});
