import { domainToASCII, domainToUnicode } from 'node:url';

/**
 * The ASCII form of a name of U-labels, A-labels and others. Letters may be upper case, as RFC 5895 maps them.
 *
 * @returns a name with an empty label, or an empty text, where it is invalid
 * @see https://www.rfc-editor.org/rfc/rfc5891#section-4
 */
export function toAsciiName(text: string): string {
  const labels = text.toLowerCase().split(/[.\u3002\uff0e\uff61]/);
  const unicode = labels.map((label) => (isAsciiLabel(label) ? label : uLabel(label)));
  const ascii = unicode.map((label) => (isAsciiLabel(label) ? label : domainToASCII(label)));
  return isDirected(unicode) ? ascii.join('.') : '';
}

function isAsciiLabel(label: string): boolean {
  return /^(?!xn--)[a-z\d-]*$/.test(label);
}

/** @returns an empty text for neither a U-label nor an A-label */
function uLabel(label: string): string {
  const isALabel = label.startsWith('xn--');
  if (isALabel && !/^[a-z\d-]+$/.test(label)) return '';
  const unicode = isALabel ? domainToUnicode(label) : label;
  if (isAsciiLabel(unicode) || !U_LABEL.test(unicode) || DISALLOWED.test(unicode)) return '';
  if (!isInContext(unicode)) return '';
  // These two functions handle Punycode, NFC, joiners and leading marks.
  const ascii = domainToASCII(unicode);
  return (isALabel ? ascii : domainToUnicode(ascii).toLowerCase()) === label ? unicode : '';
}

/**
 * Letters, digits and marks, exceptions that are allowed, and characters allowed by context.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5892
 */
const U_LABEL = new RegExp(
  String.raw`^(?!..--)[\u200d\u200c\p{L}\p{Nd}\p{Mn}\p{Mc}\u06fd\u06fe\u0f0b\u3007\xb7\u05f3\u05f4\u30fb\u0375-]+$`,
  'u',
);
/**
 * Exclusions: characters that are not stable (Cherokee is, in upper case), Old Hangul, marks of symbols and of music,
 * and exceptions.
 */
const DISALLOWED = new RegExp(
  [
    String.raw`(?![\u200d\u200c\xdf\u03c2\u13f8-\u13fd\uab70-\uabbf])\p{Changes_When_NFKC_Casefolded}`,
    String.raw`[\u20d0-\u20ff\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u{1d100}-\u{1d24f}]`,
    String.raw`[\u302e\u302f\u0640\u07fa\u3031-\u3035\u303b]`,
  ].join('|'),
  'u',
);

/** @see https://www.rfc-editor.org/rfc/rfc5892#appendix-A */
const OUT_OF_CONTEXT =
  /(?<!l)\xb7|\xb7(?!l)|\u0375(?!\p{Script=Greek})|(?<!\p{Script=Hebrew})[\u05f3\u05f4]/u;
const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const ARABIC_DIGITS = /[\u0660-\u0669]/;
const EXTENDED_ARABIC_DIGITS = /[\u06f0-\u06f9]/;

function isInContext(label: string): boolean {
  if (OUT_OF_CONTEXT.test(label)) return false;
  if (label.includes('\u30fb') && !JAPANESE.test(label)) return false;
  return !(ARABIC_DIGITS.test(label) && EXTENDED_ARABIC_DIGITS.test(label));
}

/** By block: letters of right-to-left scripts, and Arabic numbers. */
const RIGHT_TO_LEFT = String.raw`\u0590-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;
const ARABIC_NUMBER = /[\u0660-\u0669\u{10d30}-\u{10d39}]/u;
const EUROPEAN_NUMBER = /[\d\u06f0-\u06f9]/;

const IN_BIDI_NAME = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u');
const LEFT_TO_RIGHT_LABEL = new RegExp(
  String.raw`^[^\d\u06f0-\u06f9${RIGHT_TO_LEFT}][^${RIGHT_TO_LEFT}]*$`,
  'u',
);
const RIGHT_TO_LEFT_LABEL = new RegExp(
  String.raw`^(?!${ARABIC_NUMBER.source})[${RIGHT_TO_LEFT}][\u200d\u200c${RIGHT_TO_LEFT}\d\u06f0-\u06f9-]*$`,
  'u',
);

/** @see https://www.rfc-editor.org/rfc/rfc5893#section-2 */
function isDirected(labels: readonly string[]): boolean {
  // Marks are allowed everywhere except at the start.
  const bare = labels.map((label) => label.replace(/\p{Mn}/gu, ''));
  if (!bare.some((label) => IN_BIDI_NAME.test(label))) return true;
  return bare.every((label) => {
    if (LEFT_TO_RIGHT_LABEL.test(label)) return true;
    const isMixed = ARABIC_NUMBER.test(label) && EUROPEAN_NUMBER.test(label);
    return RIGHT_TO_LEFT_LABEL.test(label) && !isMixed;
  });
}
