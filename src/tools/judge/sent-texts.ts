import { type Operation, asObject, plainText } from '../document';
import { decoded, isJson } from 'openapi-trellis/tools';
import { exactJson } from './exchange';
import type { SentParameter, SentRequest } from './sent-request';

/** The body and the JSON of parameters, with `\u` escapes decoded. */
export function writtenTexts(sent: SentRequest): string[] {
  return [sent.body?.text ?? '', ...jsonTexts(sent)].map(unescaped);
}

/** Number literals of the JSON texts and the parameters. */
export function numbers(sent: SentRequest): string[] {
  const texts = numericTexts(sent).filter((text) => /^[-+\d.][-+\d.eE]*$/.test(text));
  return [...jsonTexts(sent).flatMap(numberLiterals), ...texts];
}

type IsOfInterest = (parameter: SentParameter) => boolean;

export function textsOf(
  { parameters }: SentRequest,
  isOfInterest: IsOfInterest = () => true,
): string[] {
  return parameters.filter(isOfInterest).flatMap(({ texts }) => texts);
}

/** Texts of parameters that may be read as numbers, including those within lists and objects. */
export function numericTexts({ parameters }: SentRequest): string[] {
  return parameters.flatMap((parameter) => {
    const { types, texts, members } = parameter;
    if (isNumeric(parameter)) return texts;
    if (!types.includes('array') && !types.includes('object')) return [];
    const pieces = texts.flatMap((text) => text.split(/[,;|=]|%20|%7c|%2c/i));
    return [...pieces, ...members.map(([, text]) => text)];
  });
}

const isNumeric: IsOfInterest = ({ types }) =>
  types.includes('integer') || types.includes('number');

export function isIn(location: string): IsOfInterest {
  return ({ compiled }) => compiled.in === location;
}

/** True for a list or an object that is sent as one text. */
export const isOneText: IsOfInterest = ({ types, compiled: { serialization } }) =>
  (types.includes('array') || types.includes('object')) &&
  'style' in serialization &&
  !(serialization.explode && ['form', 'cookie'].includes(serialization.style));

/** True for a list whose items are, or may be, sent separately (RFC 9110, section 5.3). */
export function isSentOften({
  types,
  compiled: { serialization, in: location },
}: SentParameter): boolean {
  const isList = types.length === 0 || types.includes('array');
  return isList && (location === 'header' || ('style' in serialization && serialization.explode));
}

/** True for an object in the style `deepObject`, or one that `form` spreads over the query. */
export function isSpreadObject({ types, compiled: { serialization } }: SentParameter): boolean {
  if (!types.includes('object') || types.includes('string') || !('style' in serialization)) {
    return false;
  }
  const { style, explode } = serialization;
  return style === 'deepObject' || (style === 'form' && explode);
}

/**
 * The JSON texts of a request: its body, and parameters whose value is JSON.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-content
 */
export function jsonTexts({ body, parameters }: SentRequest): string[] {
  const inParameters = parameters.flatMap(({ compiled: { serialization }, texts }) =>
    'json' in serialization ? texts.map((text) => decoded(text.replaceAll('+', ' '))) : [],
  );
  return body !== undefined && isJson(body.mediaType) ? [body.text, ...inParameters] : inParameters;
}

/** Matches tokens of JSON text, which need not be well-formed. */

const STRING = /"(?:[^"\\]|\\.)*"/gs;
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/gs;

export function withoutStrings(text: string): string {
  return text.replace(STRING, '""');
}

function numberLiterals(text: string): string[] {
  return withoutStrings(text).match(/-?\d[\d.eE+-]*/g) ?? [];
}

export function hasTwinMembers(text: string): boolean {
  const names: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') names.push(new Set());
    else if (token === '}' || token === ']') names.pop();
    else if (colon !== undefined) {
      const name = unescaped(token.slice(0, -colon.length));
      const known = names.at(-1);
      if (known?.has(name) === true) return true;
      known?.add(name);
    }
  }
  return false;
}

export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') deepest = Math.max(deepest, ++depth);
    else if (token === '}' || token === ']') depth--;
  }
  return deepest;
}

/** Decodes `\u` escapes. */
function unescaped(text: string): string {
  return text.replace(/\\u([\da-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** True for an integer with a fraction or an exponent, such as `1.0`. */
export function isIntegerInDisguise(literal: string): boolean {
  return /[.eE]/.test(literal) && Number.isInteger(Number(literal));
}

/** Number of decimal digits that identify a double. */
const MAX_DIGITS = 17;

/** True for a literal that a double cannot hold, except integers without fraction and exponent. */
export function isBeyondDouble(literal: string): boolean {
  const number = Number(literal);
  if (!Number.isFinite(number)) return true;
  if (!/[.eE]/.test(literal)) return false;
  const digits = literal
    .replace(/[eE].*$/, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+/, '');
  return Math.abs(number) > Number.MAX_SAFE_INTEGER || digits.length > MAX_DIGITS;
}

/** True if the id in the body differs from that in the path. */
export function namesOther({ operation, body, parameters }: SentRequest): boolean {
  if (body === undefined || !isJson(body.mediaType)) return false;
  const members = asObject(exactJson(body.bytes));
  const id = idMember(operation, Object.keys(members));
  const known = parameters.find(({ compiled: { in: location, name } }) => {
    return location === 'path' && name === id?.parameter;
  });
  if (id === undefined || known === undefined) return false;
  return plainText(members[id.member]) !== decoded(known.texts[0] ?? '');
}

/** Needlessly encoded unreserved characters (`A-Z a-z 0-9 - . _ ~`), and encoded slashes. */
const NORMALISED = /%(?:2[def]|3\d|[46][1-9a-f]|[57][0-9a]|5[cf]|7e)/i;

/** True for a path that servers and intermediaries may normalize to another one. */
export function isUnusualPath(path: string, template: string): boolean {
  const endsOtherwise = path.length > 1 && path.endsWith('/') && !template.endsWith('/');
  return endsOtherwise || /\/\/|\/\.{1,2}(?:\/|$)/.test(path) || NORMALISED.test(path);
}

/** True for an encoded NUL or line break. */
export function hasEncodedControl(target: string): boolean {
  return /%0[0ad]/i.test(target);
}

/** True for percent-encoding that is malformed or not UTF-8. */
export function isBrokenEncoding(target: string): boolean {
  return target.split(/[/?&=]/).some((piece) => piece.includes('%') && decoded(piece) === piece);
}

/** The member of a PUT or PATCH body that repeats the last path parameter; undefined if there is none. */
export function idMember(
  { method, path }: Operation,
  members: readonly string[],
): { readonly member: string; readonly parameter: string } | undefined {
  const parameter = /\{([^{}]+)\}$/.exec(path)?.[1];
  if (parameter === undefined || !['PUT', 'PATCH'].includes(method)) return undefined;
  const isId = /id$/i.test(parameter);
  const member = members.find((name) => name === parameter) ?? (isId ? 'id' : undefined);
  return member !== undefined && members.includes(member) ? { member, parameter } : undefined;
}
