import * as fc from 'fast-check';
import { escapeText, unescapeText } from '../../../src/plant-store/stores/escape';
import { runs } from '../../support/runs';

/** Any sequence of UTF-16 code units, with those that matter far more often than by chance. */
const anyString = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0xd800, max: 0xdfff }),
      fc.constantFrom(...Array.from('\\0uDd8F\0', (unit) => unit.charCodeAt(0))),
    ),
  )
  .map((units) => String.fromCharCode(...units));

const rows: [name: string, text: string, escaped: string][] = [
  ['an ordinary name', 'Monstera deliciosa', 'Monstera deliciosa'],
  ['the empty string', '', ''],
  ['a surrogate pair', 'seedling \u{1F331}', 'seedling \u{1F331}'],
  ['BOM and U+FFFF', '\uFEFFa\uFFFF', '\uFEFFa\uFFFF'],
  ['a line break', 'a\nb', 'a\nb'],
  ['a backslash', 'a\\b', 'a\\\\b'],
  ['what looks like an escape', '\\0 \\uD83C', '\\\\0 \\\\uD83C'],
  ['NUL', 'a\0b', 'a\\0b'],
  ['a lone high surrogate', 'a\uD83Cb', 'a\\uD83Cb'],
  ['a lone low surrogate', '\uDF31', '\\uDF31'],
  ['two halves in the wrong order', '\uDF31\uD83C', '\\uDF31\\uD83C'],
  ['a half before a pair', '\uD83C\u{1F331}', '\\uD83C\u{1F331}'],
];

describe('escapeText', () => {
  it.each(rows)('keeps or escapes %s', (_name, text, escaped) => {
    expect(escapeText(text)).toBe(escaped);
    expect(unescapeText(escaped)).toBe(text);
  });

  it(`is undone exactly by unescapeText, for any string (${runs(5_000)} tries)`, () => {
    fc.assert(
      fc.property(anyString, (text) => expect(unescapeText(escapeText(text))).toBe(text)),
      { numRuns: runs(5_000) },
    );
  });

  it(`gives well-formed text without NUL, for any string (${runs(5_000)} tries)`, () => {
    fc.assert(
      fc.property(anyString, (text) => {
        const escaped = escapeText(text);
        expect(Buffer.from(escaped, 'utf8').toString('utf8')).toBe(escaped);
        expect(escaped).not.toContain('\0');
      }),
      { numRuns: runs(5_000) },
    );
  });
});

describe('unescapeText', () => {
  it('leaves a backslash alone that begins no escape', () => {
    expect(unescapeText('a\\b \\u0041 \\')).toBe('a\\b \\u0041 \\');
  });
});
