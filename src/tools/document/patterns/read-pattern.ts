import { ANY_TEXT, expressionOf, type PatternReading } from 'openapi-trellis/tools';

export interface ReadPattern {
  readonly reading: PatternReading;
  /** `own`: as written; `translated`; `unreadable`: any text matches. */
  readonly kind: 'own' | 'translated' | 'unreadable';
  /** The reason why it cannot be read. */
  readonly fault?: string;
}

/**
 * Reads a pattern as ECMAScript does, with the flag `u` or else without it. A pattern that is not valid there, or has a
 * different meaning than its author intends, is translated.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function readPattern(pattern: string): ReadPattern {
  if (faultOf([pattern, 'u']) === undefined) return { reading: [pattern, 'u'], kind: 'own' };
  try {
    const { source, flags, isForeign } = translatePattern(pattern);
    const reading: PatternReading = isForeign ? [source, `${flags}u`] : [pattern, ''];
    const fault = faultOf(reading);
    if (fault !== undefined) return { reading: ANY_TEXT, kind: 'unreadable', fault };
    return { reading, kind: isForeign ? 'translated' : 'own' };
  } catch (error) {
    if (!(error instanceof UntranslatableError)) throw error;
    const fault = `${JSON.stringify(error.message)} has no equal there`;
    return { reading: ANY_TEXT, kind: 'unreadable', fault };
  }
}

/** The platform's message; undefined when the pattern compiles. */
function faultOf(reading: PatternReading): string | undefined {
  try {
    expressionOf(reading);
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message.split(': ').at(-1)?.toLowerCase();
  }
}

/**
 * A regular expression of another language, in ECMAScript syntax. JSON Schema wants ECMAScript, but documents hold
 * patterns in the language of their authors.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
interface Translation {
  readonly source: string;
  /** `i` and `s`, from inline flags of the pattern. */
  readonly flags: string;
  /** The pattern has no meaning in ECMAScript as written, or a different one. */
  readonly isForeign: boolean;
}

/** Thrown for a part without an equivalent in ECMAScript, or that languages read differently. */
class UntranslatableError extends Error {
  override readonly name = 'UntranslatableError';
}

/** @throws UntranslatableError with the part */
function translatePattern(pattern: string): Translation {
  // "m" is not accepted, since languages differ in their line ends; "u" is set for every pattern.
  const [all = '', anchor = '', given = ''] = /^(\^?)\(\?([isu]+)\)/.exec(pattern) ?? [];
  let isForeign = all !== '';
  let source = anchor;
  let inClass = false;
  for (let at = all.length; at < pattern.length;) {
    const [token, { to, isNative }] = tokenAt(pattern, at, inClass ? IN_CLASS : OUTSIDE);
    const [raw] = token;
    const written = to?.(...token);
    if (written === undefined) throw new UntranslatableError(raw);
    isForeign ||= isNative !== true;
    source += written;
    inClass = inClass ? raw !== ']' : raw.startsWith('[');
    at += raw.length;
  }
  const flags = ['i', 's'].filter((flag) => given.includes(flag)).join('');
  return { source, flags, isForeign };
}

interface Rule {
  /** Sticky. */
  readonly token: RegExp;
  /** Gets the match and its groups. Absent, or returning undefined: no equivalent. */
  readonly to?: (...token: string[]) => string | undefined;
  /** It has the same meaning in ECMAScript, with or without the flag `u`. */
  readonly isNative?: true;
}

function tokenAt(pattern: string, at: number, rules: readonly Rule[]): [RegExpExecArray, Rule] {
  for (const rule of rules) {
    rule.token.lastIndex = at;
    const token = rule.token.exec(pattern);
    if (token !== null) return [token, rule];
  }
  throw new Error(`No rule takes ${JSON.stringify(pattern)} at ${at}`);
}

/** POSIX character classes, in ASCII. @see https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap09.html */
const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '\\w',
  xdigit: 'A-Fa-f0-9',
};

const asItIs = (token: string): string => token;

/** Escapes only what `u` allows to be escaped. */
const escaped = (text: string): string => text.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');

const ESCAPES: readonly Rule[] = [
  // Quoted text, up to `\E` or the end of the pattern.
  { token: /\\Q([^]*?)(?:\\E|$)/y, to: (_, text = '') => escaped(text).replaceAll('-', '\\x2d') },
  { token: /\\a/y, to: () => '\\x07' },
  { token: /\\e/y, to: () => '\\x1b' },
  { token: /\\[xu]\{([0-9A-Fa-f]+)\}/y, to: (_, digits = '') => `\\u{${digits}}` },
  { token: /\\([pP])(?:\{(\^?)([^}]*)\}|([A-Za-z]))/y, to: property },
  {
    token: /\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|c[A-Za-z]|k<\w+>|\d+|[bBdDfnrsStvwW])/y,
    to: asItIs,
    isNative: true,
  },
  { token: /\\-/y, to: () => '\\x2d', isNative: true },
  { token: /\\([^A-Za-z0-9])/uy, to: (_, character = '') => escaped(character), isNative: true },
  { token: /\\.?/sy },
];

const CHARACTER: Rule = { token: /[^]/uy, to: asItIs, isNative: true };

const OUTSIDE: readonly Rule[] = [
  { token: /\(\?#[^)]*\)/y, to: () => '' },
  { token: /\(\?P<(\w+)>/y, to: (_, name) => `(?<${name}>` },
  { token: /\(\?P=(\w+)\)/y, to: (_, name) => `\\k<${name}>` },
  // Flags inside the pattern, atomic groups, conditions and recursion.
  { token: /\(\?(?!:|[=!]|<[=!]|<\w+>).{0,2}/y },
  // Possessive.
  { token: /(?:[*+?]|\{\d+(?:,\d*)?\})\+/y },
  { token: /\{,(\d+)\}/y, to: (_, most) => `{0,${most}}` },
  { token: /\\A/y, to: () => '^' },
  // The very end, as in Python; in other languages `\Z` also matches before a line end.
  { token: /\\[zZ]/y, to: () => '$' },
  // A bracket that comes first is literal, if another one closes the class.
  { token: /\[(\^?)\](?=[^\]]*\])/y, to: (_, negation) => `[${negation}\\]` },
  ...ESCAPES,
  { token: /\[\^?/y, to: asItIs, isNative: true },
  CHARACTER,
];

const IN_CLASS: readonly Rule[] = [
  {
    token: /\[:(\^?\w+):\]/y,
    to: (_, name = '') => (Object.hasOwn(POSIX_CLASSES, name) ? POSIX_CLASSES[name] : undefined),
  },
  // Collating elements, and Java's intersections.
  { token: /\[[.=]|&&\[/y },
  // A hyphen next to a set of characters is literal.
  {
    token: /(?<=\\[dDsSwW]|\\[pP]\{[^}]*\}|:\])-(?!\])|-(?=\\[dDsSwWpP]|\[:)/y,
    to: () => '\\x2d',
    isNative: true,
  },
  ...ESCAPES,
  CHARACTER,
];

/** @see https://tc39.es/ecma262/#table-nonbinary-unicode-properties */
function property(
  _: string,
  letter?: string,
  negation?: string,
  braced?: string,
  name = braced ?? '',
): string | undefined {
  const isNegated = (letter === 'P') !== (negation === '^');
  return [name, `Script=${name}`]
    .map((each) => `\\${isNegated ? 'P' : 'p'}{${each}}`)
    .find((each) => isExpression(each));
}

function isExpression(source: string): boolean {
  try {
    return expressionOf([source, 'u']).unicode;
  } catch {
    return false;
  }
}
