/** What the command contract-coverage takes; files are relative to Jest's rootDir. */
interface ContractCoverageOptions {
  /** The OpenAPI document; the project's usual one unless stated. */
  spec?: string;
  /** The least percentage of its parts that tests have to exercise, from 0 to 100. */
  threshold?: number;
  /** A file that lists the parts which tests need not exercise. */
  allowed?: string;
}

/**
 * A reporter of Jest that says how much of a document the tests exercised, once all of them have passed, and
 * fails the run below the threshold.
 *
 * @example
 * // jest.config.js
 * module.exports = {
 *   reporters: ['default', ['plant-store/jest', { spec: 'spec/openapi.yaml', threshold: 100 }]],
 * };
 */
declare class ContractCoverageReporter {
  constructor(globalConfig: { rootDir: string }, options: ContractCoverageOptions);
  onRunComplete(contexts: unknown, results: unknown): void;
  getLastError(): Error | undefined;
}

export = ContractCoverageReporter;
