/**
 * Loaded before each server (`--require`): reports the resources that all threads of the process have used, and
 * ends it with the bench.
 */

process.on('message', (question) => {
  if (question === 'usage') process.send({ ...usage(), rssBytes: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());

/** CPU time so far. Young garbage is collected first, to charge it to those who made it. */
function usage() {
  globalThis.gc?.({ type: 'minor' });
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system };
}

module.exports = { usage };
