/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // A document may have no operation yet.
  passWithNoTests: true,
  roots: ['<rootDir>/test'],
  transform: {
    // Without types, as isolatedModules in tsconfig.json has it: npm run typecheck checks them.
    '^.+\\.ts$': 'ts-jest',
    // It checks JSON Web Tokens, and is of ES modules only, which Jest cannot require before Node 24.9.
    '/node_modules/jose/.+\\.js$': ['ts-jest', { tsconfig: { allowJs: true, module: 'commonjs' } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
};
