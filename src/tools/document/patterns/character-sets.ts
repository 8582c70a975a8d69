/** White space, line ends, and samples of the characters that escapes and properties tell apart. */
const SAMPLES = codesOf(
  '\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff' +
    'é\u0301ßΩя中あא٣Ⅷ\ud800\ue000\udc00\uffff😀\u{10ffff}',
);

const ASCII = 128;
const BASIC_PLANE = 0x1_0000;
const LAST = 0x10_ffff;

/** With property escapes, every seventh character is sampled, since capitals alternate in some blocks. */
const STRIDE = 7;
const STRIDE_BEYOND_BASIC_PLANE = 61;

/** Later code points are tags, private use and unassigned. */
const LAST_SCRIPT = 0x3_ffff;

/**
 * The character classes that each of a pattern's characters matches, as bits: two of them share a character if they
 * share a bit.
 *
 * @param characters one-character expressions
 */
export function characterSets(
  characters: readonly string[],
  flags: string,
): ReadonlyMap<string, bigint> {
  const expressions = characters.map((source) => new RegExp(`^(?:${source})$`, flags));
  const classes = new Map<string, bigint>();
  const sets = new Map<string, bigint>();
  for (const code of samples(characters)) {
    if (!flags.includes('u') && code >= BASIC_PLANE) continue;
    const character = String.fromCodePoint(code);
    const matched = expressions.map((expression) => expression.test(character));
    const signature = matched.map(Number).join('');
    const bit = classes.get(signature) ?? 1n << BigInt(classes.size);
    classes.set(signature, bit);
    for (const [index, source] of characters.entries()) {
      if (matched[index] === true) sets.set(source, (sets.get(source) ?? 0n) | bit);
    }
  }
  return sets;
}

/** Contains at least one character of each class. */
function samples(characters: readonly string[]): Iterable<number> {
  const codes = new Set(SAMPLES);
  const text = characters.join('');
  for (let code = 0; code < ASCII; code++) codes.add(code);
  if (/\\p/i.test(text)) {
    for (let code = ASCII; code < BASIC_PLANE; code += STRIDE) codes.add(code);
    for (let code = BASIC_PLANE; code < LAST_SCRIPT; code += STRIDE_BEYOND_BASIC_PLANE) {
      codes.add(code);
    }
  }
  for (const code of namedCodes(text)) {
    for (const near of [code - 1, code, code + 1]) if (near >= 0 && near <= LAST) codes.add(near);
  }
  return codes;
}

/** Characters in the expressions, literal or by number. */
function namedCodes(text: string): number[] {
  const plain = codesOf(text);
  const numbers = [...text.matchAll(/\\u\{([0-9a-f]+)\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})/gi)];
  const pairs = [...text.matchAll(/\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/gi)];
  return [
    ...plain,
    ...numbers.map(([, braced, four, two]) => parseInt(braced ?? four ?? two ?? '0', 16)),
    ...pairs.map(([, high, low]) =>
      Number(String.fromCharCode(parseInt(high ?? '', 16), parseInt(low ?? '', 16)).codePointAt(0)),
    ),
  ];
}

function codesOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}
