import type { Failure } from '../../failure';
import { parseMediaType } from '../../media-type';
import { contentFailure, contentFailureKind } from '../content-fault';
import { BLANK_LINE, dashBoundary, MAX_HEADER_BYTES, MAX_PARTS } from './parse-multipart';
import { CRLF } from './part-scanner';

/**
 * A form that a guard validates is read once more by the parser of a route. What the two read in different ways would
 * reach the route unchecked, so only what all parsers read alike passes: forms as browsers and HTTP clients write them.
 */

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const NAME = `;[ \\t]*name=(?:${TOKEN}|"[^"\\\\]*")[ \\t]*`;
const FILENAME = `;[ \\t]*filename=(${TOKEN}|"(?:[^"\\\\]|\\\\(?!"))*")[ \\t]*`;
const EXTENDED = ';[ \\t]*filename\\*=([^ \\t;"]+)[ \\t]*';

/** Parameters in this order, each once. @see https://www.rfc-editor.org/rfc/rfc7578#section-4.2 */
const DISPOSITION = new RegExp(
  `^content-disposition:[ \\t]*form-data[ \\t]*${NAME}(?:${FILENAME})?(?:${EXTENDED})?$`,
  'i',
);

/** As browsers send an empty file input. */
const BYTES = /^content-type:[ \t]*application\/octet-stream[ \t]*$/i;

/** A charset that parsers decode in different ways. */
const OTHER_CHARSET = /charset(?!="?(?:utf-?8|(?:us-)?ascii|iso-8859-1|latin1)"?[ \t]*(?:;|$))/i;

/**
 * The failure of a complete form that parsers may read in different ways.
 *
 * @returns undefined for one that all read alike, and for one that the parser refuses
 */
export function ambiguousForm(contentType: string, body: Buffer): Failure | undefined {
  const { essence = '', parameters = {} } = parseMediaType(contentType) ?? {};
  const delimiter = dashBoundary(parameters.boundary);
  if ('fault' in delimiter) return undefined;
  if (contentType.match(/boundary=/gi)?.length !== 1 || contentType.includes('\\')) {
    return failure('must have one boundary in its Content-Type, without a backslash');
  }
  const { dashed } = delimiter;
  let at = body.indexOf(dashed);
  for (let index = 1; at >= 0 && index <= MAX_PARTS + 1; index++) {
    const start = at + dashed.length;
    const next = body.indexOf(dashed, start);
    const isLine = at === 0 || body.subarray(at - CRLF.length, at).equals(CRLF);
    const isDelimiter = next < 0 || body.subarray(start, start + CRLF.length).equals(CRLF);
    if (!isLine || !isDelimiter) return failure('has its boundary in other places than delimiters');
    const isRead = next >= 0 && essence === 'multipart/form-data';
    const fault = isRead ? partFault(body.subarray(start + CRLF.length, next)) : undefined;
    if (fault !== undefined) return failure(`has a part ${index} ${fault}`);
    at = next;
  }
  return undefined;
}

function partFault(part: Buffer): string | undefined {
  const end = part.subarray(0, MAX_HEADER_BYTES).indexOf(BLANK_LINE);
  const lines = part.toString('latin1', 0, Math.max(0, end)).split('\r\n');
  const names = lines.map((line) => line.replace(/:.*/, '').toLowerCase());
  if (new Set(names).size < names.length) return 'that repeats a header';
  const disposition = DISPOSITION.exec(lines[names.indexOf('content-disposition')] ?? '');
  const type = lines[names.indexOf('content-type')] ?? '';
  if (disposition === null || (disposition[1] === '""' && !BYTES.test(type))) {
    return 'whose Content-Disposition is not: form-data; name="..."; filename="..."';
  }
  const [, filename = '""', extended = ''] = disposition;
  const isFile = type !== '' && (filename !== '""' || extended !== '');
  const isMarked = part.indexOf('\ufeff', end) === end + BLANK_LINE.length;
  if (isFile || !(isMarked || OTHER_CHARSET.test(type))) return undefined;
  return 'whose text is not UTF-8 without a byte order mark';
}

const failure = (fault: string): Failure =>
  contentFailure(contentFailureKind('body', true), 'body', `The body ${fault}`);
