import type { JsonObject } from '../../../src/tools/document/model/json-object';
import { CompilableSchemas } from '../../../src/tools/validators/compilable-schemas';
import { compileValidators, SchemaCompiler } from '../../../src/tools/validators/validators';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { REPLACED_KEYWORDS } from '../../../src/tools/validators/ajv-internals';
import { stringifyJson } from '../../../src/runtime/contract/json/json-values';
import { serveSchemas } from '../../support/serve-schemas';
import { useStarted } from '../../support/use-started';

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

describe('replaced keywords', () => {
  /** Each keyword that is not Ajv's own is there for a reason, which these cases show. */

  type Keyword = keyof typeof REPLACED_KEYWORDS;

  /** A value that Ajv judges wrongly; or, of `message`, one that it says too much of. */
  interface Case {
    readonly schema: object;
    readonly text: string;
    readonly valid: boolean;
    readonly message?: string;
  }

  /** From here on doubles leave out every other integer. */
  const TWO_53 = 2n ** 53n;

  const inherited = '{"a":1}';
  const alternatives = {
    discriminator: { propertyName: 'kind' },
    branches: [
      { required: ['bark'], properties: { kind: { const: 'dog' } } },
      { required: ['lives'], properties: { kind: { const: 'cat' } } },
    ],
  };
  const lives = {
    text: '{"kind":"cat"}',
    valid: false,
    message: 'The body lacks the property "lives"',
  };

  const CASES: Readonly<Record<Keyword, Case>> = {
    $dynamicRef: {
      schema: {
        $id: 'https://cases.example/outer',
        $ref: 'inner',
        $defs: {
          name: { $dynamicAnchor: 'items', type: 'string' },
          inner: {
            $id: 'inner',
            type: 'array',
            items: { $dynamicRef: '#/$defs/items' },
            $defs: { items: { $dynamicAnchor: 'items', type: 'number' } },
          },
        },
      },
      text: '[1]',
      valid: true,
    },
    $ref: {
      schema: {
        $id: 'https://cases.example/ref.json',
        properties: {
          foo: { $id: 'inner.json', $defs: { inner: { type: 'string' } }, $ref: '#/$defs/inner' },
        },
      },
      text: '{"foo":1}',
      valid: false,
    },
    anyOf: {
      schema: { discriminator: alternatives.discriminator, anyOf: alternatives.branches },
      ...lives,
    },
    const: { schema: { const: TWO_53 }, text: String(TWO_53 + 1n), valid: false },
    enum: { schema: { enum: [TWO_53] }, text: String(TWO_53 + 1n), valid: false },
    exclusiveMaximum: {
      schema: { exclusiveMaximum: TWO_53 + 1n },
      text: String(TWO_53),
      valid: true,
    },
    exclusiveMinimum: {
      schema: { exclusiveMinimum: TWO_53 },
      text: String(TWO_53 + 1n),
      valid: true,
    },
    format: { schema: { format: 'int64' }, text: '9223372036854775808', valid: false },
    maximum: { schema: { maximum: TWO_53 }, text: String(TWO_53 + 1n), valid: false },
    minimum: { schema: { minimum: TWO_53 + 1n }, text: String(TWO_53), valid: false },
    multipleOf: { schema: { multipleOf: 0.01 }, text: '0.07', valid: true },
    oneOf: {
      schema: { discriminator: alternatives.discriminator, oneOf: alternatives.branches },
      ...lives,
    },
    properties: {
      schema: { properties: { toString: { type: 'string' } } },
      text: inherited,
      valid: true,
    },
    required: { schema: { required: ['toString'] }, text: inherited, valid: false },
    type: { schema: { type: 'integer' }, text: '1.00000000000000000001', valid: false },
    unevaluatedItems: {
      schema: { prefixItems: [true], contains: { type: 'string' }, unevaluatedItems: false },
      text: '[1,2,"a"]',
      valid: false,
    },
    unevaluatedProperties: {
      schema: {
        if: { properties: { a: { const: 1 } }, required: ['a'] },
        else: { properties: { b: true } },
        unevaluatedProperties: false,
      },
      text: '{"a":1}',
      valid: true,
    },
    uniqueItems: {
      schema: { uniqueItems: true },
      text: '[9007199254740992,9007199254740993]',
      valid: true,
    },
  };

  const rows = Object.entries(CASES);

  /** With doubles, as JSON.parse has it. */
  function plain(schema: object): object {
    return JSON.parse(stringifyJson(schema)) as object;
  }

  /** What stock Ajv makes of it; it throws where a schema overflows its stack. */
  function stock({ schema, text }: Pick<Case, 'schema' | 'text'>): boolean | 'failed' {
    try {
      const ajv = addFormats(new Ajv2020({ strict: false, logger: false, validateSchema: false }));
      return ajv.compile(plain(schema))(JSON.parse(text));
    } catch {
      return 'failed';
    }
  }

  describe('a keyword that is replaced', () => {
    const served = useStarted(() => serveSchemas(rows.map(([, { schema }]) => schema)));

    it.each(rows.map(([name, row], index) => [name, index, row] as const))(
      '%s is judged rightly here',
      async (_, index, { text, valid, message }) => {
        const response = await served.decode(index, text);
        expect(response.status).toBe(valid ? 204 : 400);
        if (message !== undefined) expect(response.message).toBe(message);
      },
    );

    it.each(rows)(
      '%s is needed, since Ajv does otherwise',
      (_, { schema, text, valid, message }) => {
        if (message === undefined) {
          expect(stock({ schema, text })).not.toBe(valid);
          return;
        }
        const ajv = new Ajv2020({ strict: false, logger: false, allErrors: true });
        ajv.validate(plain(schema), JSON.parse(text));
        expect(ajv.errors?.length).toBeGreaterThan(1);
      },
    );
  });

  const CONTAINING: readonly (readonly [schema: JsonObject, text: string])[] = [
    [{ prefixItems: [{ type: 'number' }], contains: { const: 1 } }, '[]'],
    [{ prefixItems: [{}], contains: { const: 1 }, minContains: 2, minItems: 1 }, '[]'],
    [{ items: { contains: { minimum: 1 } } }, '[[1],[]]'],
    [{ additionalProperties: { contains: { minimum: 1 } } }, '{"a":[1],"b":[]}'],
  ];

  it('an array that must contain an item is not empty, as Ajv takes it', async () => {
    const served = await serveSchemas(CONTAINING.map(([schema]) => schema));
    const statuses = CONTAINING.map(async ([, text], index) => served.decode(index, text));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(CONTAINING.filter(([schema, text]) => stock({ schema, text }) === true)).not.toEqual([]);
    await served.close();
  });

  const SUITE = path.resolve(
    __dirname,
    '..',
    '..',
    '..',
    '..',
    'shared',
    'json-schema-suite',
    'tests',
  );
  const inSuite = Object.entries(REPLACED_KEYWORDS).flatMap(([keyword, replaced]) =>
    'suite' in replaced ? [[keyword, ...replaced.suite] as const] : [],
  );

  interface Group {
    readonly description: string;
    readonly schema: object;
    readonly tests: readonly {
      readonly description: string;
      readonly data: unknown;
      readonly valid: boolean;
    }[];
  }

  (existsSync(SUITE) ? it : it.skip).each(inSuite)(
    '%s fails a case of the suite in Ajv: %s, %s, %s',
    (_, file, group, test) => {
      const groups = JSON.parse(readFileSync(path.join(SUITE, file), 'utf8')) as Group[];
      const { schema, tests } = groups.find(({ description }) => description === group)!;
      const { data, valid } = tests.find(({ description }) => description === test)!;
      expect(stock({ schema, text: JSON.stringify(data) })).not.toBe(valid);
    },
  );
});
