import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Types that are claimed against the compiler: few, and each with its reason in the lines above it. */

const ROOT = path.join(__dirname, '..', '..');
const CAST = /\bas (?:never|any\b|unknown as)\b/;

const casts = ['src', 'scripts', 'test/lab'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .flatMap((file) => {
      const lines = readFileSync(path.join(ROOT, folder, file), 'utf8').split('\n');
      return lines.flatMap((line, index) =>
        CAST.test(line) && !/^\s*(?:\*|\/\/|\/\*)/.test(line)
          ? [{ at: `${folder}/${file}:${index + 1}`, before: lines[index - 1] ?? '' }]
          : [],
      );
    }),
);

it('has at most three, each with its reason', () => {
  expect(casts.length).toBeLessThanOrEqual(3);
  expect(casts.filter(({ before }) => !before.trim().startsWith('//'))).toEqual([]);
});
