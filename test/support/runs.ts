/** Set by `npm run test:long`. */
const LONG = process.env.TEST_LENGTH === 'long';

/** How often something random is tried: `full` times in `npm run test:long`, else a tenth of that. */
export function runs(full: number): number {
  return LONG ? full : Math.ceil(full / 10);
}
