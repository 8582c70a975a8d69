import {
  visibleJson,
  visibleLine,
  visibleSource,
  visibleText,
} from '../../../src/tools/cli/visible';
import { hostileTexts } from '../../support/hostile-texts';

describe('a text of others', () => {
  it.each<[string, string]>([
    ['a\tb\nc\r\nd', 'a\tb\nc\nd'],
    ['\u001b[2J\u009b\u0000', '\\u001b[2J\\u009b\\u0000'],
    ['\u202e\u200b\u034f\u{e0041}\ud800', '\\u202e\\u200b\\u034f\\u{e0041}\\ud800'],
    ['\u2764\ufe0f \u00e9 \u{1f331}', '\u2764\ufe0f \u00e9 \u{1f331}'],
    ['::error::a\n\t ::warning file=b::c', '\\u003a:error::a\n\t \\u003a:warning file=b::c'],
    ['std::map, ::1 and a ::b::', 'std::map, ::1 and a ::b::'],
    ['\u3000::add-mask::a', '\u3000\\u003a:add-mask::a'],
    ['a ##[b] ###vso[c ##TeamCity[', 'a \\u0023#[b] #\\u0023#vso[c \\u0023#TeamCity['],
    ['# a ## b #c', '# a ## b #c'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
    expect(visibleText(shown)).toBe(shown);
  });

  it('stays in its line', () => {
    expect(visibleLine('a\n::error::b\r\n\tc\r')).toBe('a\\n::error::b\\n\\tc\\r');
  });

  it.each(Object.entries(hostileTexts))('is the same in JSON: %s', (_, text) => {
    const json = visibleJson({ [text]: [text] }, 2);
    expect(JSON.parse(json)).toEqual({ [text]: [text] });
    expect(visibleText(json)).toBe(json);
  });

  it('is the same in source code, in which it turns nothing around', () => {
    const joined = 'a\u200db';
    expect(visibleSource(`'a\u202eb\u2028\u{1f331}${joined}'`)).toBe(
      `'a\\u202eb\\u2028\u{1f331}${joined}'`,
    );
  });
});
