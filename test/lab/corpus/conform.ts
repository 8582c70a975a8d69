import { testConformance } from '../../../src/tools/conformance/public';
import type { SourceDocument } from '../../../src/tools/document';
import { serveMock } from './serve-mock';

const TOKEN = 'corpus-token';
const SEED = 1;
const PARALLEL = 4;

/** Random requests per operation; below, the total of a bounded run. */
const RUNS = 20;
const REQUESTS = 20_000;

/**
 * Tests a document's mock for conformance. It conforms, so a finding is a fault of the conformance test, of the mock
 * or of the contract layer.
 * @param timeMs maximum duration
 * @returns a line for each finding of the service
 * @throws DocumentError or CompositionError when the document cannot be served
 */
export async function conform(source: SourceDocument, timeMs: number): Promise<string[]> {
  // A fault also becomes a finding.
  const served = await serveMock(source, { token: TOKEN, onFault: () => undefined });
  try {
    const { findings } = await testConformance({
      source,
      url: served.url,
      stateless: true,
      seed: SEED,
      runs: RUNS,
      parallel: PARALLEL,
      timeoutMs: 10_000,
      limits: { timeMs, requests: REQUESTS },
      tokens: { caller: new Map([['', TOKEN]]), limited: new Map(), other: new Map() },
    });
    return findings
      .filter(({ fault }) => fault === 'service')
      .map(({ check, message, pointer }) => `${check}: ${message} (${pointer})`);
  } finally {
    await served.close();
  }
}
