import { isHostname, isIdnHostname, isIpv6, IPV4 } from './hosts';
import { isEmail, isIdnEmail } from './mailboxes';
import { isDecimal128, isInteger64, isStructuredDecimal } from './numbers';
import {
  isDateTime,
  isTime,
  DATE,
  DURATION,
  HTTP_DATE,
  ISO_DATE_TIME,
  ISO_TIME,
  LOCAL_DATE_TIME,
  LOCAL_TIME,
} from './times';
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from './uris';

/** A format of strings, or of numbers. */
type Format =
  | RegExp
  | ((text: string) => boolean)
  | { readonly type: 'number'; readonly validate: (value: number) => boolean };

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const QUOTED = String.raw`"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*"`;

/**
 * The enforced formats: those of JSON Schema as their RFCs define them, those of OpenAPI's registry, and some that Ajv
 * knows. Generation enforces integer formats of numbers.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 * @see https://spec.openapis.org/registry/format/
 */
export const formats: Readonly<Record<string, Format>> = {
  date: DATE,
  time: isTime,
  'date-time': isDateTime,
  duration: DURATION,
  email: isEmail,
  'idn-email': isIdnEmail,
  hostname: isHostname,
  'idn-hostname': isIdnHostname,
  ipv4: IPV4,
  ipv6: isIpv6,
  uri: isUri,
  'uri-reference': isUriReference,
  iri: isIri,
  'iri-reference': isIriReference,
  'uri-template': isUriTemplate,
  uuid: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i,
  'json-pointer': /^(?:\/(?:[^~/]|~[01])*)*$/,
  'relative-json-pointer': /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/,
  regex: isRegex,

  base64url: /^(?:[\w-]{4})*(?:[\w-]{2}(?:==)?|[\w-]{3}=?)?$/,
  byte: /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/,
  char: /^.$/su,
  'date-time-local': LOCAL_DATE_TIME,
  'time-local': LOCAL_TIME,
  'http-date': HTTP_DATE,
  'media-range': new RegExp(
    `^${TOKEN}/${TOKEN}(?:[ \\t]*;(?:[ \\t]*${TOKEN}=(?:${TOKEN}|${QUOTED}))?)*(?:[ \\t]*;[ \\t]*)?$`,
  ),
  decimal: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  decimal128: isDecimal128,
  int64: (text) => isInteger64(text, true),
  uint64: (text) => isInteger64(text, false),
  unixtime: /^-?\d+(?:\.\d+)?$/,
  'sf-binary': /^:[A-Za-z\d+/]*={0,2}:$/,
  'sf-boolean': /^\?[01]$/,
  'sf-decimal': { type: 'number', validate: isStructuredDecimal },
  'sf-string': /^"(?:[ !#-[\]-~]|\\["\\])*"$/,
  'sf-token': /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/,

  'iso-time': ISO_TIME,
  'iso-date-time': ISO_DATE_TIME,
  'json-pointer-uri-fragment': /^#(?:\/(?:[\w.!$&'()*+,;:=@-]|%[\da-f]{2}|~[01])*)*$/i,
  url: /^(?:https?|ftp):\/\/(?:[^\s/?#@]*@)?[^\s/?#@]+(?:[/?#]\S*)?$/i,
};

/** Refuses escapes such as `\a` and `\Z`, which other languages define and ECMA-262 does not. */
const KNOWN_ESCAPES = /^(?:[^\\]|\\[^ACE-OQRT-VX-Zaeg-jlmoqyz])*$/;

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4 */
function isRegex(text: string): boolean {
  return KNOWN_ESCAPES.test(text) && (isExpression(text, 'u') || isExpression(text, ''));
}

function isExpression(pattern: string, flags: string): boolean {
  try {
    return Boolean(new RegExp(pattern, flags));
  } catch {
    return false;
  }
}
