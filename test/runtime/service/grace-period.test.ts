import { GracePeriod } from '../../../src/runtime/service/grace-period';

it.each([
  { graceMs: 60_000, forRequestsMs: 54_000, what: 'keeps a tenth for the store' },
  { graceMs: 4_000, forRequestsMs: 3_000, what: 'keeps a second for the store if a tenth is less' },
  { graceMs: 1_500, forRequestsMs: 750, what: 'leaves requests a half' },
  { graceMs: 0, forRequestsMs: 0, what: 'ends at once' },
])('of $graceMs ms it $what', ({ graceMs, forRequestsMs }) => {
  expect(new GracePeriod(graceMs).forRequestsMs).toBe(forRequestsMs);
});
