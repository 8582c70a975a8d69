import { ROOT } from '../../json/exact-numbers';
import type { JsonFault } from '../../json/parse-json';
import { contentReadings, type Content } from './content-readings';
import { allTexts, readDeep, type DeepValues } from './deep-object';
import { NameValues } from './name-values';
import { MORE_THAN_ONCE, type Reading } from './reading';
import { isMerged, isSpread, typesOf, type Serialization } from './serialization';
import { splitList, splitObject, splitSingle, type NamedStyle } from './split-value';
import { CHOICES, ValueReader } from './value-reader';
import { scalarTypes, type JsonType, type ValueTypes, type ValueTypesTable } from './value-types';

/**
 * Reads what was sent for a parameter, a field of a form or a header of a part as a JSON value.
 *
 * Text is ambiguous: `7` may be an integer or a string, and `?q=a` one value or a list of one. What the
 * schema admits is tried in a fixed order, and the first reading that is valid counts. Of several texts:
 * a list, an object, a single value; of one: a single value, a list, an object. For each text: a
 * boolean or a number, JSON, a string, null.
 *
 * What is written as one text must be given once, `?q=1,2` too; only the lines of a header are joined.
 */

/** What was sent, still encoded. */
export interface SentValues {
  /** The texts under its name, in order. */
  readonly values: readonly string[];
  /** Those under the names of an exploded object's properties. */
  readonly properties: NameValues;
  /** For deepObject: those under its name, and by keys in brackets. */
  readonly deep?: DeepValues;
  /** Takes the encoding away; it does not throw for the texts above. */
  readonly decode: (text: string) => string;
}

type Value = { readonly value: unknown } | JsonFault;
type Kind = 'single' | 'array' | 'object' | 'deep';

/** What is sent for nothing. */
export const NO_VALUES = new NameValues([]);

/** True when something was sent. */
export function isSent({ values, properties, deep }: SentValues): boolean {
  return values.length > 0 || !properties.isEmpty || (deep !== undefined && deep.children.size > 0);
}

/** All texts of what was sent. */
export function sentTexts({ values, properties, deep }: SentValues): readonly string[] {
  if (deep !== undefined) return allTexts(deep);
  return properties.isEmpty ? values : [...values, ...properties.values()];
}

/**
 * An object without properties, which is written as nothing when it is exploded; undefined for another
 * value, which is never nothing.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6570#section-2.3
 */
export function emptyValue(
  table: ValueTypesTable,
  serialization: Serialization,
): SentValues | undefined {
  if (!isMerged(table, serialization)) return undefined;
  return { values: [], properties: NO_VALUES, decode: String };
}

/**
 * The readings of what was sent, the likeliest first.
 *
 * @param name the parameter's name, which `matrix` repeats
 */
export function* readings(
  table: ValueTypesTable,
  serialization: Serialization,
  name: string,
  sent: SentValues,
): Generator<Reading> {
  if (!('style' in serialization)) {
    const contents = sent.values.map((text): Content => ({ text: sent.decode(text) }));
    yield* contentReadings(table, serialization, contents);
    return;
  }
  const written = { name, serialization, types: typesOf(table, serialization) };
  for (const kind of kindsOf(written, sent)) {
    for (const choice of CHOICES) {
      const reader = new ValueReader(table, sent.decode, choice);
      const read = readKind(reader, written, kind, sent);
      yield 'fault' in read ? read : { value: read.value, exact: reader.exact };
    }
  }
}

interface Written extends NamedStyle {
  readonly types: ValueTypes;
}

/** The kinds of value that the schema admits, in the order in which they are tried. */
function kindsOf(written: Written, sent: SentValues): readonly Kind[] {
  const { values, properties, deep } = sent;
  if (deep !== undefined && deep.children.size > 0) return ['deep'];
  if (values.length === 0) return ['object'];
  const { types } = written.types;
  if (!types.includes('array') && !types.includes('object')) return SINGLE;
  const isObject =
    types.includes('object') && (!isSpread(written.serialization) || !properties.isEmpty);
  const structured: Kind[] = types.includes('array') ? ['array'] : [];
  if (isObject) structured.push('object');
  if (structured.length > 0 && !mayBeSingle(types, values)) return structured;
  return isSeveral(written, sent) ? [...structured, 'single'] : ['single', ...structured];
}

const SINGLE: readonly Kind[] = ['single'];

/** True when the types admit a value that is written as one piece; null is written as no text. */
function mayBeSingle(types: readonly JsonType[], values: readonly string[]): boolean {
  const isEmpty = values.every((text) => text === '');
  return scalarTypes(types).some((type) => type !== 'null' || isEmpty);
}

function isSeveral(written: Written, { values }: SentValues): boolean {
  const [only = '', ...others] = values;
  if (others.length > 0 || isSpread(written.serialization)) return others.length > 0;
  const items = splitList(written, 'first', only);
  return !('fault' in items) && items.length > 1;
}

function readKind(reader: ValueReader, written: Written, kind: Kind, sent: SentValues): Value {
  if (kind === 'deep' && sent.deep !== undefined) {
    return readDeep(reader, written.types, sent.deep, ROOT);
  }
  return isSpread(written.serialization)
    ? readSpread(reader, written, kind, sent)
    : readOneText(reader, written, kind, sent);
}

/** Items under one name, or properties under names of their own. */
function readSpread(
  reader: ValueReader,
  { types }: Written,
  kind: Kind,
  { values, properties }: SentValues,
): Value {
  if (kind === 'object') return { value: reader.properties(types, properties) };
  if (kind === 'array') return { value: reader.items(types, values) };
  const [only = '', ...others] = values;
  if (others.length > 0) return MORE_THAN_ONCE;
  return { value: reader.value(scalarTypes(types.types), only, ROOT, '') };
}

function readOneText(
  reader: ValueReader,
  written: Written,
  kind: Kind,
  { values }: SentValues,
): Value {
  // A list may be divided over several lines of a header (RFC 9110, section 5.3).
  const isLines = written.serialization.style === 'simple' && kind !== 'single';
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
  return { value: reader.value(scalarTypes(written.types.types), single, ROOT, '') };
}
