import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DocumentError } from '../../../scripts/generate/document/document-error';
import type { SchemaDocuments } from '../../../scripts/generate/schemas/schema-resources';
import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

/**
 * The required cases of JSON-Schema-Test-Suite, draft 2020-12, as request bodies over a real socket: a
 * document for each file of the suite, an operation for each group of cases.
 *
 * @see https://github.com/json-schema-org/JSON-Schema-Test-Suite
 */

const SUITE = resolve(__dirname, '../../../../shared/json-schema-suite');
/** Where the suite's references look for its folder `remotes`. */
const REMOTES = 'http://localhost:1234/';

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const isPresent = existsSync(SUITE);
const counts = { right: 0, wrong: 0, refused: 0 };

(isPresent ? describe : describe.skip)(
  isPresent ? 'the JSON Schema suite' : `the JSON Schema suite, which is not at ${SUITE},`,
  () => {
    const documents: SchemaDocuments = new Map(
      files('remotes').map((file) => [REMOTES + file, read(join('remotes', file))]),
    );
    const required = isPresent ? readdirSync(join(SUITE, 'tests')).filter(isJsonFile) : [];

    afterAll(() => {
      process.stdout.write(`JSON Schema suite: ${JSON.stringify(counts)}\n`);
    });

    it.each(required)('%s', async (file) => {
      const groups = read(join('tests', file)) as Group[];
      const schemas = groups.map(({ schema }, index) => identified(schema, `${file}/${index}`));
      const served = await serve(schemas, documents);
      if (served === undefined) {
        counts.refused += groups.flatMap(({ tests }) => tests).length;
        return;
      }
      const wrong: string[] = [];
      for (const [index, { description, tests }] of groups.entries()) {
        for (const test of tests) {
          const { status } = await served.decode(index, JSON.stringify(test.data));
          if (status === (test.valid ? 204 : 400)) counts.right++;
          else wrong.push(`${description}: ${test.description}: ${status}`);
        }
      }
      await served.close();
      counts.wrong += wrong.length;
      expect(wrong).toEqual([]);
    });

    it('has at most nine cases that are refused at generation', () => {
      expect(counts.refused).toBeLessThan(10);
    });
  },
);

/** Undefined when the document is refused, which says so. */
async function serve(
  schemas: readonly unknown[],
  documents: SchemaDocuments,
): Promise<ServedSchemas | undefined> {
  try {
    return await serveSchemas(schemas, {}, documents);
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

/** Each schema of the suite is a document; within one, `#` must go on to mean the schema. */
function identified(schema: unknown, path: string): unknown {
  if (typeof schema !== 'object' || schema === null || '$id' in schema) return schema;
  return { $id: `https://suite.example/${path}`, ...schema };
}

function files(folder: string): string[] {
  if (!isPresent) return [];
  return readdirSync(join(SUITE, folder), { recursive: true, encoding: 'utf8' })
    .filter(isJsonFile)
    .map((file) => file.replaceAll('\\', '/'));
}

function isJsonFile(file: string): boolean {
  return file.endsWith('.json');
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(SUITE, file), 'utf8'));
}
