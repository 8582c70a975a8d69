const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: '<rootDir>/test/support/environment.js',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // Whole runs of tools: npm run test:whole and npm run test:long have them.
  testPathIgnorePatterns: ['\\.(?:whole|long)\\.test\\.ts$'],
  globalSetup: '<rootDir>/test/support/build.js',
  // Each file loads its modules anew, so that code which V8 optimizes is soon thrown away.
  setupFiles: ['<rootDir>/src/cli/short-run.ts'],
  // Without types, as isolatedModules in tsconfig.json has it: npm run typecheck checks them, once.
  transform: {
    '^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.json' }],
    '/node_modules/jose/.+\\.js$': '<rootDir>/test/support/transform-module.js',
  },
  // ES modules only, which Jest cannot require before Node 24.9.
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
  moduleNameMapper: {
    '/start-thread$': '<rootDir>/test/support/start-thread.ts',
    '^typescript$': '<rootDir>/test/support/shared-typescript.js',
  },
  // A busy machine takes several times as long for what compiles and installs.
  testTimeout: 150_000,
  reporters: [
    'default',
    [
      '<rootDir>/src/contract-coverage/jest-reporter.js',
      { spec: 'spec/openapi.yaml', threshold: 100 },
    ],
  ],
  // Many tests wait for processes and sockets, so that two processors have use for four of them.
  maxWorkers: Math.max(4, availableParallelism() - 1),
};
