import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../src/check/command';
import { runInFolder } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';

/** Changes at one place of a document are reported once, and reports have a limited length. */

const folder = temporaryFolder();

const COUNT = 20;

interface Many {
  readonly codes: string;
  readonly most: number;
  readonly count?: number;
}

/** A document with many operations, with a shared schema and one each. */
const documentOf = ({ codes, most, count = COUNT }: Many): string => `openapi: 3.1.0
info: { title: Many, version: 1.0.0 }
paths:
${Array.from({ length: count }, (_, at) => operation(at, most)).join('')}components:
  schemas:
    Problem: { type: object, required: [code], properties: { code: { enum: [${codes}] } } }
`;

const LONG = 'x'.repeat(500);

const operation = (
  at: number,
  most: number,
): string => `  /names/${at < COUNT ? at : `${at}${LONG}`}:
    put:
      requestBody: { content: { text/plain: { schema: { type: string, maxLength: ${most} } } } }
      responses:
        204: { description: Kept }
        400: { description: Wrong, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
`;

interface Report {
  readonly findings: { readonly message: string; readonly operations: string[] }[];
  readonly tables: { readonly breaking: object[] };
  readonly comparison: { readonly changes: object[] };
}

async function compare(after: string, format: string): Promise<string> {
  writeFileSync(path.join(folder, 'base.yaml'), documentOf({ codes: '1, 2', most: 9 }));
  writeFileSync(path.join(folder, 'openapi.yaml'), after);
  const args = ['--only', 'breaking', '--base', 'base.yaml', '--format', format];
  return (await runInFolder(folder, check, args)).stdout;
}

it('a new value of a component is one finding, which names the operations', async () => {
  const after = documentOf({ codes: '1, 2, 3', most: 9 });
  const text = await compare(after, 'text');
  expect(text.match(/^ {6}openapi.yaml:.*$/gm)).toEqual([
    expect.stringMatching(
      /^ {6}openapi\.yaml:\d+: PUT \/names\/0, PUT \/names\/1 and 18 more: the response 400 allows more values than the base, .* "\/code" must be one of \[1,2\], such as \{"code":3\} \(major\) .* "widened \/components\/schemas\/Problem\/properties\/code\/enum # REASON"/,
    ),
  ]);
  expect(text.match(/^ {6}major /gm)).toHaveLength(1);
  const report = JSON.parse(await compare(after, 'json')) as Report;
  expect(report.findings.map(({ operations }) => operations.length)).toEqual([COUNT]);
  expect(report.comparison.changes).toHaveLength(COUNT);
  expect(report.tables.breaking).toHaveLength(1);
  expect(await compare(after, 'markdown')).toContain(
    '- `PUT /names/0, PUT /names/1 and 18 more`\n  - the response 400 allows more',
  );
});

it('what is different at one place is told apart', async () => {
  const secured = (security: string): string => `openapi: 3.1.0
info: { title: Names, version: 1.0.0 }
security: ${security}
paths: { /names: { get: { responses: { 204: { description: None } } } } }
components:
  securitySchemes:
    a: { type: apiKey, in: header, name: a }
    b: { type: apiKey, in: header, name: b }
    c: { type: apiKey, in: header, name: c }
`;
  writeFileSync(path.join(folder, 'base.yaml'), secured('[{ a: [] }, { b: [] }]'));
  writeFileSync(path.join(folder, 'openapi.yaml'), secured('[{ c: [] }]'));
  const args = ['--only', 'breaking', '--base', 'base.yaml', '--format', 'json'];
  const { stdout } = await runInFolder(folder, check, args);
  const { findings } = JSON.parse(stdout) as Report;
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('requests with a are refused now') as string,
    expect.stringContaining('requests with b are refused now') as string,
  ]);
});

describe('of many findings', () => {
  const after = documentOf({ codes: '1, 2', most: 8 });

  it('GitHub shows ten annotations, and the log lists the others', async () => {
    const lines = (await compare(after, 'github')).trimEnd().split('\n');
    const annotations = lines.filter((line) => line.startsWith('::'));
    expect(annotations).toHaveLength(10);
    expect(annotations[9]).toMatch(
      /^::error file=openapi\.yaml,line=\d+,title=check::and 11 more findings, /,
    );
    expect(lines.filter((line) => line.startsWith('  openapi.yaml:'))).toHaveLength(11);
  });

  it('Markdown says how many changes it has no room for', async () => {
    const many = documentOf({ codes: '1, 2', most: 9, count: 150 });
    const text = await compare(many.replace('version: 1.0.0', 'version: 1.1.0'), 'markdown');
    const shown = text.match(/^ {2}- .*new/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(50);
    expect(text).toContain(`\n- and ${150 - COUNT - shown} more changes`);
  });

  it('JSON has all', async () => {
    expect((JSON.parse(await compare(after, 'json')) as Report).findings).toHaveLength(COUNT);
  });
});
