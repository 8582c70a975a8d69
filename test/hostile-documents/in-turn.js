// Runs commands of the compiled package one after another, which saves the start of a process for each. Each argument is
// one command line, as JSON. Ends with the greatest of their exit codes.
const path = require('node:path');

const SRC = path.join(__dirname, '..', '..', 'dist', 'src');
const { exitCodeOf } = require(path.join(SRC, 'cli', 'command-line'));

/** What each command may take of the processor, in seconds. */
const MOST_SECONDS = 10;

async function runAll(lines) {
  const codes = [];
  for (const line of lines) {
    const [name, ...args] = JSON.parse(line);
    process.stdout.write(`== ${name}\n`);
    const before = process.cpuUsage();
    codes.push(await exitCodeOf(require(path.join(SRC, name, 'command'))[name], args));
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    if (seconds > MOST_SECONDS) throw new Error(`${name} took ${seconds} s of the processor`);
  }
  process.exitCode = Math.max(...codes);
}

void runAll(process.argv.slice(2));
