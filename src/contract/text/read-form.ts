import { setOwn } from '../json/set-own';
import { ExactNumbers, ROOT } from '../json/exact-numbers';
import type { ParsedJson } from '../json/parse-json';
import { deepTexts } from './deep-object';
import { FormTexts } from './form-texts';
import { decodeForm, decodePercent, isPercentEncoded } from './percent-encoding';
import { readTexts, type Reading, type SentTexts } from './read-texts';
import { CHOICES, TextReader } from './text-reader';
import { ANY_TEXT, isSpread, propertyTypes, textTypes, type TextEncoding } from './text-types';
import type { TextTypesOrName, TextTypesTable } from './text-types';

/**
 * Forms: objects whose properties are written as query parameters are.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-the-x-www-form-urlencoded-media-type
 */

/** How the fields of a form are read. */
export interface FormFields {
  readonly table: TextTypesTable;
  /** The types of the whole object. */
  readonly types: TextTypesOrName;
  /** By name, for the fields that are not written in exploded `form` style. */
  readonly encodings: Readonly<Record<string, TextEncoding>>;
  /** Decides between the readings of a field; without it, the likeliest is taken. */
  readonly isValid?: (name: string, json: ParsedJson) => boolean;
}

/** Reads a form as one object. @returns why it cannot be read instead, as the end of a sentence */
export function readForm(fields: FormFields, form: FormTexts): Reading {
  if (!form.texts().every(isPercentEncoded)) return { fault: 'is not percent-encoded UTF-8' };
  const exact = new ExactNumbers();
  const value = {};
  for (const name of fieldNames(fields, form)) {
    const field = readField(fields, name, form);
    if ('fault' in field) return { fault: `at ${JSON.stringify(`/${name}`)} ${field.fault}` };
    setOwn(value, name, field.value);
    exact.adopt(field.exact, value, name);
  }
  return { value, exact };
}

/** The names of the fields that were sent; of a deepObject, what stands before the brackets. */
function fieldNames({ encodings }: FormFields, form: FormTexts): Set<string> {
  const deep = Object.entries(encodings)
    .filter(([, encoding]) => 'style' in encoding && encoding.style === 'deepObject')
    .map(([name]) => name);
  return new Set(
    form.names().map((name) => deep.find((each) => name.startsWith(`${each}[`)) ?? name),
  );
}

/** The first reading that is valid, else the first. */
function readField(fields: FormFields, name: string, form: FormTexts): Reading {
  let first: Reading | undefined;
  for (const json of readings(fields, name, form)) {
    const isRead = !('fault' in json);
    if (isRead && (fields.isValid === undefined || fields.isValid(name, json))) return json;
    first ??= json;
  }
  return first ?? { fault: 'is empty' };
}

function* readings(
  { table, types, encodings }: FormFields,
  name: string,
  form: FormTexts,
): Generator<Reading> {
  const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
  if (encoding !== undefined && !(isSpread(encoding) && encoding.style === 'form')) {
    yield* readTexts(table, encoding, name, sentTexts(encoding, name, form));
    return;
  }
  const own = propertyTypes(textTypes(table, types), name) ?? ANY_TEXT;
  for (const choice of CHOICES) {
    const reader = new TextReader(table, decodeOf(encoding), choice);
    const value = reader.property(own, form.of(name), ROOT, '');
    yield { value, exact: reader.exact };
  }
}

function sentTexts(encoding: TextEncoding, name: string, form: FormTexts): SentTexts {
  const isDeep = 'style' in encoding && encoding.style === 'deepObject';
  return {
    values: form.of(name),
    properties: new FormTexts([]),
    ...(isDeep && { deep: deepTexts(form, name) }),
    decode: decodeOf(encoding),
  };
}

function decodeOf(encoding: TextEncoding | undefined): (text: string) => string {
  const isReserved = encoding !== undefined && 'style' in encoding && encoding.allowReserved;
  return isReserved === true ? decodePercent : decodeForm;
}
