/**
 * Serves the peer that its argument names: sends its port, and for each message the CPU time of the process so far, in
 * microseconds. It ends with the bench.
 */
async function serve(name) {
  const server = await require(`./${name}`)();
  process.on('message', () => process.send(cpuMicros()));
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

/** CPU time of all threads. Young garbage is collected first, to charge it to those who made it. */
function cpuMicros() {
  globalThis.gc({ type: 'minor' });
  const { user, system } = process.cpuUsage();
  return user + system;
}

serve(process.argv[2]);
