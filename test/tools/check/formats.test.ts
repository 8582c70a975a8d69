import type { Change } from '../../../src/tools/check/breaking/change';
import type { Finding } from '../../../src/tools/check/finding';
import { formats } from '../../../src/tools/check/formats';
import type { CheckResult } from '../../../src/tools/check/run-checks';

const inFile = {
  rule: 'misnamed',
  file: 'spec/my library.yaml',
  message: 'the name <a & "b"> is 100% wrong\nin two lines',
  remedy: 'rename it',
};

const finding: Finding = { ...inFile, line: 7, pointer: '/info/title' };
const other: Finding = { ...inFile, base: { file: 'main:a.yaml', line: 3, pointer: '/info' } };

const check = (name: string): CheckResult['check'] => ({
  name,
  claim: `the ${name} are right`,
  failure: `the ${name} are wrong`,
  rules: { misnamed: 'Nobody finds it.' },
  run: () => Promise.resolve({ findings: [] }),
});

const results: CheckResult[] = [
  { check: check('files'), findings: [] },
  { check: check('names'), findings: [finding, other] },
];

const change = (level: Change['level'], message: string, more: object = {}): Change => ({
  ...{ rule: 'operation-added', level, message, version: 'revision', pointer: '' },
  ...{ operation: 'GET /names/{id}', ...more },
});

/** @param changes since version 1.0.0 */
const compared = (...changes: Change[]): CheckResult => ({
  ...{ check: check('changes'), findings: [] },
  comparison: { from: '1.0.0', to: '2.0.0', changes },
});

describe('a format of the drift gate', () => {
  it('text says what holds and what does not, and once why it matters', () => {
    expect(formats.text!(results)).toBe(`ok    files: the files are right
drift names: the names are wrong
      spec/my library.yaml:7: the name <a & "b"> is 100% wrong\\nin two lines; rename it
      spec/my library.yaml: the name <a & "b"> is 100% wrong\\nin two lines (in the base: main:a.yaml:3); rename it
        Nobody finds it. (misnamed)
`);
  });

  it('text and markdown say of a check that it could not look everywhere', () => {
    const partly = [{ check: check('parts'), findings: [], faults: ['No such service'] }];
    expect(formats.text!(partly)).toBe('part  parts: not all of it could be checked\n');
    expect(formats.markdown!(partly)).toContain('| ? | parts | not all of it could be checked |');
  });

  it('text and json show the table of a check', () => {
    const table = { columns: ['part', 'count'], rows: [['a longer part', '1']] };
    const shown = [{ check: check('parts'), findings: [], table }];
    expect(formats.text!(shown)).toBe(
      'ok    parts: the parts are right\n      part           count\n      a longer part  1\n',
    );
    expect(JSON.parse(formats.json!(shown))).toStrictEqual({
      checks: ['parts'],
      findings: [],
      tables: { parts: [{ part: 'a longer part', count: '1' }] },
    });
  });

  it('json holds every finding', () => {
    const of = { check: 'names', why: 'Nobody finds it.' };
    expect(JSON.parse(formats.json!(results))).toStrictEqual({
      checks: ['files', 'names'],
      findings: [
        { ...of, ...finding },
        { ...of, ...other },
      ],
    });
  });

  it('json holds every change', () => {
    const result = compared(change('minor', 'the operation is new'));
    expect(JSON.parse(formats.json!([result]))).toMatchObject({
      comparison: { from: '1.0.0', to: '2.0.0', changes: [{ level: 'minor' }] },
    });
  });

  it('github escapes what would end an annotation', () => {
    const said = 'the name <a & "b"> is 100%25 wrong%0Ain two lines';
    const rest = '; rename it%0ANobody finds it.\n';
    expect(formats.github!(results)).toBe(
      `::error file=spec/my library.yaml,line=7,title=names%3A misnamed::${said}${rest}` +
        `::error file=spec/my library.yaml,title=names%3A misnamed::${said} (in the base: main:a.yaml:3)${rest}`,
    );
  });

  it('github says nothing when all is well', () => {
    expect(formats.github!(results.slice(0, 1))).toBe('');
  });

  it('junit has a case for each check', () => {
    const text = 'the name &lt;a &amp; &quot;b&quot;&gt; is 100% wrong\\nin two lines';
    expect(formats.junit!(results)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="check" tests="2" failures="1" errors="0" skipped="0">
  <testsuite name="check" tests="2" failures="1" errors="0" skipped="0">
    <testcase name="files" classname="check"/>
    <testcase name="names" classname="check"><failure message="the names are wrong" type="names">spec/my library.yaml:7: ${text}; rename it
spec/my library.yaml: ${text} (in the base: main:a.yaml:3); rename it</failure></testcase>
  </testsuite>
</testsuites>
`);
  });

  it('sarif has a rule for each that there is, and a result with its place for each finding', () => {
    const log = JSON.parse(formats.sarif!(results)) as { runs: { results: object[] }[] };
    const [run] = log.runs;
    expect(run).toMatchObject({
      tool: { driver: { rules: [{ id: 'files/misnamed' }, { id: 'names/misnamed' }] } },
    });
    const artifactLocation = { uri: 'spec/my%20library.yaml' };
    const of = { ruleId: 'names/misnamed', level: 'error' };
    expect(run?.results).toMatchObject([
      {
        ...of,
        locations: [
          {
            physicalLocation: { artifactLocation, region: { startLine: 7 } },
            logicalLocations: [{ fullyQualifiedName: '/info/title' }],
          },
        ],
      },
      {
        ...of,
        locations: [{ physicalLocation: { artifactLocation } }],
        relatedLocations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'main%3Aa.yaml' },
              region: { startLine: 3 },
            },
            message: { text: 'in the base' },
          },
        ],
      },
    ]);
  });

  it('markdown says what holds, what does not and why, and escapes what would be marked up', () => {
    const text = 'the name \\<a \\& "b"\\> is 100% wrong in two lines';
    expect(formats.markdown!(results)).toBe(`# Drift check: 2 findings

|  | check |  |
| --- | --- | --- |
| ✓ | files | the files are right |
| ✗ | **names** | the names are wrong |

## names: the names are wrong

Nobody finds it.

- \`spec/my library.yaml:7\`: ${text}  \n  rename it
- \`spec/my library.yaml\`: ${text} (in the base: main:a.yaml:3)  \n  rename it
`);
  });

  it('markdown is no longer than a comment on a pull request may be', () => {
    const places = Array.from({ length: 2_000 }, (_, line) => ({ ...finding, line: line + 1 }));
    const changes = places.map(({ line }) => change('major', `the ${'ü'.repeat(20)} of ${line}`));
    const many: CheckResult = { ...results[1]!, findings: places };
    for (const shown of [[many], [compared(...changes)], [many, compared(...changes)]]) {
      const text = formats.markdown!(shown);
      expect(Buffer.byteLength(text)).toBeLessThan(60_000);
      expect(text).toMatch(/^- and [1-9]\d+ more (?:findings|changes)$/m);
      expect(text.split('\n').length).toBeGreaterThan(300);
    }
  });

  it('markdown tells the readers of the API what changed, what breaks first', () => {
    const witness = { value: { a: '`|' }, error: { keyword: 'type' } };
    const result = compared(
      change('minor', 'the response is new'),
      change('major', 'the body takes less', { witness }),
      change('minor', 'the parameter "q" is new'),
      change('minor', 'the operation is new', { operation: 'PUT /names' }),
    );
    const [, changes] = formats.markdown!([result]).split('\n\n## ');
    expect(changes).toBe(`The interface, from 1.0.0 to 2.0.0

### Breaking

- \`GET /names/{id}\`
  - the body takes less, such as \`\`{"a":"\`|"}\`\`

### New, or more is possible

- \`GET /names/{id}\`
  - the response is new
  - the parameter "q" is new
- \`PUT /names\`
  - the operation is new
`);
    expect(formats.markdown!([compared()])).toContain('\n\nNothing changed for clients.\n');
  });
});
