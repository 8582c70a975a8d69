import {
  ExactNumbers,
  exactNumber,
  parseJson,
  type JsonFault,
  type ParsedJson,
} from '../../json/parse-json';
import { setOwn } from '../../json/json-values';
import { isJson } from '../../media-type';
import { leaf, type TextTree } from './name-values';
import {
  ANY,
  itemTypes,
  propertyTypes,
  valueTypes,
  type SchemaType,
  type ValueTypes,
  type ValueTypesOrName,
  type ValueTypesTable,
  type ContentSerialization,
} from './serialization';

/**
 * Selects a reading of an ambiguous text, such as `7` for an integer or a string: the first is the likeliest, the last
 * is tried when the schema refuses it.
 */
export type Choice = 'first' | 'last';

export const CHOICES: readonly Choice[] = ['first', 'last'];

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Reads encoded texts as JSON values, by the types of their schema. Numbers stay exact. */
export class ValueReader {
  /** Exact numbers of the values read so far, where doubles differ. */
  readonly exact = new ExactNumbers();
  /** The first syntax fault, regardless of the schema. */
  malformed: JsonFault | undefined;

  /** @param decode decodes a text; it must not throw */
  constructor(
    private readonly table: ValueTypesTable,
    readonly decode: (text: string) => string,
    readonly choice: Choice,
  ) {}

  /**
   * The value of one text; the text itself when it has none of the allowed types, for the validator to refuse.
   *
   * @param holder the object or array that will hold the value at `key`
   */
  value(types: readonly SchemaType[], text: string, holder: object, key: string): unknown {
    const decoded = this.decode(text);
    const nested = isNested(types, decoded) ? parseJson(Buffer.from(decoded)) : NO_JSON;
    const value =
      this.choice === 'first'
        ? likeliest(types, decoded, nested)
        : unlikeliest(types, decoded, nested);
    if ('exact' in nested) this.exact.adopt(nested.exact, holder, key);
    const exact = typeof value === 'number' ? exactNumber(decoded) : undefined;
    if (exact !== undefined) this.exact.set(holder, key, exact);
    return value;
  }

  list(types: ValueTypesOrName, texts: readonly string[]): unknown[] {
    const own = this.typesOf(types);
    const list: unknown[] = [];
    texts.forEach((text, index) => {
      const item = this.typesOf(itemTypes(own, index));
      list.push(this.value(item.types, text, list, String(index)));
    });
    return list;
  }

  /** The value of a tree: of its texts without children, else a list or an object of its children. */
  tree(types: ValueTypesOrName, tree: TextTree, holder: object, key: string): unknown {
    if (tree.children.size === 0) return this.property(types, tree.texts, holder, key);
    const isList =
      this.typesOf(types).types.includes('array') && [...tree.children.keys()].every(isIndex);
    return isList ? this.indexed(types, tree) : this.object(types, tree);
  }

  object(types: ValueTypesOrName, { children }: TextTree): object {
    const object = {};
    const own = this.typesOf(types);
    for (const [name, child] of children) {
      setOwn(object, name, this.tree(propertyTypes(own, name) ?? ANY, child, object, name));
    }
    return object;
  }

  /** The children of a tree in the order of their indexes; every text under `[]` is an item. */
  private indexed(types: ValueTypesOrName, { children }: TextTree): unknown[] {
    const own = this.typesOf(types);
    const list: unknown[] = [];
    const items = [...children]
      .sort(([a], [b]) => Number(a) - Number(b))
      .flatMap(([key, item]) =>
        key === '' && item.children.size === 0 ? item.texts.map((text) => leaf([text])) : [item],
      );
    items.forEach((item, index) => {
      list.push(this.tree(itemTypes(own, index), item, list, String(index)));
    });
    return list;
  }

  /**
   * The value of the texts under one name. Several are a list, even where the types allow none, for the validator to
   * refuse. One is a single value if the types allow it, else a list.
   */
  property(
    types: ValueTypesOrName,
    texts: readonly string[],
    holder: object,
    key: string,
  ): unknown {
    const admitted = this.typesOf(types).types;
    const [only = '', ...others] = texts;
    const isList = admitted.includes('array') && (this.choice === 'last' || !isSingle(admitted));
    return others.length > 0 || isList
      ? this.items(types, texts)
      : this.value(admitted, only, holder, key);
  }

  /** A list of the texts under one name; a single empty text is an item, or with the `last` choice none. */
  items(types: ValueTypesOrName, texts: readonly string[]): unknown[] {
    const isEmpty = this.choice === 'last' && texts.length === 1 && texts[0] === '';
    return this.list(types, isEmpty ? [] : texts);
  }

  typesOf(types: ValueTypesOrName): ValueTypes {
    return valueTypes(this.table, types);
  }
}

function isIndex(key: string): boolean {
  return /^\d*$/.test(key);
}

/** The value of a text, by its allowed types. An empty text is text rather than null. */
function likeliest(
  types: readonly SchemaType[],
  text: string,
  nested: ParsedJson | JsonFault,
): unknown {
  if (isBoolean(types, text)) return text === 'true';
  if (isNumber(types, text)) return Number(text);
  if ('value' in nested) return nested.value;
  return text === '' && types.includes('null') && !types.includes('string') ? null : text;
}

/** The same in the opposite order. */
function unlikeliest(
  types: readonly SchemaType[],
  text: string,
  nested: ParsedJson | JsonFault,
): unknown {
  if (text === '' && types.includes('null')) return null;
  if (types.includes('string')) return text;
  if ('value' in nested) return nested.value;
  if (isNumber(types, text)) return Number(text);
  return isBoolean(types, text) ? text === 'true' : text;
}

function isBoolean(types: readonly SchemaType[], text: string): boolean {
  return types.includes('boolean') && (text === 'true' || text === 'false');
}

function isNumber(types: readonly SchemaType[], text: string): boolean {
  return isNumeric(types) && NUMBER.test(text) && Number.isFinite(Number(text));
}

const NO_JSON: JsonFault = { fault: '' };

/**
 * No style supports nested arrays and objects, so they are JSON there, as in form bodies.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-content-type
 */
function isNested(types: readonly SchemaType[], text: string): boolean {
  return (
    (types.includes('object') && text.startsWith('{')) ||
    (types.includes('array') && text.startsWith('['))
  );
}

/** True when types allow a value that is neither a list nor null. */
function isSingle(types: readonly SchemaType[]): boolean {
  return types.length === 0 || types.some((type) => type !== 'array' && type !== 'null');
}

function isNumeric(types: readonly SchemaType[]): boolean {
  return types.includes('integer') || types.includes('number');
}

/** The known facts about a part of a multipart body, in addition to its text. */
export interface MultipartPart {
  /** The media type that the part declares. */
  readonly essence?: string;
  /** Its bytes, one character each, which replace the text. */
  readonly bytes?: string;
}

/** Reads content of media types: JSON, bytes, or else text. Keys are the indexes of the parts. */
export class ContentReader extends ValueReader {
  constructor(
    table: ValueTypesTable,
    decode: (text: string) => string,
    choice: Choice,
    private readonly serialization: ContentSerialization,
    private readonly own: ValueTypes,
    private readonly parts: readonly MultipartPart[] = [],
  ) {
    super(table, decode, choice);
  }

  override value(types: readonly SchemaType[], text: string, holder: object, key: string): unknown {
    const { essence, bytes } = this.parts[Number(key)] ?? {};
    if (bytes !== undefined) return bytes;
    if (!this.isWrittenAsJson(types, text, essence)) return super.value(types, text, holder, key);
    const json = parseJson(Buffer.from(this.decode(text)));
    if ('fault' in json) {
      this.malformed ??= json;
      return text;
    }
    this.exact.adopt(json.exact, holder, key);
    return json.value;
  }

  /** A single JSON text may also hold the whole list. */
  override items(types: ValueTypesOrName, texts: readonly string[]): unknown[] {
    const list = super.items(types, texts);
    const isList = this.typesOf(itemTypes(this.own, 0)).types.includes('array');
    const [only] = list;
    return list.length === 1 && Array.isArray(only) && !isList ? only : list;
  }

  /**
   * By default an object is JSON and everything else text, unless a part declares JSON and may be more than a string.
   *
   * @see https://spec.openapis.org/oas/v3.1.1#encoding-content-type
   */
  private isWrittenAsJson(
    types: readonly SchemaType[],
    text: string,
    essence: string | undefined,
  ): boolean {
    const { json, itemwise } = this.serialization;
    const saysJson = essence !== undefined && isJson(essence);
    if (json === true && (saysJson || essence === undefined)) return true;
    if (itemwise !== true || (text === '' && types.includes('null'))) return false;
    if (!saysJson) return !types.includes('string') && types.some(isStructured);
    const admitted = this.parts.length === 1 ? [...types, ...this.own.types] : types;
    return !admitted.includes('string') || admitted.some((type) => !isText(type));
  }
}

function isStructured(type: SchemaType): boolean {
  return type === 'object' || type === 'array';
}

function isText(type: SchemaType): boolean {
  return type === 'string' || type === 'null';
}
