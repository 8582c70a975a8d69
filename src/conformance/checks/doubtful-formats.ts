import { isJson, parseJson, parseMediaType } from '../../contract';
import { appliedFormats, childPointer, stringFormats } from '../../generate/index';
import { valueSchema } from '../../samples/requests/sample-values';
import type { Exchange } from '../exchange';
import type { JudgedDocument } from '../judge/judged-document';

/**
 * Formats that validators read differently at their edges, with the forms that all of them take. JSON
 * Schema leaves to each how much of such a format it enforces.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2
 */
const PLAIN_FORMS: Readonly<Record<string, RegExp>> = {
  email: /^(?=.{1,60}@)[a-z\d]+(?:[._-][a-z\d]+)*@(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  'idn-email': /^(?=.{1,60}@)[a-z\d]+(?:[._-][a-z\d]+)*@(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  hostname: /^(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  'idn-hostname': /^(?:[a-z\d]{1,60}\.){1,8}[a-z]{2,6}$/i,
  uri: /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]*)*$/i,
  url: /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]*)*$/i,
  'uri-reference': /^(?:https?:\/\/[a-z\d.-]{1,60})?(?:\/[\w.-]+)+$/i,
  'uri-template': /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]+)*$/i,
  iri: /^https?:\/\/[a-z\d.-]{1,60}(?:\/[\w.-]*)*$/i,
  'iri-reference': /^(?:https?:\/\/[a-z\d.-]{1,60})?(?:\/[\w.-]+)+$/i,
  ipv6: /^[\da-f]{1,4}(?::[\da-f]{1,4}){7}$/i,
  float: /^-?\d{1,21}(?:\.\d+)?$/,
  time: /^[012]\d:[0-5]\d:[0-5]\dZ$/,
  'date-time':
    /^(?:19|20)\d\d-[01]\d-[0-3]\dT[012]\d:[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-][01]\d:\d\d)$/,
  duration: /^P(?:\d{1,3}D)?(?:T(?:\d{1,3}H)?(?:\d{1,3}M)?)?$/,
  regex: /^[\^$\w]*$/,
  'json-pointer': /^(?:\/\w+)+$/,
  'relative-json-pointer': /^\d(?:\/\w+)*$/,
  uuid: /^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i,
};

/** Formats of numbers, and of texts of any form. @see https://spec.openapis.org/registry/format/ */
const WITHOUT_FORM = /^(?:u?int\d*|double(?:-int)?|float|decimal\d*|commonmark|html|text|string)$/i;

/** True for a text that a validator may well hold for none of its format, such as one of a service's own. */
function isDoubtful(format: string, text: string): boolean {
  const plain = PLAIN_FORMS[format];
  if (plain !== undefined) return !plain.test(text);
  return !Object.hasOwn(stringFormats, format) && !WITHOUT_FORM.test(format);
}

/** True where a valid request has a value that a validator may well hold for none of its format. */
export function hasDoubtfulFormat({ testCase }: Exchange, { loaded }: JudgedDocument): boolean {
  const { values, request } = testCase;
  const parts = (values?.parameters ?? []).flatMap(({ parameter, value }) =>
    [value, textOf(value)].map((each) => ({ pointer: valueSchema(parameter), value: each })),
  );
  const media = values?.body?.media;
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (media !== undefined && isJson(parseMediaType(type)?.essence ?? '')) {
    const json = parseJson(request.body ?? Buffer.alloc(0));
    if ('value' in json)
      parts.push({ pointer: childPointer(media.pointer, 'schema'), value: json.value });
  }
  return parts
    .flatMap(({ pointer, value }) => appliedFormats(loaded, pointer, 'request', value))
    .some(({ format, text }) => isDoubtful(format, text));
}

/** What a service may read that takes the parameter for a text. */
function textOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOf).join();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
