/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  // Without types, as isolatedModules in tsconfig.json has it: npm run typecheck checks them.
  transform: { '^.+\\.ts$': 'ts-jest' },
};
