/** Options of the reporter, as of the command contract-coverage; files are relative to Jest's rootDir. */
interface ContractCoverageOptions {
  /** The OpenAPI document; by default the project's usual one. */
  spec?: string;
  /** The minimum percentage of its parts that tests must exercise, from 0 to 100. */
  threshold?: number;
  /** A file that lists the parts that tests need not exercise. */
  allowed?: string;
}

/**
 * A Jest reporter of contract coverage: it prints how much of a document the tests exercised, once all of them have
 * passed, and fails the run below the threshold.
 *
 * @example
 * // jest.config.js
 * module.exports = {
 *   reporters: ['default', ['openapi-trellis-tools/jest', { spec: 'spec/openapi.yaml', threshold: 100 }]],
 * };
 */
declare class ContractCoverageReporter {
  constructor(globalConfig: { rootDir: string }, options: ContractCoverageOptions);
  onRunComplete(contexts: unknown, results: unknown): void;
  getLastError(): Error | undefined;
}

export = ContractCoverageReporter;
