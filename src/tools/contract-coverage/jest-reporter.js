const { spawnSync } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const COMMAND = path.join(__dirname, '..', 'dist', 'contract-coverage', 'command.js');

/**
 * A Jest reporter that prints how much of a document the tests exercised, once all of them have passed. Too low
 * coverage, or an outdated allowlist, fails the run. The options are those of the command contract-coverage: spec,
 * threshold, allowed; files are relative to Jest's rootDir.
 *
 * Jest loads reporters without its transforms, so this one is JavaScript and runs the command for the rest.
 */
module.exports = class ContractCoverageReporter {
  constructor(globalConfig, options = {}) {
    this.globalConfig = globalConfig;
    this.options = options;
    this.folder = mkdtempSync(path.join(tmpdir(), 'contract-coverage-'));
    // Workers, and processes that tests start, inherit it (record.ts).
    process.env.CONTRACT_COVERAGE = this.folder;
  }

  onRunComplete(_, results) {
    if (isWhole(this.globalConfig) && hasPassed(results)) this.error = this.judge();
    rmSync(this.folder, { recursive: true, force: true });
  }

  getLastError() {
    return this.error;
  }

  judge() {
    const options = Object.entries({ ...this.options, recorded: this.folder });
    const args = [COMMAND, ...options.flatMap(([name, value]) => [`--${name}`, String(value)])];
    // Jest reserves standard output for results that programs read.
    const stdio = ['ignore', process.stderr, process.stderr];
    const { status } = spawnSync(process.execPath, args, { cwd: this.globalConfig.rootDir, stdio });
    return status === 0 ? undefined : new Error('Contract coverage is not as it should be');
  }
};

/** True for a run of all tests; a partial run always lacks coverage. */
function isWhole({ nonFlagArgs, testPathPatterns, testNamePattern, ...options }) {
  const { onlyChanged, onlyFailures, findRelatedTests, shard, filter } = options;
  const isNamed = nonFlagArgs.length > 0 || testPathPatterns.isSet() || Boolean(testNamePattern);
  return !isNamed && !(onlyChanged || onlyFailures || findRelatedTests || shard || filter);
}

/** A failed test may not have reached the parts it exercises. */
function hasPassed({ numFailedTests, numRuntimeErrorTestSuites, wasInterrupted }) {
  return numFailedTests === 0 && numRuntimeErrorTestSuites === 0 && wasInterrupted !== true;
}
