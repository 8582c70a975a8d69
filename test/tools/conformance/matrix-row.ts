import { testConformance, type Results } from '../../../src/tools/conformance/public';
import { benchOptions } from './bench-options';
import { type FaultName, faults } from './bench/faults';
import { startService, type ServiceOptions } from './bench/service';
import { variants, type VariantName } from './bench/variants';
import type { FaultRow, VariantRow } from './matrix-page';

/** The task of one process. */
export interface RowRequest {
  readonly kind: 'fault' | 'variant';
  /** Name of the fault or the variant; '' for the plain service. */
  readonly name: string;
  readonly seeds: number;
}

export type Row = FaultRow | VariantRow;

/** Tests the bench with one fault, or a correct variant of it, with each seed. */
function measureRow({ kind, name, seeds }: RowRequest): Promise<Row> {
  const numbers = Array.from({ length: seeds }, (_, index) => index + 1);
  return kind === 'fault'
    ? faultRow(name as FaultName, numbers)
    : variantRow(name as VariantName | '', numbers);
}

async function faultRow(name: FaultName, seeds: readonly number[]): Promise<FaultRow> {
  const found: string[][] = [];
  let mostSeconds = 0;
  for (const seed of seeds) {
    const before = process.cpuUsage();
    found.push(await checksOf(name, seed));
    const { user, system } = process.cpuUsage(before);
    mostSeconds = Math.max(mostSeconds, (user + system) / 1e6);
  }
  return { name, describes: faults[name], found, mostSeconds };
}

/** Ends a run with its first finding, but goes on if that is no fault of the service. */
async function checksOf(fault: FaultName, seed: number): Promise<string[]> {
  const first = await tested({ faults: [fault] }, seed, true);
  const results = isOfService(first) ? first : await tested({ faults: [fault] }, seed, false);
  const ofService = results.findings.filter((finding) => finding.fault === 'service');
  return [...new Set(ofService.map(({ check }) => check))];
}

function isOfService({ findings, phases }: Results): boolean {
  return (
    phases.every(({ ended }) => ended !== 'interrupted') ||
    findings.some(({ fault }) => fault === 'service')
  );
}

async function variantRow(name: VariantName | '', seeds: readonly number[]): Promise<VariantRow> {
  let requests = 0;
  const alarms: string[] = [];
  for (const seed of seeds) {
    const results = await tested(name === '' ? {} : { variant: name }, seed, false);
    requests += results.operations.reduce((sum, each) => sum + each.requests, 0);
    for (const { check, operationId = '', message, fault } of results.findings) {
      alarms.push(`seed ${seed}, ${fault}: ${check} ${operationId}: ${message}`);
    }
  }
  const describes = name === '' ? 'As the document has it' : variants[name];
  return { name, describes, seeds: seeds.length, requests, alarms };
}

async function tested(
  settings: ServiceOptions,
  seed: number,
  endsWithFirst: boolean,
): Promise<Results> {
  const service = await startService(settings);
  const ending = new AbortController();
  try {
    return await testConformance({
      ...benchOptions(service.url, seed),
      // The page states CPU seconds, so a busy machine changes nothing.
      limits: { timeMs: Infinity, requests: Infinity },
      signal: ending.signal,
      onProgress: ({ findings }) => {
        if (endsWithFirst && findings > 0) ending.abort();
      },
    });
  } finally {
    await service.close();
  }
}

process.once('message', (request: RowRequest) => {
  void measureRow(request).then((row) => {
    process.send?.(row);
    process.disconnect();
  });
});
