import type { JsonObject } from '../../src/document/model/json-object';
import { CompilableSchemas } from '../../src/validators/compilable-schemas';
import { compileValidators, SchemaCompiler } from '../../src/validators/validators';

const compilable = (schemas: JsonObject): CompilableSchemas =>
  new CompilableSchemas({ components: { schemas } });
const pointerOf = (name: string): string => `/components/schemas/${name}`;
const ref = (name: string): JsonObject => ({ $ref: `#${pointerOf(name)}` });

const schemas = {
  Plain: {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    minProperties: 1,
  },
  Equal: {
    type: 'object',
    properties: { a: { type: 'string' } },
    required: ['a'],
    minProperties: 1,
  },
  Marked: { properties: { id: { type: 'string', readOnly: true } }, required: ['id'] },
  Secret: { properties: { key: { type: 'string', writeOnly: true } }, required: ['key'] },
  Refers: { type: 'array', minItems: 1, items: ref('Marked') },
  Further: { type: 'object', maxProperties: 9, additionalProperties: ref('Refers') },
  Circle: {
    type: 'array',
    minItems: 1,
    maxItems: 9,
    items: { anyOf: [ref('Circle'), ref('Plain')] },
  },
};

describe('one function for both directions', () => {
  test.each([
    ['Plain', true],
    ['Circle', true],
    ['Marked', false],
    ['Secret', false],
    ['Refers', false],
    ['Further', false],
  ])('%s: %s', (name, shared) => {
    const compiler = new SchemaCompiler(compilable(schemas));
    const [request, response] = (['request', 'response'] as const).map((direction) =>
      compiler.validatorAt(pointerOf(name), direction),
    );
    expect(request === response).toBe(shared);
  });

  test('equal schemas share theirs', () => {
    const compiler = new SchemaCompiler(compilable(schemas));
    expect(compiler.validatorAt(pointerOf('Plain'), 'response')).toBe(
      compiler.validatorAt(pointerOf('Equal'), 'request'),
    );
  });
});

/** A discriminator whose alternatives, written in their place, have one each, and so on. */
function nested(levels: number): JsonObject {
  const alternative = (kind: string, inner: JsonObject): JsonObject => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, inner },
  });
  if (levels === 0) return { type: 'string' };
  return {
    discriminator: { propertyName: 'kind' },
    oneOf: [alternative('a', nested(levels - 1)), alternative('b', { type: 'integer' })],
  };
}

/** An object that is closed around a condition on such an object, and so on. */
function closed(levels: number): JsonObject {
  if (levels === 0) return { type: 'object', properties: { end: { type: 'string' } } };
  return {
    type: 'object',
    unevaluatedProperties: false,
    anyOf: [{ type: 'object', required: ['a'], properties: { a: closed(levels - 1) } }],
  };
}

/** Many that refer to the next, from several places. */
function ladder(levels: number): JsonObject {
  const rungs = Array.from({ length: levels }, (_, index) => {
    const next = index + 1 < levels ? ref(`Rung${index + 1}`) : { type: 'string' };
    return [`Rung${index}`, { type: 'object', properties: { a: next, b: next, c: next } }];
  });
  return Object.fromEntries(rungs) as JsonObject;
}

function codeOf(all: JsonObject, name: string): string {
  const request = { name, pointer: pointerOf(name), direction: 'request' } as const;
  return compileValidators(compilable(all), [request]);
}

test.each([
  ['discriminators in discriminators', (levels: number) => ({ Rung0: nested(levels) })],
  ['closed objects in closed objects', (levels: number) => ({ Rung0: closed(levels) })],
  ['references', ladder],
])('the code does not double from level to level: %s', (_, make) => {
  const [short, long] = [6, 12].map((levels) => codeOf(make(levels), 'Rung0').length);
  expect(long).toBeLessThan(5 * (short ?? 0));
});

test('holds the text of a schema only where an error shows it', () => {
  const texts = {
    Shown: { type: 'object', properties: { a: { enum: ['red', 'green'] } } },
    Silent: { type: 'object', properties: { a: { type: 'string', maxLength: 3 } } },
  };
  expect(codeOf(texts, 'Shown')).toMatch(/^const schema\d+ = /m);
  expect(codeOf(texts, 'Silent')).not.toMatch(/^const schema\d+ = /m);
});
