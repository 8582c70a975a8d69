import { setTimeout } from 'node:timers/promises';
import { SentAhead } from '../../../src/express/connections/sent-ahead';

/** Longer than the time in which it cannot be told. */
const LONG_MS = 40;

it('what is left is expected to be served at the pace until now', async () => {
  const ahead = new SentAhead();
  ahead.wait();
  ahead.serve(10);
  expect(ahead.expectedMs(30, false)).toBe(0);
  await setTimeout(LONG_MS);
  expect(ahead.expectedMs(30, false) / ahead.waitedMs).toBeCloseTo(4, 1);
  expect(ahead.expectedMs(30, true) / ahead.waitedMs).toBeCloseTo(8, 1);
  ahead.serve(10);
  expect(ahead.expectedMs(20, false) / ahead.waitedMs).toBeCloseTo(2, 1);
});

it('nothing is expected of what has not been served in part, and of what waits no more', async () => {
  const ahead = new SentAhead();
  ahead.wait();
  await setTimeout(LONG_MS);
  expect(ahead.expectedMs(30, false)).toBe(0);
  ahead.serve(1);
  expect(ahead.expectedMs(30, false)).toBeGreaterThan(LONG_MS);
  ahead.end();
  expect(ahead.waitedMs).toBe(0);
  expect(ahead.expectedMs(30, false)).toBe(0);
});
