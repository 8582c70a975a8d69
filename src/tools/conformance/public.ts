import { assemble } from './assemble';
import type { ConformanceOptions } from './options';
import { Phases } from './phases';
import type { Results } from './results';
import { Run } from './run';

export type { ConformanceOptions, Progress } from './options';
export { judgeTraffic, replay } from './recorded';
export type { Results } from './results';

/**
 * Tests whether a service conforms to its document: sends valid and invalid requests, and judges each response.
 * The same seed gives the same requests.
 *
 * @returns the results; findings with the fault `service` are violations of the document
 * @throws DocumentError if the document cannot be read as OpenAPI
 * @throws UnreachableError if nothing answers at the URL
 * @example
 * ```ts
 * import { testConformance } from 'openapi-trellis-tools/conformance';
 * import { readDocument } from 'openapi-trellis-tools/generate';
 *
 * export async function isConforming(url: string): Promise<boolean> {
 *   const { findings } = await testConformance({
 *     source: readDocument('openapi.yaml'),
 *     url,
 *     seed: 1,
 *     tokens: { caller: new Map([['', 'a-token']]), limited: new Map(), other: new Map() },
 *     limits: { timeMs: 60_000, requests: Infinity },
 *     parallel: 8,
 *     timeoutMs: 10_000,
 *     runs: 100,
 *   });
 *   return findings.every(({ fault }) => fault !== 'service');
 * }
 * ```
 */
export async function testConformance(options: ConformanceOptions): Promise<Results> {
  return new Phases(new Run(await assemble(options))).results();
}
