import { amongAccepted } from '../../../src/conformance/cases/values';

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
