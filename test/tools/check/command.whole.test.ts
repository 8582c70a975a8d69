import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../../src/tools/check/command';
import { generate } from '../../../src/tools/generate/command';
import { generatedCheck } from '../../../src/tools/check/generated';
import type { Finding } from '../../../src/tools/check/finding';
import { runInProcess } from '../../support/run-in-process';
import { runCompiled, runScript, type ScriptResult } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

const ROOT = path.join(__dirname, '..', '..', '..');

/** A small document that each option affects: a 64-bit integer, and a query parameter. */
const DOCUMENT = `openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /shelves:
    get:
      operationId: listShelves
      parameters: [{ in: query, name: size, schema: { type: integer, format: int64 } }]
      responses:
        200:
          description: All
          content: { application/json: { schema: { type: array, items: { type: integer, format: int64 } } } }
`;

describe('npm run check -- --only generated', () => {
  const folder = temporaryFolder();
  const spec = path.join(folder, 'openapi.yaml');
  const clean = path.join(folder, 'clean');
  const drifted = path.join(folder, 'drifted');
  const relative = (file: string): string => path.relative(ROOT, path.join(drifted, file));

  const argsFor = (generated: string, ...more: string[]): string[] => {
    return ['--spec', spec, '--generated', generated, '--only', 'generated', ...more];
  };
  const check = (generated: string, ...more: string[]): Promise<ScriptResult> =>
    runInProcess(checkCommand, argsFor(generated, ...more));

  beforeAll(async () => {
    writeFileSync(spec, DOCUMENT);
    expect((await runInProcess(generate, ['--spec', spec, '--generated', clean])).code).toBe(0);
    cpSync(clean, drifted, { recursive: true });
    appendFileSync(path.join(drifted, 'types.ts'), '\n');
    rmSync(path.join(drifted, 'contract.ts'));
    writeFileSync(path.join(drifted, 'extra.ts'), '');
  });

  const findings = (): Finding<keyof typeof generatedCheck.rules>[] => [
    {
      rule: 'edited',
      file: relative('types.ts'),
      message: 'types.ts differs from what is generated',
      remedy: `run: npm run generate -- --spec ${spec} --generated ${relative('')}`,
    },
    {
      rule: 'missing',
      file: relative('contract.ts'),
      message: 'contract.ts is missing',
      remedy: `run: npm run generate -- --spec ${spec} --generated ${relative('')}`,
    },
    {
      rule: 'stray',
      file: relative('extra.ts'),
      message: 'extra.ts is not generated from this document',
      remedy: 'remove extra.ts',
    },
  ];

  it('ends with 0 when the files are up to date', () => {
    expect(runScript('scripts/check.ts', argsFor(clean))).toStrictEqual({
      code: 0,
      stdout: 'ok    generated: the generated files are up to date\n',
      stderr: '',
    });
  });

  it.each([
    ['--exact-client', 'client-types.ts differs from what is generated'],
    ['--strict-query', 'contract.ts differs from what is generated'],
    ['--yaml', 'openapi.yaml is not generated from this document; remove openapi.yaml'],
  ])('is told by %s how the files were generated', async (option, finding) => {
    const out = path.join(folder, option);
    const args = ['--spec', spec, '--generated', out, option];
    expect((await runInProcess(generate, args)).code).toBe(0);
    expect((await check(out, option)).code).toBe(0);
    expect((await check(out)).stdout).toContain(finding);
  });

  it('ends with 1 and names what was edited, what is missing and what is stray', async () => {
    const { rules } = generatedCheck;
    const lines = findings().map(({ file, message, remedy, rule }) => {
      return `      ${file}: ${message}; ${remedy}\n        ${rules[rule]} (${rule})\n`;
    });
    expect(await check(drifted)).toStrictEqual({
      code: 1,
      stdout: `drift generated: the generated files are out of date\n${lines.join('')}`,
      stderr: '',
    });
  });

  it('takes line ends of CRLF, as some working trees have them, for none', async () => {
    const out = path.join(folder, 'crlf');
    cpSync(clean, out, { recursive: true });
    for (const name of readdirSync(out)) {
      const text = readFileSync(path.join(out, name), 'utf8');
      writeFileSync(path.join(out, name), text.replaceAll('\n', '\r\n'));
    }
    expect(await check(out)).toMatchObject({ code: 0, stderr: '' });
  });

  it('says where the files were made with other versions of the tools', async () => {
    const out = path.join(folder, 'tools');
    cpSync(clean, out, { recursive: true });
    const file = path.join(out, 'tools.json');
    const made = readFileSync(file, 'utf8').replace(/"ajv": "[^"]*"/, '"ajv": "6.0.0"');
    writeFileSync(file, made);
    const { code, stdout } = await check(out);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /tools\.json: the files were generated with ajv 6\.0\.0 where \S+ is installed; install /,
    );
  });

  it.each(['{', '[]', '{"tools": 1}', '{"tools": {}}'])(
    'takes a file of tools that says %s for an edited one',
    async (text) => {
      const out = path.join(folder, 'no-tools');
      cpSync(clean, out, { recursive: true });
      writeFileSync(path.join(out, 'tools.json'), text);
      expect((await check(out)).stdout).toContain('tools.json differs from what is generated');
    },
  );

  it('changes nothing', async () => {
    expect(await check(drifted)).toStrictEqual(await check(drifted));
  });

  it('gives JSON', async () => {
    const { code, stdout } = await check(drifted, '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toStrictEqual({
      checks: ['generated'],
      findings: findings().map((finding) => {
        return { check: 'generated', ...finding, why: generatedCheck.rules[finding.rule] };
      }),
    });
  });

  it('writes reports in other formats beside what it prints', async () => {
    const [sarif, summary] = ['check.sarif', 'summary.md'].map((name) => path.join(folder, name));
    const { code, stdout } = await check(
      drifted,
      ...['--format', 'github', '--report', `sarif=${sarif!}`, '--report', `markdown=${summary!}`],
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error file=/);
    expect(JSON.parse(readFileSync(sarif!, 'utf8'))).toMatchObject({ version: '2.1.0' });
    expect(readFileSync(summary!, 'utf8')).toMatch(/^# Drift check: 3 findings\n/);
  });

  itEach<[{ given: string[]; want: RegExp }]>({
    'a report without a file': [
      { given: ['--report', 'sarif'], want: /^--report must be FORMAT=FILE, .*, not "sarif"\n$/ },
    ],
    'a report of an unknown format': [
      {
        given: ['--report', 'xml=a'],
        want: /^There is no format "xml"; there are text, json, .*\n$/,
      },
    ],
    'a report that cannot be written': [
      {
        given: argsFor(clean, '--report', 'json=/no/where'),
        want: /^The report \/no\/where cannot be written \(ENOENT\)\n$/,
      },
    ],
    'an unknown check': [
      {
        given: ['--only', 'drift'],
        want: /^There is no check "drift"; --only takes document, .*\n$/,
      },
    ],
    'an unknown format': [
      {
        given: ['--format', 'xml'],
        want: /^There is no format "xml"; there are text, json, .*\n$/,
      },
    ],
    'no document': [
      {
        given: ['--spec', 'nowhere.yaml', '--only', 'generated'],
        want: /^There is no document at nowhere\.yaml\n$/,
      },
    ],
  })('ends with 2 for %s', async (_, { given, want }) => {
    const { code, stdout, stderr } = await runInProcess(checkCommand, given);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(want);
  });

  it('shows what checks found, and ends with 2, where another could not run', async () => {
    const { code, stdout, stderr } = await check(drifted, '--only', 'generated,breaking');
    expect(code).toBe(2);
    expect(stdout).toContain('types.ts differs from what is generated');
    expect(stderr).toMatch(/^--base FILE, REF or REF:PATH of git, says /);
  });

  it('ends with 2 for an unknown option', () => {
    const { code, stdout, stderr } = runCompiled('check', ['--fix']);
    expect({ code, stdout }).toStrictEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^Unknown option '--fix'.*\nUsage: npx --no -- trellis check/s);
  });
});
