const { getHeapSpaceStatistics } = require('node:v8');

/**
 * Serves the peer that its argument names: sends its port, and what each message asks for: `usage`, the CPU time of the
 * process so far, in microseconds, or `old`, the bytes of its old objects. It ends with the bench.
 */
async function serve(name) {
  const server = await require(`./${name}`)();
  process.on('message', (asked) => process.send(asked === 'old' ? oldBytes() : cpuMicros()));
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

/** CPU time of all threads. Young garbage is collected first, to charge it to those who made it. */
function cpuMicros() {
  globalThis.gc({ type: 'minor' });
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What young collections have moved there, with what is free until a full one. */
function oldBytes() {
  globalThis.gc({ type: 'minor' });
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'old_space').space_used_size;
}

serve(process.argv[2]);
