import type { Results } from '../results';
import { exchangeJson, type ExchangeJson } from './exchange-json';
import { findingFacts } from './finding-facts';

/** The results for programs; the names of the members never change. */
export function findingsJson(results: Results): string {
  const { title, version, spec, url, seed, startedAt, durationMs, judged, phases } = results;
  return `${JSON.stringify(
    {
      title,
      version,
      spec,
      url,
      seed,
      startedAt: new Date(startedAt).toISOString(),
      durationMs,
      judged,
      phases,
      operations: results.operations,
      findings: results.findings.map((finding) => findingJson(results, finding)),
      coverage: results.coverage,
      notices: results.notices,
    },
    null,
    2,
  )}\n`;
}

interface FindingJson {
  readonly check: string;
  readonly rule: string;
  readonly see: string;
  readonly fault: 'service' | 'document';
  readonly operationId?: string;
  readonly message: string;
  readonly file: string;
  readonly line?: number;
  readonly pointer: string;
  readonly times: number;
  readonly exchanges: readonly ExchangeJson[];
  /** Lines of a shell that send the requests. */
  readonly curl: readonly string[];
  /** The command that finds it again. */
  readonly repeat: string;
}

function findingJson(results: Results, finding: Results['findings'][number]): FindingJson {
  const { rule, see, file, line, curl, repeat } = findingFacts(results, finding);
  const { check, fault, operationId, message, pointer, times, exchanges } = finding;
  return {
    check,
    rule,
    see,
    fault,
    ...(operationId !== undefined && { operationId }),
    message,
    file,
    ...(line !== undefined && { line }),
    pointer,
    times,
    exchanges: exchanges.map(exchangeJson),
    curl,
    repeat,
  };
}
