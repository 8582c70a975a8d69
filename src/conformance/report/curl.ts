import { visibleLine } from '../../findings/index';
import { shWord } from '../../cli/shell';
import type { OperationRequest } from '../../samples/requests/operation-request';
import { WITHOUT_CONTENT } from '../http/request';
import { isBasic, MARK, variableOf } from './redact';

/** What is to be known of a secret to write it. */
export interface Secret {
  /** `USER:PASSWORD`, for HTTP basic. */
  readonly isPair: boolean;
  /** Percent-encoded, it is the same. */
  readonly isPlain: boolean;
}

type ValueOf = (number: number, next: string) => string;

/** curl asks before it sends longer bodies. */
const MOST_UNASKED = 1024;

/**
 * A line for a POSIX shell that sends a request with curl, byte for byte. What curl would add by itself is
 * left out, but for `Host` and `Content-Length`.
 *
 * @param url of the service; its path is that of the document's server, which the target begins with
 * @param secrets that the shell fills in
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
 * A text as one word of a POSIX shell, in which variables stand where secrets were.
 *
 * @param valueOf what stands for a secret between double quotes, by its number and what comes after it
 * @param literal writes the other parts
 */
export function shText(text: string, valueOf: ValueOf = inText, literal = shWord): string {
  // Of every two parts, the second is the number of a secret.
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

/** Each character is one byte. */
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

/** As `USER:PASSWORD` goes into a header of HTTP basic. */
function inHeader(line: string, secrets: readonly Secret[], number: number, next: string): string {
  const isPair = isBasic(line.slice(line.indexOf(' ') + 1));
  if (!isPair || secrets[number - 1]?.isPair !== true) return inText(number, next);
  return `$(printf %s "$${variableOf(number)}" | base64 | tr -d '\\n')`;
}

/** Percent-encoded, where that makes a difference. */
function inUrl(secrets: readonly Secret[], number: number, next: string): string {
  if (secrets[number - 1]?.isPlain !== false) return inText(number, next);
  return `$(printf %s "$${variableOf(number)}" | od -An -v -tx1 | tr -d '\\n' | tr ' ' %)`;
}
