import { assemble, type ConformanceOptions } from './assemble';
import { Phases } from './phases';
import type { Results } from './results';

export type { ConformanceOptions, Progress } from './assemble';
export { judgeTraffic, replay } from './recorded';
export type { Results } from './results';

/**
 * Tests whether a service does what its document says: sends requests that the document allows and others that it
 * does not, and judges each response. With the same seed it sends the same requests.
 *
 * @returns what was found; findings with the fault `service` are breaches of the document
 * @throws DocumentError for a document that cannot be read as OpenAPI
 * @throws UnreachableError when nothing answers at the URL
 * @example
 * ```ts
 * import { testConformance } from 'plant-store/conformance';
 * import { readDocument } from 'plant-store/generate';
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
  return new Phases(options, await assemble(options)).run();
}
