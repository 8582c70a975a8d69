import { readReasons } from '../../../../src/tools/cli/reasons';
import { knownFailuresFile } from '../../../lab/fetch-suites/suites';
import type { SchemaDocuments } from '../../../../src/tools/document/schemas/schema-resources';
import { serveSchemas } from '../../../support/serve-schemas';
import {
  REMOTES,
  SUITE,
  suiteDocuments,
  suiteFiles,
  type SuiteGroup,
  suiteGroups,
} from '../../../support/suite-files';

/**
 * The required cases of JSON-Schema-Test-Suite, draft 2020-12, and those of formats, as request bodies over a
 * real socket: a document for each file of the suite, an operation for each group of cases. What fails is exactly
 * what test/suites/json-schema-suite.known-failures.txt lists.
 *
 * @see https://github.com/json-schema-org/JSON-Schema-Test-Suite
 */

const KNOWN_FAILURES = [...readReasons(knownFailuresFile('json-schema-suite')).keys()];

const FORMATS = 'optional/format/';

const counts = { required: { right: 0, wrong: 0 }, formats: { right: 0, wrong: 0 } };

(SUITE === undefined ? describe.skip : describe)(
  SUITE === undefined
    ? 'the JSON Schema suite, which is not here (npm run fetch-suites fetches it),'
    : 'the JSON Schema suite',
  () => {
    const documents = suiteDocuments();
    const cases = suiteFiles().filter((file) => !file.includes('/') || isOfFormat(file));

    afterAll(() => {
      process.stdout.write(`JSON Schema suite: ${JSON.stringify(counts)}\n`);
    });

    // Jest refuses an empty list even where all is skipped.
    it.each(SUITE === undefined ? ['none'] : cases)('%s', async (file) => {
      const groups = suiteGroups(file);
      const wrong = await wrongCases(file, groups, documents);
      const count = isOfFormat(file) ? counts.formats : counts.required;
      count.wrong += wrong.length;
      count.right += groups.flatMap(({ tests }) => tests).length - wrong.length;
      expect(wrong).toEqual(KNOWN_FAILURES.filter((name) => name.startsWith(`${file}: `)));
    });

    it('has all cases, and each known failure among them', () => {
      const { required, formats } = counts;
      expect(required.right + required.wrong).toBeGreaterThanOrEqual(1299);
      expect(formats.right + formats.wrong).toBeGreaterThanOrEqual(764);
      expect(required.wrong + formats.wrong).toBe(KNOWN_FAILURES.length);
    });
  },
);

function isOfFormat(file: string): boolean {
  return file.startsWith(FORMATS);
}

async function wrongCases(
  file: string,
  groups: readonly SuiteGroup[],
  documents: SchemaDocuments,
): Promise<string[]> {
  const schemas = groups.map(({ schema }, index) =>
    identified(isOfFormat(file) ? enforced(schema) : schema, `${file}/${index}`),
  );
  const isAlone = !JSON.stringify(schemas).includes(REMOTES);
  const served = await serveSchemas(schemas, {}, isAlone ? undefined : documents);
  const wrong: string[] = [];
  for (const [index, { description, tests }] of groups.entries()) {
    for (const test of tests) {
      const { status } = await served.decode(index, JSON.stringify(test.data));
      const name = `${file}: ${description}: ${test.description}`;
      if (status !== (test.valid ? 204 : 400)) wrong.push(name);
    }
  }
  await served.close();
  return wrong;
}

function enforced(schema: unknown): object {
  return { ...(schema as object), $schema: undefined };
}

/** Each schema of the suite is a document; within one, `#` must go on to mean the schema. */
function identified(schema: unknown, path: string): unknown {
  if (typeof schema !== 'object' || schema === null || '$id' in schema) return schema;
  return { $id: `https://suite.example/${path}`, ...schema };
}
