import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { nativeCompiler } from '../../../src/tools/cli/optional-packages';
import { CompilableSchemas } from '../../../src/tools/validators/compilable-schemas';
import { compileValidators } from '../../../src/tools/validators/validators';
import { serveSchemas } from '../../support/serve-schemas';
import { temporaryFolder } from '../../support/temporary-folder';
import { useStarted } from '../../support/use-started';

/** Schemas of as many members as nobody writes by hand, and a compiler has to read. */

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);

const mapOf = <T>(count: number, member: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names(count).map((name) => [name, member(name)]));

interface Case {
  readonly schema: object;
  readonly valid: unknown;
  /** What only the last member refuses. */
  readonly invalid: unknown;
  readonly message: string;
}

const text = { type: 'string' };
const texts = (count: number): Record<string, string> => mapOf(count, () => 'a');
const last = (count: number): string => `p${count - 1}`;

const CASES = {
  properties: (count) => ({
    schema: { properties: mapOf(count, () => text) },
    valid: texts(count),
    invalid: { ...texts(count), [last(count)]: 1 },
    message: `The body at "/${last(count)}" must be of type string`,
  }),
  'required properties': (count) => ({
    schema: { required: names(count), properties: mapOf(count, () => text) },
    valid: texts(count),
    invalid: texts(count - 1),
    message: `The body lacks the property "${last(count)}"`,
  }),
  'properties and no more': (count) => ({
    schema: { properties: mapOf(count, () => text), additionalProperties: false },
    valid: texts(count),
    invalid: { ...texts(count), [`p${count}`]: 'a' },
    message: `The body has the property "p${count}", which is not allowed`,
  }),
  'patterns of properties': (count) => ({
    schema: {
      patternProperties: mapOf(count, () => text),
      additionalProperties: false,
    },
    valid: texts(9),
    invalid: { ...texts(9), x: 1 },
    message: 'The body has the property "x", which is not allowed',
  }),
  enum: (count) => ({
    schema: { enum: [...names(count), null, 0.5] },
    valid: 0.5,
    invalid: `p${count}`,
    message: `The body must be one of ${JSON.stringify([...names(count), null, 0.5])}`,
  }),
  prefixItems: (count) => ({
    schema: { prefixItems: names(count).map(() => text) },
    valid: names(count),
    invalid: [...names(count - 1), 1],
    message: `The body at "/${count - 1}" must be of type string`,
  }),
  dependentRequired: (count) => ({
    schema: { dependentRequired: { ...mapOf(count, () => ['p0']), all: names(count) } },
    valid: { ...texts(count), all: 'a' },
    invalid: { ...texts(count - 1), all: 'a' },
    message: `The body has the property "all" and lacks "${last(count)}"`,
  }),
  dependentSchemas: (count) => ({
    schema: { dependentSchemas: mapOf(count, (name) => ({ properties: { [name]: text } })) },
    valid: texts(count),
    invalid: { ...texts(count), [last(count)]: 1 },
    message: `The body at "/${last(count)}" must be of type string`,
  }),
} satisfies Record<string, (count: number) => Case>;

const kinds = Object.entries(CASES);
const rows = [600, 2_000].flatMap((count) => {
  // Of 2,000 dependent ones, compilers take seconds.
  const some = kinds.filter(([kind]) => count < 2_000 || !kind.startsWith('dependent'));
  return some.map(([kind, make]) => [count, kind, make(count)] as const);
});

describe('a schema of many members is enforced', () => {
  const served = useStarted(() => serveSchemas(rows.map(([, , { schema }]) => schema)));

  it.each(rows.map(([count, kind, row], index) => [count, kind, row, index] as const))(
    '%i: %s',
    async (_count, _kind, { valid, invalid, message }, index) => {
      expect((await served.decode(index, JSON.stringify(valid))).status).toBe(204);
      const refused = await served.decode(index, JSON.stringify(invalid));
      expect(refused.status).toBe(400);
      expect(refused.message).toBe(message);
    },
  );
});

/** The code of the validators of one size. */
function codeOf(size: number): string {
  // All kinds of 5,000 are 20 MB of code.
  const some = size < 5_000 ? kinds : kinds.slice(0, 2);
  const cases = some.map(([, make]) => make(size).schema);
  const schemas = Object.fromEntries(Object.entries(cases));
  const requests = Object.keys(schemas).map((name) => ({
    ...{ name, pointer: `/components/schemas/${name}` },
    direction: 'request' as const,
  }));
  return compileValidators(new CompilableSchemas({ components: { schemas } }), requests);
}

describe.each([600, 5_000])('the code for %i members is read by', (size) => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'validators.js');

  beforeAll(() => writeFileSync(file, codeOf(size)));

  it('TypeScript 5', () => {
    const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
    });
    expect(outputText).toContain('exports');
  });

  it('TypeScript 7', () => {
    const options = ['--ignoreConfig', '--allowJs', '--noCheck', '--outDir', 'out', file];
    const { stdout } = spawnSync(nativeCompiler(), options, { cwd: folder, encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
