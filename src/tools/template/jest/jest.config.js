/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // A document may have no operation yet.
  passWithNoTests: true,
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  // Sources import each other by the names of the compiled files.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  // Types are not checked here (isolatedModules in tsconfig.json): npm run typecheck does that.
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true }] },
};
