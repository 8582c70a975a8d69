import { stringifyJson } from '../../../../src/contract';
import { boundaryCases } from '../../../../src/samples/values/coverage/boundary-cases';
import { SUITE, suiteSchemas } from '../../../support/suite-schemas';

/**
 * Coverage values of the schemas of JSON-Schema-Test-Suite, draft 2020-12, that have instances: a second
 * validator, which gets the schemas as the suite has them, finds valid what is said to be valid, and
 * invalid what is said to break a keyword.
 */

/** Of each schema. The last ones are those that take long to find. */
const MAX_VALUES = 24;

(SUITE === undefined ? describe.skip : describe)(
  SUITE === undefined
    ? 'coverage values of the JSON Schema suite, which is not here (npm run fetch-suites fetches it),'
    : 'coverage values of the JSON Schema suite',
  () => {
    it('are what they are said to be, by a second validator', async () => {
      const counts = { schemas: 0, valid: 0, broken: 0 };
      const wrong: string[] = [];
      for await (const { loaded, pointer, accepts, description } of suiteSchemas()) {
        counts.schemas++;
        let left = MAX_VALUES;
        for (const { value, valid, ...each } of boundaryCases(loaded, pointer, 'request')) {
          if (left-- === 0) break;
          counts[valid ? 'valid' : 'broken']++;
          if (accepts(value) === valid) continue;
          wrong.push(`${description}: ${stringifyJson(value)} ${each.description}`);
        }
      }
      process.stdout.write(`Coverage values: ${JSON.stringify(counts)}, ${wrong.length} wrong\n`);
      expect(wrong).toEqual([]);
      expect(counts.schemas).toBeGreaterThan(350);
      expect(Math.min(counts.valid, counts.broken)).toBeGreaterThan(1500);
    });
  },
);
