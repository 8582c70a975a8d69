import { formats, type CheckResult } from '../../../scripts/check/format';

const finding = {
  check: 'names',
  file: 'spec/library.yaml',
  line: 7,
  message: 'the name <a & "b"> is 100% wrong\nin two lines',
  remedy: 'rename it',
};

const check = (name: string): CheckResult['check'] => ({
  name,
  claim: `the ${name} are right`,
  failure: `the ${name} are wrong`,
  run: () => Promise.resolve([]),
});

const results: CheckResult[] = [
  { check: check('files'), findings: [] },
  { check: check('names'), findings: [finding, { ...finding, line: undefined } as never] },
];

describe('a format of the drift gate', () => {
  it('text says what holds and what does not', () => {
    expect(formats.text!(results)).toBe(`ok    files: the files are right
drift names: the names are wrong
      spec/library.yaml:7: the name <a & "b"> is 100% wrong
in two lines; rename it
      spec/library.yaml: the name <a & "b"> is 100% wrong
in two lines; rename it
`);
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
    expect(JSON.parse(formats.json!(results))).toStrictEqual({
      checks: ['files', 'names'],
      findings: [
        finding,
        { check: 'names', file: finding.file, message: finding.message, remedy: finding.remedy },
      ],
    });
  });

  it('github escapes what would end an annotation', () => {
    const data = 'the name <a & "b"> is 100%25 wrong%0Ain two lines; rename it';
    expect(formats.github!(results)).toBe(
      `::error file=spec/library.yaml,line=7,title=names::${data}\n` +
        `::error file=spec/library.yaml,title=names::${data}\n`,
    );
  });

  it('github says nothing when all is well', () => {
    expect(formats.github!(results.slice(0, 1))).toBe('');
  });

  it('junit has a case for each check', () => {
    const text = 'the name &lt;a &amp; &quot;b&quot;&gt; is 100% wrong\nin two lines; rename it';
    expect(formats.junit!(results)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="check" tests="2" failures="1">
  <testcase name="files" classname="check"/>
  <testcase name="names" classname="check"><failure>spec/library.yaml:7: ${text}
spec/library.yaml: ${text}</failure></testcase>
</testsuite>
`);
  });
});
