import { assemble, type ConformanceOptions } from './assemble';
import { Phases } from './phases';
import type { Results } from './results';

export type { ConformanceOptions, Progress } from './assemble';
export { judgeTraffic, replay } from './recorded';
export type { Results } from './results';

/**
 * Tests whether a service does what its document says.
 *
 * @throws DocumentError for a document that cannot be read as OpenAPI
 * @throws UnreachableError when nothing answers at the URL
 */
export async function testConformance(options: ConformanceOptions): Promise<Results> {
  return new Phases(options, await assemble(options)).run();
}
