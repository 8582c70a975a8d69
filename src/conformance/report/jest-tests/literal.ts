import { isUtf8 } from 'node:buffer';
import { MARK, isBasic } from '../redact';

/** A text as JavaScript, with escapes for what is not seen. */
export function literal(text: string): string {
  return `'${escaped(text).replaceAll("'", "\\'")}'`;
}

/** A text in which tokens of the environment stand in the place of their marks. */
export function withTokens(text: string, encode?: 'URL'): string {
  if (text.search(MARK) < 0) return literal(text);
  const how = isBasic(text) ? 'basic' : 'token';
  const template = templateText(text).replace(MARK, (_, number: string) => {
    const call = `${how}(${number})`;
    return `\${${encode === 'URL' ? `encodeURIComponent(${call})` : call}}`;
  });
  return /^\$\{\w+\(\d+\)\}$/.test(template) ? template.slice(2, -1) : `\`${template}\``;
}

/** A body: a text where it is UTF-8. */
export function bodyLiteral(body: Buffer): string {
  return isUtf8(body) ? withTokens(body.toString()) : bufferLiteral(body);
}

export function bufferLiteral(bytes: Buffer): string {
  return isUtf8(bytes)
    ? `Buffer.from(${withTokens(bytes.toString())})`
    : `Buffer.from('${bytes.toString('base64')}', 'base64')`;
}

/** A text as a template literal has it. */
export function templateText(text: string): string {
  return escaped(text).replaceAll('`', '\\`').replaceAll('${', '\\${');
}

/** A text that stays in its comment, on one line. */
export function comment(text: string): string {
  return `// ${escaped(text)}`;
}

function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) =>
      [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
    );
}
