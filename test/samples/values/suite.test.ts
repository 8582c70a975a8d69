import fc from 'fast-check';
import { stringifyJson } from '../../../src/contract';
import { valueArbitrary } from '../../../src/samples/values/value-arbitrary';
import { runs } from '../../support/runs';
import { SUITE, suiteSchemas } from '../../support/suite-schemas';

/**
 * Values that are made at random of the schemas of JSON-Schema-Test-Suite, draft 2020-12: a second
 * validator finds them valid, but for a few numbers on which it and others are not exact.
 */

const RUNS = runs(60);

(SUITE === undefined ? describe.skip : describe)(
  SUITE === undefined
    ? 'values of the JSON Schema suite, which is not here (npm run fetch-suites fetches it),'
    : 'values of the JSON Schema suite',
  () => {
    it(`are valid by a second validator, and found for every schema (${RUNS} of each)`, async () => {
      let [schemas, values] = [0, 0];
      const wrong: string[] = [];
      for await (const { loaded, pointer, accepts, description } of suiteSchemas()) {
        schemas++;
        const arbitrary = valueArbitrary(loaded, pointer, 'request');
        for (const value of fc.sample(arbitrary, { seed: 1, numRuns: RUNS })) {
          values++;
          if (!accepts(value)) wrong.push(`${description}: ${stringifyJson(value)}`);
        }
      }
      process.stdout.write(`Values: ${values} of ${schemas} schemas, wrong: ${wrong.join(', ')}\n`);
      expect(schemas).toBeGreaterThan(350);
      expect(wrong.length / values).toBeLessThanOrEqual(0.005);
    });
  },
);
