import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What is printed passes src/tools/cli/terminal.ts, where nothing of a document can command who shows it. */

const SRC = path.join(__dirname, '..', '..', 'src');

/** Files that name a stream of the process all the same, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'plant-store/development.ts':
    'has the log write to standard error, and asks whether standard output is a terminal',
  'plant-store/main.ts':
    'prints the version and the usage, and gives its streams to commands of the service',
  'runtime/service/run-service.ts':
    'prints where a service listens, and messages that its errors make visible',
  'runtime/service/start-service.ts':
    'has the log write to standard error, which makes its lines visible',
  'tools/cli/command-line.ts': 'listens for a reader that has closed standard output',
  'tools/cli/terminal.ts': 'is where all that is printed passes',
  'tools/conformance/reports.ts': 'asks whether standard output is a terminal',
  'tools/conformance/test-options.ts': 'asks a question, which is a constant',
  'tools/dev/develop.ts': 'gives standard output to the screen, which makes its lines visible',
  'tools/judge/second-validator.ts': 'prints nothing, and keeps its package from printing',
};

function namesStream(file: string): boolean {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const code = text.replaceAll(/^\s*(?:\/\*)?\*.*$/gm, '');
  return /\bprocess\.std(?:out|err)\b|\bconsole\./.test(code);
}

it('streams of the process are named in few files', () => {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.split(path.sep).join('/'));
  expect(files.filter(namesStream).sort()).toEqual(Object.keys(EXCEPTIONS));
});
