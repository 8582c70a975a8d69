/**
 * For tests of whole runs of a tool, whose files end in `.long.test.ts`: `npm run test:long` runs them, since they
 * import this, and `npm test` leaves them out.
 */
jest.setTimeout(300_000);
