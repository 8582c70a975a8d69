import { setFlagsFromString } from 'node:v8';

/**
 * Imported first by a command that ends after seconds. V8 would spend a third of the processor time of
 * generation on optimizing functions that are seldom called again; so it waits until they have done about
 * ten times as much. The flag has another name from Node 22 on.
 */
const isNode20 = process.version.startsWith('v20.');
setFlagsFromString(
  isNode20 ? '--interrupt-budget=1000000' : '--invocation-count-for-turbofan=30000',
);
