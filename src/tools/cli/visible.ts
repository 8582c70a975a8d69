import { isUtf8 } from 'node:buffer';

/**
 * Escapes foreign text for display: control and format characters, which could command a terminal or change the order
 * of the text, and the beginnings of commands to a CI runner.
 */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(HIDDEN, escape).replace(COMMANDS, escape);
}

export function visibleLine(text: string): string {
  return visibleText(text.replace(/\r?\n/g, '\\n').replaceAll('\t', '\\t'));
}

/** JSON with the same characters in JSON's escapes. @param space as of `JSON.stringify` */
export function visibleJson(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(HIDDEN, codeUnits).replace(COMMANDS, codeUnits);
}

/**
 * Escapes the characters in source code, within texts and comments, that show it in another order than it is compiled
 * in, or that end a line.
 * @see https://www.unicode.org/reports/tr55/
 */
export function visibleSource(code: string): string {
  return code.replace(DECEIVING, codeUnits);
}

/**
 * Characters of the category "other", line separators and invisible characters, except for the line feed, the tab and
 * variation selectors.
 */
const HIDDEN =
  /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

const DECEIVING = /[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * The first character of a command to a CI runner: GitHub's at the start of a line, its older form and those of Azure
 * Pipelines and TeamCity anywhere.
 * @see https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 * @see https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands
 * @see https://www.jetbrains.com/help/teamcity/service-messages.html
 */
const COMMANDS = /(?<=^\s*):(?=:.*::)|#(?=#(?:vso|teamcity)?\[)/gim;

function escape(character: string): string {
  if (character === '\r') return '\\r';
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : codeUnits(character);
}

function codeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Limits of the displayed part of a body. */
export interface BodyLimits {
  readonly characters: number;
  readonly lines: number;
}

/** A body for display: truncated if it is long, and as hexadecimal digits if it is not text. */
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
