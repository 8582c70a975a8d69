import { ROOT } from '../../json/exact-numbers';
import type { JsonFault, ParsedJson } from '../../json/parse-json';
import { ContentReader, type Part } from './content-reader';
import { allTexts, isMixed, leaf, type TextTree } from './deep-object';
import { groupBy } from './group-by';
import { isMerged, isSpread, typesOf, type Serialization } from './serialization';
import { splitList, splitObject, splitSingle, type NamedStyle } from './split-value';
import { CHOICES, ValueReader, type Choice } from './value-reader';
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
  /** Those of its properties, where they stand under other names. */
  readonly tree?: TextTree;
  /** For the content of a multipart form: what is known of each value. */
  readonly parts?: readonly Part[];
  /** Takes the encoding away; it does not throw for the texts above. */
  readonly decode: (text: string) => string;
}

/** Why what was sent is refused, as the end of a sentence. */
export interface Unfit extends JsonFault {
  /** It is not well-formed, whatever the schema may say. */
  readonly isMalformed?: true;
  /** The likeliest reading, if there is one, which the schema refuses. */
  readonly json?: ParsedJson;
}

const NO_TREE = leaf([]);

/** True when something was sent. */
export function isSent({ values, tree }: SentValues): boolean {
  return values.length > 0 || (tree !== undefined && tree.children.size > 0);
}

/** All texts of what was sent. */
export function sentTexts({ values, tree }: SentValues): readonly string[] {
  return tree === undefined ? values : [...values, ...allTexts(tree)];
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
  return { values: [], decode: String };
}

/**
 * The first reading that is valid.
 *
 * @param name the parameter's name, which `matrix` repeats
 * @param faultOf what the schema says against a value, as the end of a sentence
 * @returns what is wrong with the likeliest reading when none is valid
 */
export function readSent(
  table: ValueTypesTable,
  serialization: Serialization,
  name: string,
  sent: SentValues,
  faultOf: (json: ParsedJson) => string | undefined,
): ParsedJson | Unfit {
  let unfit: Unfit | undefined;
  const written = { name, serialization, types: typesOf(table, serialization) };
  for (const kind of kindsOf(written, sent)) {
    for (const choice of CHOICES) {
      const reader = readerOf(table, written, sent, choice);
      const read = readKind(reader, written, kind, sent);
      if (reader.malformed !== undefined) {
        unfit ??= { ...reader.malformed, isMalformed: true };
      } else if ('fault' in read) {
        unfit ??= read;
      } else {
        const json = { value: read.value, exact: reader.exact };
        const fault = faultOf(json);
        if (fault === undefined) return json;
        unfit ??= { fault, json };
      }
    }
  }
  return unfit ?? { fault: 'cannot be read' };
}

interface Written {
  readonly name: string;
  readonly serialization: Serialization;
  readonly types: ValueTypes;
}

function readerOf(
  table: ValueTypesTable,
  { serialization, types }: Written,
  { decode, parts }: SentValues,
  choice: Choice,
): ValueReader {
  return 'style' in serialization
    ? new ValueReader(table, decode, choice)
    : new ContentReader(table, decode, choice, serialization, types, parts);
}

type Value = { readonly value: unknown } | JsonFault;
type Kind = 'single' | 'array' | 'object' | 'tree';

/** The kinds of value that the schema admits, in the order in which they are tried. */
function kindsOf(written: Written, { values, tree = NO_TREE }: SentValues): readonly Kind[] {
  const { serialization, types } = written;
  const hasTree = tree.children.size > 0;
  if (hasTree && 'style' in serialization && serialization.style === 'deepObject') return ['tree'];
  if (values.length === 0) return ['object'];
  const structured = structuredKinds(serialization, types, values.length, hasTree);
  if (structured.length === 0) return SINGLE;
  const isEmpty = values.every((text) => text === '');
  const isSingle = singleTypes(written).some((type) => type !== 'null' || isEmpty);
  if (!isSingle) return structured;
  return isSeveral(written, values) ? [...structured, 'single'] : ['single', ...structured];
}

const SINGLE: readonly Kind[] = ['single'];

function structuredKinds(
  serialization: Serialization,
  { types }: ValueTypes,
  count: number,
  hasTree: boolean,
): readonly Kind[] {
  const isList = types.includes('array');
  if (!('style' in serialization)) {
    // What the document says nothing of is a list where it is sent several times.
    const isItems = isList || (types.length === 0 && count > 1);
    return serialization.itemwise === true && isItems ? ['array'] : [];
  }
  const isObject = types.includes('object') && (hasTree || !isSpread(serialization));
  if (!isObject) return isList ? ['array'] : [];
  return isList ? ['array', 'object'] : ['object'];
}

/** The types of a value that is written as one piece: in forms, content may be an object. */
function singleTypes({ serialization, types: { types } }: Written): readonly JsonType[] {
  const mayBeObject = 'itemwise' in serialization;
  return mayBeObject ? types.filter((type) => type !== 'array') : scalarTypes(types);
}

function isSeveral({ name, serialization }: Written, values: readonly string[]): boolean {
  const [only = '', ...others] = values;
  const isOne = 'style' in serialization && !isSpread(serialization);
  if (others.length > 0 || !isOne) return others.length > 0;
  const items = splitList({ name, serialization }, 'first', only);
  return !('fault' in items) && items.length > 1;
}

const MORE_THAN_ONCE: JsonFault = { fault: 'is given more than once' };
const MIXED: JsonFault = { fault: 'is given both with and without keys in brackets' };

function readKind(
  reader: ValueReader,
  written: Written,
  kind: Kind,
  { values, tree = NO_TREE }: SentValues,
): Value {
  const { name, serialization, types } = written;
  if (kind === 'tree') {
    return isMixed(tree) ? MIXED : { value: reader.tree(types, tree, ROOT, '') };
  }
  const isOne = 'style' in serialization && !isSpread(serialization);
  if (kind === 'object' && !isOne) return { value: reader.object(types, tree) };
  if (kind === 'array' && !isOne) return { value: reader.items(types, values) };
  if (kind !== 'single' && isOne) {
    return readOneText(reader, { name, serialization }, types, kind, values);
  }
  const [only = '', ...others] = values;
  if (others.length > 0) return MORE_THAN_ONCE;
  const text = 'style' in serialization ? splitSingle({ name, serialization }, only) : only;
  if (typeof text !== 'string') return text;
  return { value: reader.value(singleTypes(written), text, ROOT, '') };
}

/** A list or an object that is written as one text. */
function readOneText(
  reader: ValueReader,
  style: NamedStyle,
  types: ValueTypes,
  kind: Kind,
  values: readonly string[],
): Value {
  // A list may be divided over several lines of a header (RFC 9110, section 5.3).
  if (values.length > 1 && style.serialization.style !== 'simple') return MORE_THAN_ONCE;
  const text = values.join(',');
  if (kind === 'array') {
    const items = splitList(style, reader.choice, text);
    return 'fault' in items ? items : { value: reader.list(types, items) };
  }
  const pairs = splitObject(style, reader.choice, text);
  if ('fault' in pairs) return pairs;
  const members = groupBy(pairs, ([own]) => reader.decode(own));
  const children = [...members].map(
    ([own, all]) => [own, leaf(all.map(([, each]) => each))] as const,
  );
  return { value: reader.object(types, { texts: [], children: new Map(children) }) };
}
