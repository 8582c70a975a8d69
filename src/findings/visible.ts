import { isUtf8 } from 'node:buffer';

/**
 * What a service sent, as text that only shows something: escapes stand for control and format characters,
 * which could command a terminal or change the order of what is read.
 */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, escape);
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replace(HIDDEN, escape);
}

/** Without the line feed and the tab: characters of the category "other", and separators of lines. */
const HIDDEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu;

function escape(character: string): string {
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}

/** How much of a body is shown. */
export interface BodyLimits {
  readonly characters: number;
  readonly lines: number;
}

/** A body for a reader: cut where it is long, and as hexadecimal digits where it is no text. */
export function visibleBody(body: Buffer, { characters, lines }: BodyLimits): string {
  if (!isUtf8(body)) {
    const shown = body.subarray(0, SHOWN_BYTES);
    const digits = shown.toString('hex').replace(/..(?=.)/g, '$& ');
    return `${body.length} bytes, not text: ${digits}${body.length > SHOWN_BYTES ? ' ...' : ''}`;
  }
  const text = visibleText(body.toString());
  const start = text.split('\n').slice(0, lines).join('\n').slice(0, characters);
  // Never half of a surrogate pair.
  const whole = start.replace(/[\uD800-\uDBFF]$/, '');
  if (whole === text) return text;
  return `${whole} ... (cut, ${body.length} bytes in all)`;
}

const SHOWN_BYTES = 32;
