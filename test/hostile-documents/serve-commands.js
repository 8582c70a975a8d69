// Runs commands of the compiled package one after another, which saves the start of a process for each. A message has a
// command line and its folder. MARK ends what the command printed; on standard output, what it took follows.
const path = require('node:path');
const { Worker } = require('node:worker_threads');

const MARK = '\0end of a command\0';
const DIST = path.join(__dirname, '..', '..', 'src', 'tools', 'dist');
const { runWith } = require(path.join(DIST, 'cli', 'command-line'));

/** Ends the process once a command has taken so many seconds of the processor. */
const WATCH = `
  const { parentPort } = require('node:worker_threads');
  let most = Infinity;
  parentPort.on('message', (seconds) => (most = seconds));
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1e6 > most) process.kill(process.pid, 'SIGKILL');
  }, 100);
`;
const watch = new Worker(WATCH, { eval: true });

function end(code = 0) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  const bytes = process.resourceUsage().maxRSS * 1024;
  process.stderr.write(MARK);
  process.stdout.write(`${MARK}${JSON.stringify({ code, bytes })}\n`);
}

process.on('message', ({ args: [name, ...args], folder, home, seconds }) => {
  const { user, system } = process.cpuUsage();
  watch.postMessage((user + system) / 1e6 + seconds);
  process.chdir(folder);
  process.env.HOME = home;
  void runWith(require(path.join(DIST, name, 'command'))[name], args).then(end);
});

// `dev` ends its process, whatever the project that it serves still does. This one goes on.
process.exit = () => {};
