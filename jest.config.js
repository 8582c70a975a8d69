const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
const usual = {
  displayName: 'usual',
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/support/environment.js',
  // Names of the packages lead to their sources, as paths do.
  testEnvironmentOptions: { customExportConditions: ['openapi-trellis-source', 'node'] },
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['\\.(?:wide|whole|long)\\.test\\.ts$'],
  globalSetup: '<rootDir>/scripts/build.js',
  // Each file loads its modules anew, so that code which V8 optimizes is soon thrown away.
  setupFiles: ['<rootDir>/src/tools/cli/short-run.ts'],
  // Without types, as isolatedModules in tsconfig.json has it: npm run typecheck checks them, once.
  transform: {
    '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }],
  },
  moduleNameMapper: {
    '/start-thread$': '<rootDir>/test/support/start-thread.ts',
    // Of packages that have only ES modules, the build makes files that Jest can require before Node 24.9.
    '^#jose$': '<rootDir>/src/runtime/dist/vendor/jose.js',
    '^jose$': '<rootDir>/src/runtime/dist/vendor/jose.js',
    '^#json-schema$': '<rootDir>/src/tools/dist/vendor/json-schema.js',
    '^@hyperjump/json-schema/': '<rootDir>/src/tools/dist/vendor/json-schema.js',
    '^typescript$': '<rootDir>/test/support/shared-typescript.js',
  },
};

/** Files that cost more processor time than ten others each: tables of many cases, and what starts many processes. */
const wide = {
  ...usual,
  displayName: 'wide',
  testMatch: ['**/*.wide.test.ts'],
  testPathIgnorePatterns: [],
};

/** Whole runs of tools, which start processes, compile projects, open browsers or stop databases. */
const whole = {
  ...usual,
  displayName: 'whole',
  testMatch: ['**/*.whole.test.ts'],
  testPathIgnorePatterns: [],
};

/** The longest runs of tools (test/support/long.ts), and random tests with all their runs (test/support/runs.ts). */
const long = {
  ...usual,
  displayName: 'long',
  testPathIgnorePatterns: [],
  globals: { isLong: true },
};

// `npx jest PATH` runs the usual tests; `--selectProjects` asks for others.
const isSelected = process.argv.includes('--selectProjects');

/** @type {import('jest').Config} */
module.exports = {
  projects: isSelected ? [usual, wide, whole, long] : [usual],
  reporters: [
    'default',
    // The usual tests exercise the whole contract; what the others leave out of it does not count.
    ...(isSelected
      ? []
      : [
          [
            '<rootDir>/src/tools/contract-coverage/jest-reporter.js',
            { spec: 'spec/openapi.yaml', threshold: 100 },
          ],
        ]),
  ],
  // A busy machine takes several times as long for what compiles and installs.
  testTimeout: 400_000,
  // Many tests wait for processes and sockets, so that two processors have use for four of them.
  maxWorkers: Math.max(4, availableParallelism() - 1),
};
