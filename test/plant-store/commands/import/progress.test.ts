import { PassThrough } from 'node:stream';
import {
  Progress,
  progressBar,
  progressText,
} from '../../../../src/plant-store/commands/import/progress';

const half = { plants: 500_000, bytes: 50, totalBytes: 100, elapsedMs: 4_000 };

it.each([
  [half, ' 50 %  500,000 plants  125,000/s  4 s left'],
  [{ ...half, bytes: 100 }, '100 %  500,000 plants  125,000/s  0 s left'],
  [{ ...half, bytes: 120 }, '100 %  500,000 plants  125,000/s  0 s left'],
  [{ ...half, totalBytes: undefined }, '500,000 plants  125,000/s'],
  [{ ...half, bytes: 1, plants: 3 }, '  1 %  3 plants  1/s  6 min 36 s left'],
  [{ ...half, bytes: 1, totalBytes: 10_000 }, '  0 %  500,000 plants  125,000/s  11 h 6 min left'],
  [{ plants: 0, bytes: 0, totalBytes: 100, elapsedMs: 0 }, '  0 %  0 plants'],
  [{ plants: 0, bytes: 0, totalBytes: 0, elapsedMs: 1 }, '100 %  0 plants  0/s  0 s left'],
])('%j is %j', (state, text) => expect(progressText(state)).toBe(text));

it.each([
  [200, `[${'='.repeat(15)}${' '.repeat(15)}]  50 %  500,000 plants  125,000/s  4 s left`],
  [60, '[=======       ]  50 %  500,000 plants  125,000/s  4 s left'],
  [50, ' 50 %  500,000 plants  125,000/s  4 s left'],
  [20, ' 50 %  500,000 plan'],
  [0, ''],
])('in %i columns the bar is %j', (columns, bar) => expect(progressBar(half, columns)).toBe(bar));

it.each([1, 30, 45, 46, 60, 79, 80, 500])('a bar is shorter than %i columns', (columns) => {
  for (let bytes = 0; bytes <= 100; bytes++) {
    expect(progressBar({ ...half, bytes }, columns).length).toBeLessThan(columns);
  }
});

function written(out: PassThrough): string {
  return String(out.read() ?? '');
}

it('draws a bar on a terminal, keeps it below the lines that stay, and takes it away', () => {
  const out = Object.assign(new PassThrough(), { isTTY: true, columns: 60 });
  const progress = new Progress(out, 100);
  progress.update(0, 0);
  const bar = written(out).replace('\r\u001b[2K', '');
  expect(bar).toMatch(/^\[ {20,30}\] {3}0 % {2}0 plants/);
  progress.update(5, 50); // too soon to be drawn
  progress.line('x:1: y');
  expect(written(out)).toBe(`\r\u001b[2Kx:1: y\n${bar}`);
  progress.end();
  progress.end();
  expect(written(out)).toBe('\r\u001b[2K');
});

it('writes plain lines where there is no terminal, and none for an import that is short', () => {
  const out = new PassThrough();
  const progress = new Progress(out, 100);
  progress.update(5, 50);
  progress.line('x:1: y');
  progress.end();
  expect(written(out)).toBe('x:1: y\n');
});
