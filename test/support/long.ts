/**
 * For tests of the longest runs of a tool, in files that end in `.long.test.ts`. `npm run test:long` finds them by
 * this import; no other command runs them.
 */
jest.setTimeout(900_000);
