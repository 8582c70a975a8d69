/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // A document may have no operation yet.
  passWithNoTests: true,
  roots: ['<rootDir>/test'],
  // Without types, as isolatedModules in tsconfig.json has it: npm run typecheck checks them.
  transform: { '^.+\\.ts$': 'ts-jest' },
};
