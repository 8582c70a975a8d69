/**
 * Loaded before each server (`--require`): tells the bench what the process has used so far, all its
 * threads together, and ends it with the bench.
 */

process.on('message', (question) => {
  if (question !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send({ usage: { cpuMicros: user + system, rssBytes: process.memoryUsage.rss() } });
});
process.on('disconnect', () => process.exit());
