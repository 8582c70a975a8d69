// Whole runs of tools, which start processes, compile projects, open browsers or stop databases.
module.exports = {
  ...require('./jest.config'),
  testMatch: ['**/*.whole.test.ts'],
  testPathIgnorePatterns: [],
  // What these leave out of the contract, npm test exercises.
  reporters: ['default'],
};
