import fc from 'fast-check';
import { parseJson, type ParsedJson } from '../../../../src/runtime/contract/json/parse-json';
import { anyCharacter, runs } from '../../../support/runs';

/** Stands for the place of the big integer until the text is made; no generated string is equal to it. */
const PLACE = 'the place of the big integer';

function parse(text: string): ParsedJson {
  const json = parseJson(Buffer.from(text));
  if ('fault' in json) throw new Error(json.fault);
  return json;
}

function holdersOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(holdersOf)];
}

function hasInfinity(holder: object): boolean {
  return Object.values(holder).some((value) => Math.abs(Number(value)) === Infinity);
}

function withPlace(value: unknown, choice: number): unknown {
  const root = [value];
  const holders = holdersOf(root);
  const holder = holders[choice % holders.length] as unknown[] | Record<string, unknown>;
  if (Array.isArray(holder)) holder.splice(choice % (holder.length + 1), 0, PLACE);
  else holder[PLACE] = PLACE;
  return root;
}

describe('parseJson', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text).value).toStrictEqual(JSON.parse(text));
      }),
    );
  });

  it(`takes the texts that JSON.parse takes, but for numbers beyond the range of a double (${runs(2_000)} tries)`, () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '1',
      '-',
      'e9',
      '.',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 12 }), (tokens) => {
        const text = tokens.join('');
        let taken: boolean;
        try {
          taken = holdersOf([JSON.parse(text)]).every((holder) => !hasInfinity(holder));
        } catch {
          taken = false;
        }
        expect('value' in parseJson(Buffer.from(text))).toBe(taken);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('changes nothing but the big integer that is added anywhere', () => {
    const value = fc.jsonValue({ stringUnit: anyCharacter });
    fc.assert(
      fc.property(value, fc.nat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }), (json, at, n) => {
        const big = n * 2n + 1n;
        const copy: unknown = JSON.parse(JSON.stringify(json));
        const text = JSON.stringify(withPlace(copy, at));
        const quoted = JSON.stringify(PLACE);
        const parsed = parse(text.replace(new RegExp(`${quoted}(?!:)`), String(big)));
        const want: unknown = JSON.parse(text, (_, item: unknown) =>
          item === PLACE ? Number(big) : item,
        );
        expect(parsed.value).toStrictEqual(want);
        const exact = holdersOf(parsed.value).flatMap((holder) =>
          Object.keys(holder).map((key) => parsed.exact.get(holder, key)),
        );
        expect(exact).toContain(big);
      }),
    );
  });
});
