import { isUtf8 } from 'node:buffer';
import { isJson } from 'openapi-trellis/tools';
import { isWellFormed, type OperationRequest } from '../samples';
import {
  depthOf,
  hasEncodedControl,
  hasTwinMembers,
  isBeyondDouble,
  isBrokenEncoding,
  isIn,
  isIntegerInDisguise,
  isOneText,
  isSentOften,
  isSpreadObject,
  isUnusualPath,
  jsonTexts,
  namesOther,
  numbers,
  numericTexts,
  textsOf,
  withoutStrings,
  writtenTexts,
} from './sent-texts';
import type { SentBody, SentRequest } from './sent-request';

/**
 * A question that the standards leave open: for such requests, one conforming service may accept and another
 * refuse. The response gets no verdict.
 */
export interface OpenQuestion {
  /** The end of a sentence that begins with "The standards do not say". */
  readonly reason: string;
  /** URL of the section that leaves it open. */
  readonly see: string;
  /**
   * True if even an invalid request need not be refused; `but by bounds` if that does not apply to a number
   * beyond its minimum or maximum. By default, only the acceptance of a valid request is open.
   */
  readonly alsoInvalid?: true | 'but by bounds';
  isAskedBy(sent: SentRequest): boolean;
}

const RFC3986 = 'https://www.rfc-editor.org/rfc/rfc3986';
const RFC6265 = 'https://www.rfc-editor.org/rfc/rfc6265';
const RFC8259 = 'https://www.rfc-editor.org/rfc/rfc8259';
const RFC9110 = 'https://www.rfc-editor.org/rfc/rfc9110';
const RFC9112 = 'https://www.rfc-editor.org/rfc/rfc9112';
const OPENAPI = 'https://spec.openapis.org/oas/v3.1.1';
const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12';

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Nesting below the limits of the usual parsers. */
const MAX_DEPTH = 60;

/** Sizes below the usual limits of servers: 8 KiB for lines and headers, 1 MiB for bodies. */
const MAX_BODY_BYTES = 1_000_000;
const MAX_LINE_LENGTH = 8_000;

/** Services limit the texts they store, often to 255, 4,000 or 65,535 characters; longer texts are rare. */
export const MAX_TEXT = 10_000;

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const WITHOUT_CONTENT = ['GET', 'HEAD', 'DELETE', 'TRACE', 'CONNECT'];

export const openQuestions: readonly OpenQuestion[] = [
  // JSON.
  {
    reason: 'whether 1.0 or 1e3 may be written for an integer',
    see: `${JSON_SCHEMA}/json-schema-core#section-6.3`,
    isAskedBy: (sent) => numbers(sent).some(isIntegerInDisguise),
  },
  {
    reason: 'what becomes of a number that a double does not hold',
    see: `${RFC8259}#section-6`,
    alsoInvalid: 'but by bounds',
    isAskedBy: (sent) => numbers(sent).some(isBeyondDouble),
  },
  {
    reason: 'what becomes of an integer of more than 64 bits',
    see: `${RFC8259}#section-6`,
    isAskedBy: (sent) => numbers(sent).some((text) => Math.abs(Number(text)) > 2 ** 64),
  },
  {
    reason: 'which of two members with the same name counts',
    see: `${RFC8259}#section-4`,
    alsoInvalid: true,
    isAskedBy: (sent) => jsonTexts(sent).some(hasTwinMembers),
  },
  {
    reason: 'whether a byte order mark before JSON is ignored',
    see: `${RFC8259}#section-8.1`,
    alsoInvalid: true,
    isAskedBy: ({ body }) => body?.bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) === true,
  },
  {
    reason: 'what becomes of bytes that are not UTF-8',
    see: `${RFC8259}#section-8.1`,
    alsoInvalid: true,
    isAskedBy: ({ body }) => body !== undefined && isTextual(body.mediaType) && !isUtf8(body.bytes),
  },
  {
    reason: 'which charsets beside UTF-8 a service reads',
    see: `${RFC9110}#section-8.3.2`,
    alsoInvalid: true,
    isAskedBy: ({ body }) => body !== undefined && body.charset !== 'utf-8',
  },
  {
    reason: 'what becomes of a surrogate that has no other half',
    see: `${RFC8259}#section-8.2`,
    isAskedBy: (sent) => writtenTexts(sent).some((text) => /\p{Surrogate}/u.test(text)),
  },
  {
    reason: 'whether NaN and Infinity are read as numbers',
    see: `${RFC8259}#section-9`,
    alsoInvalid: true,
    isAskedBy: (sent) =>
      jsonTexts(sent).some((text) => /\b(?:NaN|Infinity)\b/.test(withoutStrings(text))) ||
      numericTexts(sent).some((text) => /^[+-]?(?:nan|inf|infinity)$/i.test(text)),
  },
  {
    reason: 'how deep JSON may be nested',
    see: `${RFC8259}#section-9`,
    alsoInvalid: true,
    isAskedBy: (sent) => jsonTexts(sent).some((text) => depthOf(text) > MAX_DEPTH),
  },
  {
    reason: 'whether names that mean something to a language, such as __proto__, are taken',
    see: `${RFC8259}#section-12`,
    isAskedBy: (sent) =>
      writtenTexts(sent).some((text) => /"(?:__proto__|constructor|prototype)"\s*:/.test(text)) ||
      sent.query.some(([name]) => /__proto__|constructor|prototype/.test(name)),
  },
  // Content.
  {
    reason: 'what content means that the document does not describe',
    see: `${OPENAPI}#request-body-object`,
    isAskedBy: ({ body, operation }) => body !== undefined && !('requestBody' in operation.value),
  },
  {
    reason: 'whether content without a byte is content',
    see: `${RFC9112}#section-6.3`,
    isAskedBy: ({ body, compiled }) =>
      body === undefined && compiled.requestBody?.required === true,
  },
  {
    reason: 'what the content of such a method means',
    see: `${RFC9110}#section-9.3`,
    alsoInvalid: true,
    isAskedBy: ({ body, request }) =>
      body !== undefined && WITHOUT_CONTENT.includes(request.method),
  },
  {
    reason: 'whether the id of a change may be another in the content than in the path',
    see: `${RFC9110}#section-9.3.4`,
    isAskedBy: namesOther,
  },
  {
    reason: 'what content without a Content-Type is',
    see: `${RFC9110}#section-8.3`,
    alsoInvalid: true,
    isAskedBy: ({ body }) => body?.contentType === '',
  },
  {
    reason: 'which content codings and expectations a service knows',
    see: `${RFC9110}#section-8.4`,
    alsoInvalid: true,
    isAskedBy: ({ request }) =>
      hasHeader(request, /^(?:content-encoding|expect|transfer-encoding)$/),
  },
  {
    reason: 'how large a request may be',
    see: `${RFC9110}#section-15.5.14`,
    alsoInvalid: true,
    isAskedBy: ({ request }) =>
      (request.body?.length ?? 0) > MAX_BODY_BYTES ||
      request.target.length > MAX_LINE_LENGTH ||
      request.headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0) >
        MAX_LINE_LENGTH,
  },
  {
    reason: 'how long a text may be whose length the document does not limit',
    see: `${RFC8259}#section-9`,
    isAskedBy: (sent) =>
      jsonTexts(sent).some((json) => json.split('"').some((text) => text.length > MAX_TEXT)),
  },
  {
    reason: 'whether content other than JSON, forms and text is what its media type says',
    see: `${OPENAPI}#media-type-object`,
    isAskedBy: ({ body, operation }) =>
      body !== undefined && 'requestBody' in operation.value && !isDescribable(body.mediaType),
  },
  // Paths and queries.
  {
    reason: 'what intermediaries make of a path with empty segments, dots, or an encoded slash',
    see: `${RFC3986}#section-6.2.2`,
    alsoInvalid: true,
    isAskedBy: ({ request, operation }) =>
      isUnusualPath(request.target.replace(/\?.*$/s, ''), operation.path),
  },
  {
    reason: 'whether an encoded NUL or line break is taken',
    see: `${RFC3986}#section-7.3`,
    isAskedBy: ({ request }) => hasEncodedControl(request.target),
  },
  {
    reason: 'what becomes of percent-encoding that is broken',
    see: `${RFC3986}#section-2.4`,
    alsoInvalid: true,
    isAskedBy: ({ request }) => isBrokenEncoding(request.target),
  },
  {
    reason: 'what a query parameter does that the document does not describe',
    see: `${OPENAPI}#parameter-object`,
    isAskedBy: ({ undeclared }) => undeclared.length > 0,
  },
  {
    reason: 'which counts of several values of a parameter that is sent once',
    see: `${OPENAPI}#style-values`,
    alsoInvalid: true,
    isAskedBy: ({ parameters }) =>
      parameters.some((parameter) => parameter.texts.length > 1 && !isSentOften(parameter)),
  },
  {
    reason: 'whether a delimiter that is encoded still separates',
    see: `${OPENAPI}#appendix-e-percent-encoding-and-form-media-types`,
    alsoInvalid: true,
    isAskedBy: (sent) => textsOf(sent, isOneText).some((text) => /%2c/i.test(text)),
  },
  {
    reason: 'which texts a service has given out, by which a list goes on',
    see: `${OPENAPI}#parameter-object`,
    isAskedBy: ({ parameters }) =>
      parameters.some((parameter) => parameter.isCursor && parameter.texts.length > 0),
  },
  {
    reason: 'what an empty value of a parameter means, or an empty item',
    see: `${OPENAPI}#parameter-object`,
    isAskedBy: (sent) =>
      textsOf(sent).includes('') || textsOf(sent, isOfItems).some((text) => EMPTY_ITEM.test(text)),
  },
  {
    reason: 'what the name of an object means whose properties are sent under names of their own',
    see: `${OPENAPI}#style-values`,
    alsoInvalid: true,
    isAskedBy: ({ parameters }) =>
      parameters.some((parameter) => isSpreadObject(parameter) && parameter.texts.length > 0),
  },
  {
    reason: 'what an empty field of a form means, or an empty name',
    see: `${OPENAPI}#appendix-b-data-type-conversion`,
    isAskedBy: ({ body }) => body !== undefined && hasEmptyField(body),
  },
  {
    reason: 'whether the name of a part may have control characters',
    see: 'https://www.rfc-editor.org/rfc/rfc7578#section-4.2',
    alsoInvalid: true,
    isAskedBy: ({ body }) =>
      body?.mediaType.startsWith('multipart/') === true && /; name="[^"]*\p{Cc}/u.test(body.text),
  },
  {
    reason: 'how values within lists and objects are written in a parameter',
    see: `${OPENAPI}#style-values`,
    alsoInvalid: true,
    // Many parsers read a name with empty brackets, or a number in brackets, as a list.
    isAskedBy: ({ query }) =>
      query.some(([name]) => name === '' || /\[[^\]]*\].*\[|\[\d*\]/.test(name)),
  },
  {
    reason: 'how a number is written as text, with a sign, an exponent, zeros or space',
    see: `${OPENAPI}#appendix-b-data-type-conversion`,
    isAskedBy: (sent) =>
      numericTexts(sent).some((text) => Number.isFinite(Number(text)) && !PLAIN_NUMBER.test(text)),
  },
  // Headers and cookies.
  {
    reason: 'what space around a header, and characters beyond ASCII in it, come to',
    see: `${RFC9110}#section-5.5`,
    alsoInvalid: true,
    isAskedBy: (sent) =>
      textsOf(sent, isIn('header')).some((text) => !/^(?:[!-~](?:[\t -~]*[!-~])?)?$/.test(text)),
  },
  {
    reason: 'what becomes of a header field in another form than its standard gives it',
    see: `${RFC9110}#section-2.4`,
    alsoInvalid: true,
    isAskedBy: ({ parameters }) =>
      parameters.some(
        ({ compiled, texts }) =>
          compiled.in === 'header' && texts.some((text) => !isWellFormed(compiled.name, text)),
      ),
  },
  {
    reason: 'what a cookie value means that has quotes, commas, spaces or encoded characters',
    see: `${RFC6265}#section-4.1.1`,
    alsoInvalid: true,
    isAskedBy: (sent) =>
      textsOf(sent, isIn('cookie')).some((text) => /[^!#-$&-+\--:<-[\]-~]/.test(text)),
  },
  {
    reason: 'whether HEAD is answered where the document has only GET',
    see: `${RFC9110}#section-9.3.2`,
    alsoInvalid: true,
    isAskedBy: ({ request, operation }) => request.method !== operation.method,
  },
];

/** Sentence that tells why such a request gets no verdict. */
export function reasonOf({ reason }: Pick<OpenQuestion, 'reason'>): string {
  return `The standards do not say ${reason}`;
}

function hasEmptyField({ mediaType, text }: SentBody): boolean {
  if (mediaType === FORM) return /(?:^|&)(?:=|[^=&]*=?(?:&|$))/.test(text);
  return mediaType.startsWith('multipart/') && /\r\n\r\n\r\n--|; name=""/.test(text);
}

function hasHeader({ headers }: OperationRequest, name: RegExp): boolean {
  return headers.some(([each]) => name.test(each.toLowerCase()));
}

function isTextual(mediaType: string): boolean {
  return isJson(mediaType) || /^text\/|urlencoded$/.test(mediaType);
}

/** True for content that is only bytes, or that its schema describes. */
function isDescribable(mediaType: string): boolean {
  const known = ['text/plain', 'application/octet-stream', 'multipart/form-data', FORM];
  return isJson(mediaType) || known.includes(mediaType);
}

const FORM = 'application/x-www-form-urlencoded';

/** Fields may be lists, whatever their schemas say. */
const isOfItems: typeof isOneText = (parameter) =>
  isOneText(parameter) || isIn('header')(parameter);

const EMPTY_ITEM = /(?:^|[,;|]|%20|%7c)(?:$|[,;|]|%20|%7c)/i;
