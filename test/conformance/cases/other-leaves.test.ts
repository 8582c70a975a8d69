import { withOtherLeaves } from '../../../src/conformance/cases/values';

it.each([
  ['all but the kept', { id: 1, name: 'a' }, { id: 2, name: 'b' }, '/name', { id: 2, name: 'a' }],
  ['all of an object', { id: 1, name: 'a' }, { id: 2, name: 'b' }, '', { id: 2, name: 'b' }],
  ['none of a kept text', 'a', 'b', '', 'a'],
  [
    'none below the kept',
    { of: [{ x: 1 }], y: 1 },
    { of: [{ x: 2 }], y: 2 },
    '/of',
    { of: [{ x: 1 }], y: 2 },
  ],
  [
    'those of the same type',
    { id: 1, ok: true, n: null },
    { id: 'x', ok: false, n: 1 },
    '/a',
    { id: 1, ok: true, n: null },
  ],
  ['those that others have', { a: [1, 2], b: 3 }, { a: [9] }, '/c', { a: [9, 2], b: 3 }],
  ['large integers by others', { id: 2n ** 60n }, { id: 5 }, '/x', { id: 5 }],
])('%s are exchanged', (_, value, others, kept, expected) => {
  expect(withOtherLeaves(value, others, kept)).toEqual(expected);
});
