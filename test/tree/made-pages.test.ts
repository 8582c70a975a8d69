import { readFileSync } from 'node:fs';
import { madePages } from '../../scripts/pages/made-sections';

const pages = madePages();

it.each([...pages])('%s has what the source makes; else run npm run pages', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

it('the reference of rules is made', () => {
  expect([...pages.keys()]).toContainEqual(expect.stringMatching(/drift-[a-z-]+\.md$/));
});
