// Runs compiled commands of a program one after another: most of their time goes into starting Node and
// reading the program. A command has ended when nothing is left that would keep a separate process alive.
const { readFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

const [, , PROGRAM] = process.argv;
const STREAMS = ['stdout', 'stderr'];

// Functions compiled by one command are ready for the next.
const program = new vm.Script(wrap(readFileSync(PROGRAM, 'utf8')), {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  filename: PROGRAM,
}).runInThisContext();

let written;

for (const name of STREAMS) {
  process[name].write = (chunk, encoding, callback = encoding) => {
    written[name] += chunk.toString();
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
}

const EVENTS = ['SIGTERM', 'SIGINT', 'exit'];
const listenersOfAll = () => EVENTS.map((event) => process.listeners(event));
let before;

/** Removes a command's additions to the process, which would otherwise end with it. */
function forgetListeners() {
  listenersOfAll().forEach((all, index) => {
    const added = all.filter((each) => !before[index].includes(each));
    for (const listener of added) process.off(EVENTS[index], listener);
  });
  for (const name of STREAMS) process[name].removeAllListeners('error');
}

function start({ folder, args, env }) {
  written = { stdout: '', stderr: '' };
  before = listenersOfAll();
  process.chdir(folder);
  process.env = env;
  process.argv = [process.execPath, PROGRAM, ...args];
  process.exitCode = undefined;
  process.channel.unref();
  const module = { exports: {} };
  program(module.exports, createRequire(PROGRAM), module, PROGRAM, path.dirname(PROGRAM));
}

process.on('message', start);
process.on('beforeExit', () => {
  if (written === undefined) return;
  process.channel.ref();
  process.send({ code: process.exitCode ?? 0, ...written });
  written = undefined;
  forgetListeners();
});
process.on('disconnect', () => process.exit());
