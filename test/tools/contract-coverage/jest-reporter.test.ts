import { existsSync } from 'node:fs';
import path from 'node:path';

/** Which runs the reporter judges; jest-reporter.whole.test.ts has one that it does. */

const ROOT = path.join(__dirname, '..', '..', '..');
const REPORTER = path.join(ROOT, 'src', 'tools', 'contract-coverage', 'jest-reporter.js');

interface Reporter {
  readonly folder: string;
  onRunComplete(contexts: unknown, results: object): void;
  getLastError(): Error | undefined;
}

const Reporter = jest.requireActual<new (config: object, options: object) => Reporter>(REPORTER);

/** What Jest's globalConfig has in a run of all tests. */
const whole = { rootDir: ROOT, nonFlagArgs: [], testPathPatterns: { isSet: () => false } };
const passed = { numFailedTests: 0, numRuntimeErrorTestSuites: 0, wasInterrupted: false };

it.each<[run: string, config: object, results: object]>([
  ['of named files', { ...whole, nonFlagArgs: ['test/one.test.ts'] }, passed],
  ['of files by a pattern', { ...whole, testPathPatterns: { isSet: () => true } }, passed],
  ['of tests by their names', { ...whole, testNamePattern: 'tea' }, passed],
  ['of what changed', { ...whole, onlyChanged: true }, passed],
  ['of what failed', { ...whole, onlyFailures: true }, passed],
  ['of related files', { ...whole, findRelatedTests: true }, passed],
  ['of a shard', { ...whole, shard: { shardIndex: 1, shardCount: 2 } }, passed],
  ['in which a test failed', whole, { ...passed, numFailedTests: 1 }],
  ['in which a file could not be run', whole, { ...passed, numRuntimeErrorTestSuites: 1 }],
  ['that was interrupted', whole, { ...passed, wasInterrupted: true }],
])('does not judge a run %s', (_, config, results) => {
  const { CONTRACT_COVERAGE } = process.env;
  // No document is there: to judge would fail.
  const reporter = new Reporter(config, { spec: 'absent.yaml' });
  process.env.CONTRACT_COVERAGE = CONTRACT_COVERAGE;
  reporter.onRunComplete(undefined, results);
  expect(reporter.getLastError()).toBeUndefined();
  expect(existsSync(reporter.folder)).toBe(false);
});
