/**
 * Loaded before each server (`--require`): tells the bench what the process has used so far, all its
 * threads together, and ends it with the bench.
 */

process.on('message', (question) => {
  if (question === 'usage') process.send({ ...usage(), rssBytes: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());

/** CPU time so far. Young garbage is collected first, so that it counts for those who made it. */
function usage() {
  globalThis.gc?.({ type: 'minor' });
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system };
}

module.exports = { usage };
