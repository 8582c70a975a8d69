// Tests with what they try at random tried as often as it can be (test/support/runs.ts), and whole runs of tools
// (test/support/long.ts).
process.env.TEST_LENGTH = 'long';

module.exports = { ...require('./jest.config'), testPathIgnorePatterns: [] };
