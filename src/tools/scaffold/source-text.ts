import { quoted } from '../document';

/**
 * Formats code like Prettier with the settings of this project, since Prettier may not be installed where code is
 * scaffolded.
 */

const WIDTH = 100;

/** True for a line that Prettier leaves unchanged. */
export function fits(line: string): boolean {
  return line.length <= WIDTH;
}

/** A text as a literal: a template for several lines, which keeps them readable. */
export function textLiteral(text: string): string {
  if (!text.includes('\n') || text.includes('\r')) return quoted(text);
  return `\`${text.replace(/[\\`]|\$(?=\{)/g, '\\$&')}\``;
}

/** An object literal with one member per line. @param members code by name */
export function objectLiteral(
  members: readonly (readonly [name: string, code: string])[],
  indent = '',
): string {
  const lines = members.map(([name, code]) => member(keyOf(name), code, `${indent}  `));
  return `{\n${lines.join('')}${indent}}`;
}

/** Keys of up to this length keep their value on the same line. */
const SHORT_KEY = 4;

function member(key: string, code: string, indent: string): string {
  const line = `${indent}${key}: ${code},\n`;
  const isText = /^['"]/.test(code);
  if (!isText || key.length <= SHORT_KEY || fits(line.trimEnd())) return line;
  return `${indent}${key}:\n${indent}  ${code},\n`;
}

function keyOf(name: string): string {
  // A bare key would set the prototype.
  if (name === '__proto__') return `['${name}']`;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
