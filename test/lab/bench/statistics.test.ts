import { percentile, spreadOf } from './statistics';

it.each([
  [[7], { median: 7, min: 7, max: 7 }],
  [[10, 9, 100], { median: 10, min: 9, max: 100 }],
  [[4, 1, 3, 2], { median: 2.5, min: 1, max: 4 }],
])('the spread of %j', (values, spread) => {
  expect(spreadOf(values)).toEqual(spread);
});

it.each([
  [0.01, 1],
  [0.5, 5],
  [0.51, 6],
  [0.99, 10],
  [1, 10],
])('the percentile at %d is one of the values', (share, value) => {
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], share)).toBe(value);
});
