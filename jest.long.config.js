// The usual tests, with what they try at random tried as often as it can be (test/support/runs.ts).
process.env.TEST_LENGTH = 'long';

module.exports = require('./jest.config');
