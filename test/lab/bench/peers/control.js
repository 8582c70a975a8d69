const { monitorEventLoopDelay } = require('node:perf_hooks');

/**
 * Loaded before each server (`--require`): tells the bench what the process has used so far, all its
 * threads together, and ends it with the bench.
 */

/** Looks every 10 ms; what it finds is how much later it was. */
const RESOLUTION_MS = 10;
const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();

process.on('message', (question) => {
  if (question !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const loopDelayP99Ms = Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS);
  delays.reset();
  const rssBytes = process.memoryUsage.rss();
  process.send({ usage: { cpuMicros: user + system, rssBytes, loopDelayP99Ms } });
});
process.on('disconnect', () => process.exit());
