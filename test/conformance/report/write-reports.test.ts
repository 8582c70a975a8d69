import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  github,
  ExchangeLog,
  REPORT_FILES,
  writeReports,
} from '../../../src/conformance/report/files';
import { Redaction } from '../../../src/conformance/report/redact';
import { terminalReport } from '../../../src/conformance/report/terminal';
import { temporaryFolder } from '../../support/temporary-folder';
import { libraryResults, TOKEN } from './library-results';

const folder = path.join(temporaryFolder(), 'new', 'folder');

it('writes the files that it names', () => {
  const files = writeReports(libraryResults, folder);
  expect(files.map((file) => path.basename(file))).toStrictEqual([
    REPORT_FILES.html,
    REPORT_FILES.junit,
    REPORT_FILES.findings,
  ]);
  expect(readdirSync(folder).sort()).toStrictEqual(['findings.json', 'junit.xml', 'report.html']);
});

it('no output has a token that was given', () => {
  const redaction = new Redaction({
    tokens: [TOKEN],
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
  });
  const log = new ExchangeLog(path.join(folder, REPORT_FILES.log), redaction);
  for (const { exchanges } of libraryResults.findings)
    for (const each of exchanges) log.write(each);
  log.close();
  const command = { options: '', source: undefined, secrets: [], variables: [] };
  const results = {
    ...redaction.results(libraryResults),
    command: { ...command, folder: path.join(folder, REPORT_FILES.folder) },
  };
  writeReports(results, folder);
  const written = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file !== REPORT_FILES.folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'));
  const outputs = [...written, terminalReport(results, { colours: true }), github(results)];
  expect(outputs.length).toBeGreaterThan(10);
  expect(outputs.filter((text) => text.includes(TOKEN))).toStrictEqual([]);
  expect(terminalReport(libraryResults, { colours: true })).toContain(TOKEN);
});
