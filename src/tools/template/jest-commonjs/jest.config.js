/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // A document may have no operation yet.
  passWithNoTests: true,
  roots: ['<rootDir>/test'],
  // Types are not checked here (isolatedModules in tsconfig.json): npm run typecheck does that.
  transform: { '^.+\\.ts$': 'ts-jest' },
};
