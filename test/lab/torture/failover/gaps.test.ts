import { describeGaps } from './gaps';

it('gives the median and the longest time, for each way and for all', () => {
  const gaps = [
    { way: 'killed', seconds: 12.34 },
    { way: 'frozen', seconds: 20 },
    { way: 'killed', seconds: 8 },
    { way: 'killed', seconds: 9.96 },
  ];
  expect(describeGaps(gaps)).toBe(
    [
      'primary  times  median s without writes  most',
      'killed       3                     10.0  12.3',
      'frozen       1                     20.0  20.0',
      'all          4                     10.0  20.0',
      '',
    ].join('\n'),
  );
});
