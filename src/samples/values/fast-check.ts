import { createRequire } from 'node:module';
import type * as FastCheck from 'fast-check';

/** The package, loaded only by those who need it, since it takes its time. */
export function fastCheck(): typeof FastCheck {
  return createRequire(__filename)('fast-check') as typeof FastCheck;
}
