import { readReasons } from '../../../src/tools/cli/reasons';
import { Evaluation } from '../../../src/tools/schema';
import { knownFailuresFile } from '../../lab/fetch-suites/suites';
import { SUITE } from '../../support/suite-files';
import { suiteSchemas } from '../../support/suite-schemas';

/** The cases of JSON-Schema-Test-Suite, draft 2020-12, of schemas that have valid instances. */

(SUITE === undefined ? it.skip : it)(
  SUITE === undefined
    ? 'evaluates the JSON Schema suite, which is not here (npm run fetch-suites fetches it)'
    : 'evaluates each case of the JSON Schema suite as the suite does',
  async () => {
    const wrong: string[] = [];
    let count = 0;
    for await (const { description, loaded, pointer, cases } of suiteSchemas()) {
      const evaluation = new Evaluation(loaded.resolver, 'request');
      for (const { data, valid, ...each } of cases) {
        count++;
        if (evaluation.takes(loaded.resolver.at(pointer), data) === valid) continue;
        wrong.push(`${description}: ${each.description}`);
      }
    }
    // It takes the formats of the contract's validators.
    expect(wrong).toEqual([...readReasons(knownFailuresFile('json-schema-suite')).keys()]);
    expect(count).toBeGreaterThan(1500);
  },
);
