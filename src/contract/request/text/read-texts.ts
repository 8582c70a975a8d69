import { readDeep, type DeepTexts } from './deep-object';
import type { FormTexts } from './form-texts';
import { ROOT } from '../../json/exact-numbers';
import { parseJson, type JsonFault, type ParsedJson } from '../../json/parse-json';
import { isJson } from '../../media-type';
import { splitList, splitObject, splitSingle, type TextStyle } from './split-text';
import { CHOICES, TextReader } from './text-reader';
import {
  isSpread,
  textTypes,
  type TextEncoding,
  type TextTypes,
  type TextTypesTable,
} from './text-types';

/**
 * Reads the texts of a parameter, a form field or a header as a JSON value.
 *
 * Text is ambiguous: `7` may be an integer or a string, and `?q=a` one value or a list of one. What the
 * schema admits is tried in a fixed order, and the first reading that is valid counts. Of several texts:
 * a list, an object, a single value; of one: a single value, a list, an object. For each text: a
 * boolean or a number, JSON, a string, null.
 *
 * What is written as one text must be given once, `?q=1,2` too; only the lines of a header are joined.
 */

/** What was sent for a parameter, still encoded. */
export interface SentTexts {
  /** The texts under its name, in order. */
  readonly values: readonly string[];
  /** Those under the names of an exploded object's properties. */
  readonly properties: FormTexts;
  /** For deepObject: those under its name, and by keys in brackets. */
  readonly deep?: DeepTexts;
  /** Takes the encoding away; it does not throw for the texts above. */
  readonly decode: (text: string) => string;
}

/** A value, or why the texts cannot be read, as the end of a sentence. */
export type Reading = ParsedJson | JsonFault;

type Value = { readonly value: unknown } | JsonFault;
type Kind = 'single' | 'array' | 'object' | 'deep';

const MORE_THAN_ONCE: JsonFault = { fault: 'is given more than once' };

/**
 * The readings of what was sent, the likeliest first. The caller takes the first that is valid.
 *
 * @param name the parameter's name, which `matrix` repeats
 */
export function* readTexts(
  table: TextTypesTable,
  encoding: TextEncoding,
  name: string,
  sent: SentTexts,
): Generator<Reading> {
  if ('mediaType' in encoding && isJson(encoding.mediaType)) {
    yield readJson(sent);
    return;
  }
  const written = writtenOf(table, encoding, name);
  for (const kind of kindsOf(written, sent)) {
    for (const choice of CHOICES) {
      const reader = new TextReader(table, sent.decode, choice);
      const read = readKind(reader, written, kind, sent);
      yield 'fault' in read ? read : { value: read.value, exact: reader.exact };
    }
  }
}

/** Content that is not JSON is one text; its schema may take it for a number all the same. */
const ONE_TEXT = { style: 'form', explode: false } as const;

interface Written extends TextStyle {
  readonly types: TextTypes;
}

const writtens = new WeakMap<TextEncoding, Written>();

function writtenOf(table: TextTypesTable, encoding: TextEncoding, name: string): Written {
  const known = writtens.get(encoding);
  if (known?.name === name) return known;
  const types = textTypes(table, encoding.types);
  const written =
    'style' in encoding ? { ...encoding, types, name } : { ...ONE_TEXT, types: plain(types), name };
  writtens.set(encoding, written);
  return written;
}

function readJson({ values, decode }: SentTexts): Reading {
  const [only = '', ...others] = values;
  return others.length > 0 ? MORE_THAN_ONCE : parseJson(Buffer.from(decode(only)));
}

/** The kinds of value that the schema admits, in the order in which they are tried. */
function kindsOf(written: Written, sent: SentTexts): readonly Kind[] {
  const { values, properties, deep } = sent;
  if (deep !== undefined && deep.children.size > 0) return ['deep'];
  if (values.length === 0) return ['object'];
  const { types } = written.types;
  if (!types.includes('array') && !types.includes('object')) return SINGLE;
  const isObject = types.includes('object') && (!isSpread(written) || !properties.isEmpty);
  const structured: Kind[] = types.includes('array') ? ['array'] : [];
  if (isObject) structured.push('object');
  const isEmpty = values.every((text) => text === '');
  const isSingle = plain(written.types).types.some((type) => type !== 'null' || isEmpty);
  if (structured.length > 0 && !isSingle) return structured;
  return isSeveral(written, sent) ? [...structured, 'single'] : ['single', ...structured];
}

const SINGLE: readonly Kind[] = ['single'];

/** The types without those that are written as several pieces. */
function plain({ types }: TextTypes): TextTypes {
  return { types: types.filter((type) => type !== 'array' && type !== 'object') };
}

function isSeveral(written: Written, { values }: SentTexts): boolean {
  const [only = '', ...others] = values;
  if (others.length > 0 || isSpread(written)) return others.length > 0;
  const items = splitList(written, 'first', only);
  return !('fault' in items) && items.length > 1;
}

function readKind(reader: TextReader, written: Written, kind: Kind, sent: SentTexts): Value {
  if (kind === 'deep' && sent.deep !== undefined) {
    return { value: readDeep(reader, written.types, sent.deep, ROOT, '') };
  }
  return isSpread(written)
    ? readSpread(reader, written, kind, sent)
    : readOneText(reader, written, kind, sent);
}

/** Items under one name, or properties under names of their own. */
function readSpread(
  reader: TextReader,
  { types }: Written,
  kind: Kind,
  { values, properties }: SentTexts,
): Value {
  if (kind === 'object') return { value: reader.properties(types, properties, properties.names()) };
  if (kind === 'array') return { value: reader.items(types, values) };
  const [only = '', ...others] = values;
  if (others.length > 0) return MORE_THAN_ONCE;
  return { value: reader.value(plain(types).types, only, ROOT, '') };
}

function readOneText(
  reader: TextReader,
  written: Written,
  kind: Kind,
  { values }: SentTexts,
): Value {
  // A list may be divided over several lines of a header (RFC 9110, section 5.3).
  const isLines = written.style === 'simple' && kind !== 'single';
  if (values.length > 1 && !isLines) return MORE_THAN_ONCE;
  const text = values.join(',');
  if (kind === 'array') {
    const items = splitList(written, reader.choice, text);
    return 'fault' in items ? items : { value: reader.list(written.types, items) };
  }
  if (kind === 'object') {
    const entries = splitObject(written, reader.choice, text);
    return 'fault' in entries ? entries : { value: reader.object(written.types, entries) };
  }
  const single = splitSingle(written, text);
  if (typeof single !== 'string') return single;
  return { value: reader.value(plain(written.types).types, single, ROOT, '') };
}
