import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  bytesOf,
  type ExchangeJson,
  findingsJson,
} from '../../../src/conformance/report/exchange-json';
import {
  ExchangeLog,
  github,
  junit,
  REPORT_FILES,
  writeReports,
} from '../../../src/conformance/report/files';
import { Redaction } from '../../../src/conformance/report/redact';
import { terminalReport } from '../../../src/conformance/report/terminal';
import { responseOf } from '../../../src/conformance/exchange';
import { temporaryFolder } from '../../support/temporary-folder';
import { libraryResults, nul, soundResults, TOKEN } from './library-results';

const folder = temporaryFolder();

describe('JUnit', () => {
  const xml = junit(libraryResults);

  const suiteOf = (name: string): string =>
    new RegExp(`<testsuite name="${name}"[^]*?</testsuite>`).exec(xml)?.[0] ?? '';

  it('has a suite for each operation, with a case for each failure', () => {
    const [, root] = /<testsuites ([^>]*)>/.exec(xml) ?? [];
    expect(root).toBe(
      'name="Library 1.4.0: conformance" tests="9" failures="6" errors="0" skipped="1" time="61.240"',
    );
    const create = suiteOf('POST /books');
    expect(create.split('\n')[0]).toBe(
      '<testsuite name="POST /books" tests="2" failures="2" errors="0" skipped="0" time="0.250">',
    );
    expect(create.match(/<testcase [^>]*><failure [^>]*>/g)).toEqual([
      '<testcase name="no-server-error" classname="conformance.createBook" time="0.012"><failure message="the response is 500, but the request is valid" type="no-server-error">',
      '<testcase name="invalid-refused" classname="conformance.createBook" time="0.012"><failure message="the service accepts a title of 11 characters (maxLength is 10)" type="invalid-refused">',
    ]);
    expect(suiteOf('POST /books/{bookId}/loans')).toContain(
      'classname="conformance.lendBook" time="0.250"><skipped message="not exercised"/></testcase>',
    );
    expect(suiteOf('DELETE /books/{bookId}')).toContain(
      '<testcase name="DELETE /books/{bookId}" classname="conformance.deleteBook" time="0.250"/>',
    );
  });

  it('fails no case where the document is at fault', () => {
    expect(xml).toMatch(
      /classname="conformance\.replaceBook" time="0\.250"><system-out>status-documented: /,
    );
  });

  it('is XML whatever a service sends', () => {
    // eslint-disable-next-line no-control-regex -- which is what XML cannot have
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udfff]/u);
    const [, content] = /<failure [^>]*>([^]*?)<\/failure>/.exec(xml) ?? [];
    expect(content).toMatch(/^[^<>"]+$/);
    expect(xml).toContain('\\u001b[2J');
  });

  it('has failures outside of the operations in a suite of their own', () => {
    const findings = [{ ...libraryResults.findings[0]!, operationId: undefined }];
    expect(junit({ ...soundResults, findings })).toContain(
      '<testsuite name="requests that no operation covers" tests="1" failures="1" errors="0" skipped="0">\n    <testcase name="no-server-error" classname="conformance" time="0.012"><failure ',
    );
  });
});

describe('annotations of GitHub', () => {
  it('are errors of the service and warnings of the document, at a line', () => {
    const lines = github(libraryResults).trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toBe(
      '::error file=spec/library.yaml,line=61,title=invalid-refused createBook::the service accepts a title of 11 characters (maxLength is 10)%0AA service MUST refuse a request that the document does not allow%0APOST /v1/books: 201 Created%0Anpm run conformance -- --url http://localhost:3000/v1 --spec spec/library.yaml --seed 42 --include createBook --check invalid-refused',
    );
    expect(lines[6]).toMatch(/^::warning file=spec\/library\.yaml,line=48,title=status-documented/);
  });

  it('are none where nothing was found', () => {
    expect(github(soundResults)).toBe('');
  });
});

describe('the log of exchanges', () => {
  const file = path.join(folder, 'new', 'exchanges.ndjson');
  const redaction = new Redaction({ tokens: [TOKEN], securitySchemes: {} });
  const exchanges = libraryResults.findings.flatMap((finding) => finding.exchanges);
  const log = new ExchangeLog(file, redaction);
  for (const each of exchanges) log.write(each);
  const text = readFileSync(file, 'utf8');
  log.close();

  it('is there as soon as the exchange is written', () => {
    expect(text.split('\n')).toHaveLength(exchanges.length + 1);
  });

  it('has the exact bytes and what was thought of them', () => {
    const [first, , third, ...others] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ExchangeJson);
    expect(first).toMatchObject({
      sentAt: '2026-05-17T09:30:01.500Z',
      durationMs: 12.4,
      phase: 'coverage',
      operationId: 'createBook',
      case: 'title (body): the character NUL',
      judgement: { expected: 'acceptance' },
      request: {
        method: 'POST',
        target: '/v1/books',
        headers: [
          ['Authorization', 'Bearer REDACTED_TOKEN_1'],
          ['Content-Type', 'application/json'],
        ],
        body: { text: '{"title":"\\u0000","pages":1}' },
      },
      response: { status: 500 },
    });
    expect(bytesOf(first!.response!.body!)).toStrictEqual(responseOf(nul)!.body);
    expect(third!.response!.body).toStrictEqual({ base64: 'iVBORw0KGgoA/w==' });
    expect(others.find(({ failure }) => failure)).toMatchObject({
      failure: { kind: 'timeout', message: 'no complete response within 10 s' },
    });
  });
});

it('the results for programs have what the reports have', () => {
  expect(JSON.parse(findingsJson(libraryResults))).toMatchObject({
    title: 'Library',
    seed: 42,
    startedAt: '2026-05-17T09:30:00.000Z',
    findings: expect.arrayContaining([
      expect.objectContaining({
        check: 'invalid-refused',
        rule: 'A service MUST refuse a request that the document does not allow',
        file: 'spec/library.yaml',
        line: 61,
        pointer: '/components/schemas/Book/properties/title/maxLength',
        curl: [expect.stringMatching(/^curl /)],
        repeat: expect.stringMatching(/^npm run conformance -- --url /),
      }),
    ]),
  });
});

describe('the folder of reports', () => {
  const reports = path.join(folder, 'reports', 'folder');

  it('writes the files that it names', () => {
    const files = writeReports(libraryResults, reports);
    expect(files.map((file) => path.basename(file))).toStrictEqual([
      REPORT_FILES.html,
      REPORT_FILES.junit,
      REPORT_FILES.findings,
    ]);
    expect(readdirSync(reports).sort()).toStrictEqual([
      'findings.json',
      'junit.xml',
      'report.html',
    ]);
  });

  it('no output has a token that was given', () => {
    const redaction = new Redaction({
      tokens: [TOKEN],
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
    });
    const log = new ExchangeLog(path.join(reports, REPORT_FILES.log), redaction);
    for (const { exchanges } of libraryResults.findings)
      for (const each of exchanges) log.write(each);
    log.close();
    const command = { options: '', source: undefined, secrets: [], variables: [] };
    const results = {
      ...redaction.results(libraryResults),
      command: { ...command, folder: path.join(reports, REPORT_FILES.folder) },
    };
    writeReports(results, reports);
    const written = readdirSync(reports, { recursive: true, encoding: 'utf8' })
      .filter((file) => file !== REPORT_FILES.folder)
      .map((file) => readFileSync(path.join(reports, file), 'utf8'));
    const outputs = [...written, terminalReport(results, { colours: true }), github(results)];
    expect(outputs.length).toBeGreaterThan(10);
    expect(outputs.filter((text) => text.includes(TOKEN))).toStrictEqual([]);
    expect(terminalReport(libraryResults, { colours: true })).toContain(TOKEN);
  });
});
