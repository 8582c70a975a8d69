import { amongAccepted, withOtherLeaves } from '../../../../src/tools/conformance/cases/values';
import { itEach } from '../../../support/it-each';

const made = (value: unknown, keyword: string, instance: string) => ({
  ...{ value, keyword, instance, valid: true, pointer: '', description: '' },
});

it.each<[title: string, given: ReturnType<typeof made>, accepted: unknown, expected: unknown]>([
  ['a leaf', made({ a: 1, b: 2 }, 'minimum', '/a'), { a: 7, b: 8 }, { a: 1, b: 8 }],
  ['a member that is not there', made({ a: 1, b: 2 }, 'type', '/a'), { b: 8 }, { a: 1, b: 8 }],
  ['an item', made({ a: [1, 2] }, 'minimum', '/a/0'), { a: [7, 8, 9] }, { a: [1, 8, 9] }],
  ['an item that is not there', made({ a: [1, 2] }, 'minimum', '/a/1'), { a: [7] }, { a: [1, 2] }],
  ['a list', made({ a: [], b: 2 }, 'minItems', '/a'), { a: [7], b: 8 }, { a: [], b: 8 }],
  ['an object without a member', made({ b: 2 }, 'properties', ''), { a: 7, b: 8 }, { b: 8 }],
  ['an object with a member more', made({ a: 1, b: 2 }, 'type', ''), { b: 8 }, { b: 8 }],
  ['an object by its size', made({ a: 1, b: 2 }, 'minProperties', ''), { b: 8 }, { a: 1, b: 2 }],
  ['a member alone', made({ a: { b: 1, c: 2 } }, 'type', '/a/b'), undefined, { a: { b: 1 } }],
  ['a leaf alone', made('x', 'minLength', ''), 'y', 'x'],
])('%s is put among what was accepted', (_, given, accepted, expected) => {
  expect(amongAccepted(given, accepted)).toEqual(expected);
});

itEach({
  'all but the kept': [{ id: 1, name: 'a' }, { id: 2, name: 'b' }, '/name', { id: 2, name: 'a' }],
  'all of an object': [{ id: 1, name: 'a' }, { id: 2, name: 'b' }, '', { id: 2, name: 'b' }],
  'none of a kept text': ['a', 'b', '', 'a'],
  'none below the kept': [
    { of: [{ x: 1 }], y: 1 },
    { of: [{ x: 2 }], y: 2 },
    '/of',
    { of: [{ x: 1 }], y: 2 },
  ],
  'those of the same type': [
    { id: 1, ok: true, n: null },
    { id: 'x', ok: false, n: 1 },
    '/a',
    { id: 1, ok: true, n: null },
  ],
  'those that others have': [{ a: [1, 2], b: 3 }, { a: [9] }, '/c', { a: [9, 2], b: 3 }],
  'large integers by others': [{ id: 2n ** 60n }, { id: 5 }, '/x', { id: 5 }],
})('%s are exchanged', (_, value, others, kept, expected) => {
  expect(withOtherLeaves(value, others, kept)).toEqual(expected);
});
