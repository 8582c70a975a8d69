import { testConformance } from '../../../src/conformance/index';
import type { SourceDocument } from '../../../src/generate/index';
import { serveMock } from './serve-mock';

const TOKEN = 'corpus-token';
const SEED = 1;
const PARALLEL = 4;

/** Random requests to each operation, and as many in all as a bounded run sends. */
const RUNS = 20;
const REQUESTS = 20_000;

/**
 * Tests whether the mock of a document does what the document says. It does, so what is found is a fault of
 * the conformance test, of the mock or of the contract layer.
 *
 * @param timeMs that it takes at most
 * @returns a line for each finding of the service
 * @throws DocumentError or CompositionError when the document cannot be served
 */
export async function conform(source: SourceDocument, timeMs: number): Promise<string[]> {
  // What fails is a finding as well.
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
