import fc from 'fast-check';
import { stringifyJson } from '../../../../src/runtime/contract';
import { boundaryCases } from '../../../../src/tools/samples/values/coverage/boundary-cases';
import { valueArbitrary } from '../../../../src/tools/samples/values/value-arbitrary';
import { runs } from '../../../support/runs';
import { SUITE } from '../../../support/suite-files';
import { type SuiteSchema, suiteSchemas } from '../../../support/suite-schemas';

/**
 * Values of the schemas of JSON-Schema-Test-Suite, draft 2020-12, that have valid instances. A second validator, which
 * gets the schemas as the suite has them, judges them.
 */

const RUNS = runs(60);

/** Coverage values of each schema. The last ones are those that take long to find. */
const MAX_VALUES = 24;

const counts = { schemas: 0, random: 0, valid: 0, broken: 0 };
const wrong: Record<'random' | 'coverage', string[]> = { random: [], coverage: [] };

function judgeRandomValues({ loaded, pointer, accepts, description }: SuiteSchema): void {
  const arbitrary = valueArbitrary(loaded, pointer, 'request');
  for (const value of fc.sample(arbitrary, { seed: 1, numRuns: RUNS })) {
    counts.random++;
    if (!accepts(value)) wrong.random.push(`${description}: ${stringifyJson(value)}`);
  }
}

function judgeCoverageValues({ loaded, pointer, accepts, description }: SuiteSchema): void {
  let left = MAX_VALUES;
  for (const { value, valid, ...each } of boundaryCases(loaded, pointer, 'request')) {
    if (left-- === 0) break;
    counts[valid ? 'valid' : 'broken']++;
    if (accepts(value) === valid) continue;
    wrong.coverage.push(`${description}: ${stringifyJson(value)} ${each.description}`);
  }
}

(SUITE === undefined ? describe.skip : describe)(
  SUITE === undefined
    ? 'values of the JSON Schema suite, which is not here (npm run fetch-suites fetches it),'
    : 'values of the JSON Schema suite',
  () => {
    beforeAll(async () => {
      for await (const schema of suiteSchemas()) {
        counts.schemas++;
        judgeRandomValues(schema);
        judgeCoverageValues(schema);
      }
      process.stdout.write(
        `Values: ${JSON.stringify(counts)}, wrong: ${wrong.random.join(', ')}\n`,
      );
    });

    // The second validator is not exact on a few numbers.
    it(`at random are valid, and found for every schema (${RUNS} of each)`, () => {
      expect(counts.schemas).toBeGreaterThan(350);
      expect(wrong.random.length / counts.random).toBeLessThanOrEqual(0.005);
    });

    it('of coverage are valid, or invalid, as they are said to be', () => {
      expect(wrong.coverage).toEqual([]);
      expect(Math.min(counts.valid, counts.broken)).toBeGreaterThan(1500);
    });
  },
);
