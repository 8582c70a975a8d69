import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseOptions, runCommand, showProgress, wholeNumber } from '../../scripts/command-line';
import { benchOptions } from './bench-options';
import { faults } from './bench/faults';
import { startService } from './bench/service';
import { variants, type VariantName } from './bench/variants';
import { testConformance } from '../../scripts/conformance/index';
import { matrixPage, type FaultRow, type VariantRow } from './matrix-page';

const PAGE = path.join(__dirname, '..', '..', 'docs', 'conformance-matrix.md');
const USAGE = `Usage: npm run conformance-matrix [-- OPTIONS]
  --seeds N          seeds of each fault, 3 unless given
  --variant-seeds N  seeds of each correct variant, 10 unless given
  --only NAME,...    these faults and variants alone, without writing the page`;

/** Measures the conformance test on the bench: what it finds of each fault, and of each correct service. */
async function matrixCommand(): Promise<number> {
  const options = parseOptions(
    {
      seeds: { type: 'string', default: '3' },
      'variant-seeds': { type: 'string', default: '10' },
      only: { type: 'string' },
    },
    USAGE,
  );
  const number = (name: 'seeds' | 'variant-seeds'): number =>
    wholeNumber(name, options[name], { least: 0, most: 1000, usage: USAGE });
  const only = options.only?.split(',');
  const isWanted = (name: string): boolean => only?.includes(name) ?? true;
  const faultRows: FaultRow[] = [];
  for (const fault of faults.filter(({ name }) => isWanted(name))) {
    faultRows.push(await faultRow(fault, number('seeds')));
  }
  const variantRows: VariantRow[] = [];
  const names = ['', ...Object.keys(variants)] as (VariantName | '')[];
  for (const name of names.filter(isWanted)) {
    variantRows.push(await variantRow(name, number('variant-seeds')));
  }
  const page = matrixPage(faultRows, variantRows);
  if (only === undefined) writeFileSync(PAGE, page);
  else process.stdout.write(page);
  return 0;
}

async function faultRow(
  { name, describes, breaks }: (typeof faults)[number],
  seeds: number,
): Promise<FaultRow> {
  const found: string[][] = [];
  let longestMs = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    showProgress(`${name} ${seed}`);
    const service = await startService({ faults: [name] });
    const results = await testConformance(benchOptions(service.url, seed));
    await service.close();
    longestMs = Math.max(longestMs, results.durationMs);
    const checks = results.findings
      .filter(({ fault }) => fault === 'service')
      .map(({ check }) => check);
    found.push([...new Set(checks)]);
  }
  process.stderr.write(`${name}: ${found.map((each) => each.join(' ')).join(' | ')}\n`);
  return { name, describes, breaks, found, longestMs };
}

async function variantRow(name: VariantName | '', seeds: number): Promise<VariantRow> {
  let requests = 0;
  const alarms: string[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    showProgress(`${name} ${seed}`);
    const service = await startService(name === '' ? {} : { variant: name });
    const results = await testConformance(benchOptions(service.url, seed));
    await service.close();
    requests += results.operations.reduce((sum, each) => sum + each.requests, 0);
    for (const { check, operationId = '', message, fault } of results.findings) {
      alarms.push(`${fault} ${check} ${operationId}: ${message}`);
    }
  }
  process.stderr.write(`${name}: ${requests} requests\n${alarms.join('\n')}\n`);
  return {
    name,
    describes: name === '' ? 'As the document has it' : variants[name],
    seeds,
    requests,
    alarms,
  };
}

runCommand(matrixCommand);
