// For npm run test:times: writes the processor time of each test file and the processes it started. Reads it from
// Linux's process table, since Node gives no times of ended processes.
const { appendFileSync, readFileSync } = require('node:fs');
const path = require('node:path');
const TestEnvironment = require('./environment');

const FILE = path.join(__dirname, '..', '..', 'test-times.log');
const TICKS_PER_SECOND = 100;

/** Seconds of this process, and of the ended processes that it started. @see proc_pid_stat(5) */
function seconds() {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ').map(Number);
  const [user, system, usersOfChildren, systemOfChildren] = fields.slice(11, 15);
  return {
    own: (user + system) / TICKS_PER_SECOND,
    children: (usersOfChildren + systemOfChildren) / TICKS_PER_SECOND,
  };
}

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.name = path.relative(config.globalConfig.rootDir, context.testPath);
    this.start = seconds();
  }

  async teardown() {
    await super.teardown();
    const end = seconds();
    const own = end.own - this.start.own;
    const children = end.children - this.start.children;
    const columns = [own + children, own, children].map((each) => each.toFixed(2).padStart(8));
    appendFileSync(FILE, `${columns.join('')}  ${this.name}\n`);
  }
};
