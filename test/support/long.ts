/**
 * For tests of the longest runs of a tool, whose files end in `.long.test.ts`: `npm run test:long` runs them, since
 * they import this, and no other command does.
 */
jest.setTimeout(900_000);
