import { setFlagsFromString } from 'node:v8';

/**
 * Imported first by commands that run for seconds, and by "dev", whose work at a save takes as long. V8 would spend a
 * third of generation's processor time on optimizing functions that are seldom called again, so this raises the
 * threshold about tenfold. The flag has another name from Node 22 on.
 */
const isNode20 = process.version.startsWith('v20.');
setFlagsFromString(
  isNode20 ? '--interrupt-budget=1000000' : '--invocation-count-for-turbofan=30000',
);
