import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Pages are short and plain: words of a page, of a sentence and of a cell of a table have bounds. */

const ROOT = path.join(__dirname, '..', '..');
const inFolder = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);

const pages = ['README.md', ...['docs', 'docs/cookbook', 'docs/decisions'].flatMap(inFolder)];

/** What the source makes, between comments, is measured by nobody. */
const MADE = /<!-- made by .*? -->[\s\S]*?<!-- end -->/g;
const CODE = /^([ \t]*)```[\s\S]*?^\1```$/gm;

const textOf = (page: string): string =>
  readFileSync(path.join(ROOT, page), 'utf8').replace(MADE, '').replace(CODE, '');

const countWords = (text: string): number =>
  (text.replace(/\]\([^)]*\)/g, ']').match(/[\p{L}\p{N}][^\s|]*/gu) ?? []).length;

/** Paragraphs, items and headings; cells of tables are apart. */
const proseOf = (text: string): string[] =>
  text
    .replace(/^\|.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|^#+ .*$/m)
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');

const sentencesOf = (text: string): string[] =>
  proseOf(text).flatMap((part) =>
    part
      .replace(/`[^`]*`/g, 'code')
      .split(/(?<=[.!?:;)])\s+(?=[\p{Lu}`[("'])/u)
      .flatMap((each) => each.split(/(?<=[.!?])\s+/)),
  );

const cellsOf = (text: string): string[] =>
  [...text.matchAll(/^\|(.*)\|$/gm)].flatMap(([, row = '']) => row.split(/(?<!\\)\|/));

/** What reads as a translation, or says in many words what one says. */
const PHRASES =
  /\b(?:for want of|let in whoever|a document that is none|is told of|are told of|whoever|none of its own|as many as there are|in (?:its|their) stead|that what|what of it|by (?:it|them)self alone)\b/i;

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  it('has no more words than somebody reads at once', () => {
    expect(countWords(text)).toBeLessThanOrEqual(page === 'README.md' ? 600 : 1500);
  });

  it('has no sentence of more than 40 words, and no cell of more than 25', () => {
    const long = [
      ...sentencesOf(text).filter((each) => countWords(each) > 40),
      ...cellsOf(text).filter((each) => countWords(each) > 25),
    ];
    expect(long).toEqual([]);
  });

  it('has no phrase that must not come back', () => {
    expect(proseOf(text).filter((each) => PHRASES.test(each))).toEqual([]);
  });
});

it('sentences have a median of at most 15 words', () => {
  const lengths = pages
    .flatMap((page) => sentencesOf(textOf(page)).map(countWords))
    .sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(15);
});

it('all pages of docs have at most 30,000 words', () => {
  const words = pages
    .filter((page) => page !== 'README.md')
    .map((page) => countWords(textOf(page)));
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(30_000);
});
