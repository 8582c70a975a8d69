import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseOptions, runCommand, wholeNumber } from '../../../src/tools/cli/command-line';
import { showProgress } from '../../../src/tools/cli/terminal';
import { inParallel } from '../../../src/tools/conformance/scheduling';
import { faults } from './bench/faults';
import { variants } from './bench/variants';
import { matrixPage, type FaultRow, type VariantRow } from './matrix-page';
import type { Row, RowRequest } from './matrix-row';

const PAGE = path.join(__dirname, '..', '..', '..', 'docs', 'conformance-matrix.md');
const ROW = path.join(__dirname, 'matrix-row.ts');
const USAGE = `Usage: npm run conformance-matrix [-- OPTIONS]
  --seeds N          seeds of each fault, 3 unless given
  --variant-seeds N  seeds of each correct variant, 10 unless given
  --parallel N       runs at once, as many as there are cores unless given
  --only NAME,...    these faults and variants alone, without writing the page`;

/** Measures the conformance test on the bench: its findings for each fault and each correct service. */
async function matrixCommand(): Promise<number> {
  const options = parseOptions(
    {
      seeds: { type: 'string', default: '3' },
      'variant-seeds': { type: 'string', default: '10' },
      parallel: { type: 'string', default: String(os.availableParallelism()) },
      only: { type: 'string' },
    },
    USAGE,
  );
  const number = (name: 'seeds' | 'variant-seeds' | 'parallel'): number =>
    wholeNumber(name, options[name], { least: 0, most: 1000 });
  const only = options.only?.split(',');
  const requests = [
    ...Object.keys(faults).map(
      (name) => ({ kind: 'fault', name, seeds: number('seeds') }) as const,
    ),
    ...['', ...Object.keys(variants)].map(
      (name) => ({ kind: 'variant', name, seeds: number('variant-seeds') }) as const,
    ),
  ].filter(({ name, seeds }) => seeds > 0 && (only?.includes(name) ?? true));
  const page = await measured(requests, number('parallel'));
  if (only === undefined) writeFileSync(PAGE, page);
  else process.stdout.write(page);
  return 0;
}

/** The page with the measurements of all processes. */
async function measured(requests: readonly RowRequest[], parallel: number): Promise<string> {
  const rows = new Map<RowRequest, Row>();
  await inParallel(
    requests,
    parallel,
    () => false,
    async (request) => {
      rows.set(request, await inProcess(request));
      showProgress(`${rows.size} of ${requests.length}: ${request.name}`);
    },
  );
  const inOrder = requests.map((request) => rows.get(request));
  const isFault = (row?: Row): row is FaultRow => row !== undefined && 'found' in row;
  const isVariant = (row?: Row): row is VariantRow => row !== undefined && 'alarms' in row;
  return matrixPage(inOrder.filter(isFault), inOrder.filter(isVariant));
}

/** Measures a row in a separate process: each core gets one. */
async function inProcess(request: RowRequest): Promise<Row> {
  const child = fork(ROW, { execArgv: process.execArgv });
  child.send(request);
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`The measurement of "${request.name}" ended with the code ${String(code)}`);
  });
  const [row] = (await Promise.race([once(child, 'message'), exited])) as [Row];
  exited.catch(() => undefined);
  const said = 'found' in row ? row.found.map((each) => each.join(' ')) : row.alarms;
  process.stderr.write(`${request.name}: ${said.join(' | ')}\n`);
  return row;
}

runCommand(matrixCommand);
