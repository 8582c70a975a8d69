import { visibleLine, shWord } from '../../cli';
import type { OperationRequest } from '../../samples';
import { WITHOUT_CONTENT, isBasic, MARK, variableOf } from '../../judge';

/** The properties of a secret that determine how it is written. */
export interface Secret {
  /** True for `USER:PASSWORD` of HTTP basic. */
  readonly isPair: boolean;
  /** True if percent-encoding does not change it. */
  readonly isPlain: boolean;
}

type ValueOf = (number: number, next: string) => string;

/** curl sends `Expect: 100-continue` with longer bodies. */
const MOST_UNASKED = 1024;

/**
 * A POSIX shell line that sends a request with curl, byte for byte. Headers that curl would add are left out,
 * except `Host` and `Content-Length`.
 *
 * @param url address of the service; its path is ignored, since the target includes it
 * @param secrets secrets that the shell fills in
 */
export function curlLine(
  { method, target, headers, body }: OperationRequest,
  url: string,
  secrets: readonly Secret[],
): string {
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const isLong = body !== undefined && body.length > MOST_UNASKED;
  const added = [
    'Accept',
    'User-Agent',
    ...(body ? ['Content-Type'] : []),
    ...(isLong ? ['Expect'] : []),
  ];
  const isEmpty = body === undefined && !WITHOUT_CONTENT.includes(method);
  const lines = [
    ...headers.map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`)),
    ...(isEmpty && !own.has('content-length') ? ['Content-Length: 0'] : []),
    ...added.filter((name) => !own.has(name.toLowerCase())).map((name) => `${name}:`),
  ];
  const curl = [
    'curl -sig --path-as-is',
    method === 'HEAD' ? '--head' : `-X ${shWord(method)}`,
    shText(new URL(url).origin + target, (...given) => inUrl(secrets, ...given)),
    ...lines.map(
      (line) => `-H ${shText(line, (...given) => inHeader(line, secrets, ...given), byteWord)}`,
    ),
  ].join(' ');
  if (body === undefined) return curl;
  const text = body.toString();
  if (visibleLine(text) === text && Buffer.from(text).equals(body)) {
    return `${curl} --data-raw ${shText(text)}`;
  }
  return `printf %s ${body.toString('base64')} | base64 -d | ${curl} --data-binary @-`;
}

/**
 * Writes a text as one word of a POSIX shell, with variables for the secrets.
 *
 * @param valueOf expression for a secret between double quotes, by its number and the text after it
 * @param literal writes the other parts
 */
export function shText(text: string, valueOf: ValueOf = inText, literal = shWord): string {
  // Every second part is the number of a secret.
  const parts = text.split(MARK);
  if (parts.length === 1) return literal(text);
  const isPlain = parts.every((part) => /^[ #%-[\]-_a-~]*$/.test(part));
  const written = parts.map((part, index) => {
    if (index % 2 === 0) return isPlain || part === '' ? part : literal(part);
    const value = valueOf(Number(part), isPlain ? (parts[index + 1] ?? '') : '');
    return isPlain ? value : `"${value}"`;
  });
  return isPlain ? `"${written.join('')}"` : written.join('');
}

/** Writes a text whose characters are single bytes. */
function byteWord(text: string): string {
  if (/^[ -~]*$/.test(text)) return shWord(text);
  const octal = text.replace(/[^ -$&(-[\]-~]/g, (character) => {
    if (character === '%') return '%%';
    return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
  return `"$(printf '${octal}')"`;
}

function inText(number: number, next: string): string {
  const name = variableOf(number);
  return /^\w/.test(next) ? `\${${name}}` : `$${name}`;
}

/** Encodes a `USER:PASSWORD` secret in a header of HTTP basic. */
function inHeader(line: string, secrets: readonly Secret[], number: number, next: string): string {
  const isPair = isBasic(line.slice(line.indexOf(' ') + 1));
  if (!isPair || secrets[number - 1]?.isPair !== true) return inText(number, next);
  return `$(printf %s "$${variableOf(number)}" | base64 | tr -d '\\n')`;
}

/** Percent-encodes a secret if that changes it. */
function inUrl(secrets: readonly Secret[], number: number, next: string): string {
  if (secrets[number - 1]?.isPlain !== false) return inText(number, next);
  return `$(printf %s "$${variableOf(number)}" | od -An -v -tx1 | tr -d '\\n' | tr ' ' %)`;
}
