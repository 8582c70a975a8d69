import { readDocument } from '../../../src/tools/document/read/read-document';
import type { ConformanceOptions } from '../../../src/tools/conformance/public';
import { LIBRARY_FILE } from './bench/library';

/** Read once: runs of one process share its compiled schemas. */
const source = readDocument(LIBRARY_FILE, 'library.yaml');

/** Options for testing the bench, like those of a user with tokens of three people. */
export function benchOptions(url: string, seed: number): ConformanceOptions {
  return {
    ...{ source, url, seed, parallel: 8, timeoutMs: 2_000, runs: 40 },
    limits: { timeMs: 60_000, requests: Infinity },
    tokens: {
      caller: new Map([
        ['', 'bench-token'],
        ['deskKey', 'bench-key'],
      ]),
      limited: new Map([['', 'bench-reader']]),
      limitedScopes: ['books:read'],
      other: new Map([['', 'bench-other']]),
    },
  };
}
