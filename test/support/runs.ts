import fc from 'fast-check';

/** Set in the project `long` of jest.config.js. */
export const isLong = 'isLong' in globalThis;

/** Number of random tries: `full` in `npm run test:long`, else a tenth of it. */
export function runs(full: number): number {
  return isLong ? full : Math.ceil(full / 10);
}

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any code point except surrogates, for `unit` of `fc.string`. The package's `binary` has the same characters, but
 * takes half a second to list them in a table.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff - SURROGATES }).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
  (text) => {
    const [character, more] = typeof text === 'string' ? text : [];
    const code = character?.codePointAt(0);
    if (code === undefined || more !== undefined) throw new Error('not one character');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
