import { ROOT } from '../../json/exact-numbers';
import { parseJson } from '../../json/parse-json';
import { isJson } from '../../media-type';
import { MORE_THAN_ONCE, type Reading, type Unreadable } from './reading';
import { typesOf, type ContentSerialization } from './serialization';
import { CHOICES, ValueReader } from './value-reader';
import {
  itemTypes,
  scalarTypes,
  type JsonType,
  type ValueTypes,
  type ValueTypesTable,
} from './value-types';

/** Content as it was sent, decoded. */
export interface Content {
  readonly text: string;
  /** The media type that it names itself. */
  readonly essence?: string;
  /** Each character is a byte, and the text stands for nothing else. */
  readonly isBytes?: true;
}

type Value = { readonly value: unknown } | Unreadable;

/**
 * The readings of what was sent as content of a media type, the likeliest first.
 *
 * @param contents at least one
 * @see https://spec.openapis.org/oas/v3.1.1#common-fixed-fields-0
 */
export function* contentReadings(
  table: ValueTypesTable,
  serialization: ContentSerialization,
  contents: readonly Content[],
): Generator<Reading> {
  const types = typesOf(table, serialization);
  for (const kind of kindsOf(serialization, types, contents)) {
    for (const choice of CHOICES) {
      const reader = new ValueReader(table, String, choice);
      const read =
        kind === 'array'
          ? readList(reader, serialization, types, contents)
          : readSingle(reader, serialization, types, contents);
      yield 'fault' in read ? read : { value: read.value, exact: reader.exact };
    }
  }
}

type Kind = 'single' | 'array';

/** The kinds of value in the order in which they are tried, as those of an exploded list are. */
function kindsOf(
  { itemwise }: ContentSerialization,
  { types }: ValueTypes,
  contents: readonly Content[],
): readonly Kind[] {
  const isSeveral = contents.length > 1;
  if (itemwise !== true) return ['single'];
  if (types.length === 0) return isSeveral ? ['array'] : ['single'];
  if (!types.includes('array')) return ['single'];
  const isEmpty = contents.every(({ text }) => text === '');
  const mayBeSingle = types.some((type) => type !== 'array' && (type !== 'null' || isEmpty));
  if (!mayBeSingle) return ['array'];
  return isSeveral ? ['array', 'single'] : ['single', 'array'];
}

function readSingle(
  reader: ValueReader,
  serialization: ContentSerialization,
  { types }: ValueTypes,
  [only = { text: '' }, ...others]: readonly Content[],
): Value {
  if (others.length > 0) return MORE_THAN_ONCE;
  const single =
    serialization.itemwise === true ? types.filter((type) => type !== 'array') : scalarTypes(types);
  return readContent(reader, serialization, single, only, ROOT, '');
}

/** A list of one item for each content; one content of JSON may also hold the whole list. */
function readList(
  reader: ValueReader,
  serialization: ContentSerialization,
  types: ValueTypes,
  contents: readonly Content[],
): Value {
  const list: unknown[] = [];
  const isOne = contents.length === 1;
  if (isOne && reader.choice === 'last' && contents[0]?.text === '') return { value: list };
  for (const content of contents) {
    const item = reader.typesOf(itemTypes(types, list.length)).types;
    const mayBeWhole = isOne && !item.includes('array');
    const admitted: readonly JsonType[] =
      mayBeWhole && isJson(content.essence ?? '') ? [...item, 'array'] : item;
    const key = String(list.length);
    const read = readContent(reader, serialization, admitted, content, list, key);
    if ('fault' in read || (mayBeWhole && Array.isArray(read.value))) return read;
    list.push(read.value);
  }
  return { value: list };
}

function readContent(
  reader: ValueReader,
  serialization: ContentSerialization,
  types: readonly JsonType[],
  content: Content,
  holder: object,
  key: string,
): Value {
  const { text, isBytes } = content;
  if (isBytes === true) return { value: text };
  if (!isWrittenAsJson(serialization, types, content)) {
    return { value: reader.value(types, text, holder, key) };
  }
  const json = parseJson(Buffer.from(text));
  if ('fault' in json) return { ...json, isMalformed: true };
  reader.exact.adopt(json.exact, holder, key);
  return { value: json.value };
}

/**
 * Where the document says nothing, an object is JSON and everything else text, unless a part calls itself
 * JSON and may be more than a string.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-content-type
 */
function isWrittenAsJson(
  { json, itemwise }: ContentSerialization,
  types: readonly JsonType[],
  { text, essence }: Content,
): boolean {
  const saysJson = essence !== undefined && isJson(essence);
  if (json === true && (saysJson || essence === undefined)) return true;
  if (itemwise !== true || (text === '' && types.includes('null'))) return false;
  const isString = types.includes('string');
  if (saysJson) return !isString || types.some((type) => type !== 'string' && type !== 'null');
  return !isString && (types.includes('object') || types.includes('array'));
}
