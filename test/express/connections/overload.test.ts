import { isFarBehind } from '../../../src/express/connections/overload';

interface Row {
  readonly isMany?: boolean;
  readonly isSaturated?: boolean;
  readonly requests?: number;
  readonly bytes?: number;
  readonly ms: number;
  readonly want: boolean;
}

it.each<[string, Row]>([
  ['what waits for the store for a second', { requests: 1_000, ms: 1_000, want: false }],
  ['what waits for the store for longer', { requests: 64, ms: 2_001, want: true }],
  ['bytes that are not parsed for longer', { bytes: 16_384, ms: 2_001, want: true }],
  ['few requests, however long they wait', { requests: 63, ms: 60_000, want: false }],
  ['a burst', { isSaturated: true, requests: 1_000, ms: 200, want: false }],
  ['what the processor cannot serve', { isSaturated: true, requests: 64, ms: 201, want: true }],
  ['few of many', { isMany: true, requests: 7, bytes: 2_047, ms: 60_000, want: false }],
  ['more of many', { isMany: true, requests: 8, ms: 101, want: true }],
])('%s', (_, { isMany = false, isSaturated = false, requests = 0, bytes = 0, ms, want }) => {
  const load = { room: 1, isMany, waitMs: 0 };
  const backlog = { requests, bytes, ageMs: () => ms };
  expect(isFarBehind(load, backlog, { isSaturated })).toBe(want);
});
