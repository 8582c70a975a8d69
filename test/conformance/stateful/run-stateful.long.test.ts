import '../../support/long';
import type { FaultRow } from './fault-rows';
import type { Fault } from './shop';
import { findsFaults } from './shop-findings';

/** Further faults for the checks of run-stateful.whole.test.ts. */
const FAULTS: readonly FaultRow<Fault>[] = [
  ['drops offsets of times', 'round-trip-exact', '/books'],
  ['cuts texts at NUL', 'round-trip-exact', '/books'],
  ['cuts texts within at NUL', 'round-trip-exact', '/books'],
  ['replaces astral characters', 'round-trip-exact', '/books'],
  ['drops the subtitle', 'round-trip-exact', '/books'],
  ['lists what is deleted', 'deleted-is-gone', '/books'],
  ['replaces by PATCH', 'merge-patch', '/books'],
  ['does not merge within', 'merge-patch', '/books'],
  ['adds to lists by PATCH', 'patch-is-applied', '/books'],
  ['counts readings', 'safe-request-changes-nothing', '/books'],
  ['names another in Location', 'location-leads-to-created', '/books'],
  ['keeps three decimals', 'round-trip-exact', '/books'],
  ['leaves out the first of a page', 'pages-hold-each-once', '/orders'],
  ['lets others remove', 'hidden-kept-from-others', '/orders'],
  ['lists what is deleted', 'deleted-is-gone', '/tags'],
  ['says 200 for what PUT creates', 'put-says-created', '/orders'],
  ['loses what PUT creates', 'created-is-retrievable', '/orders'],
  ['resets what PATCH lacks', 'patch-is-partial', '/orders'],
];

findsFaults(FAULTS);
