/** Set in the project `long` of jest.config.js. */
const LONG = 'isLong' in globalThis;

/** How often something random is tried: `full` times in `npm run test:long`, else a tenth of that. */
export function runs(full: number): number {
  return LONG ? full : Math.ceil(full / 10);
}
