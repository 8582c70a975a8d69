import { parseJson } from '../../json/parse-json';
import { isJson } from '../../media-type';
import type { ContentSerialization } from './serialization';
import { ValueReader, type Choice } from './value-reader';
import {
  itemTypes,
  type SchemaType,
  type ValueTypes,
  type ValueTypesOrName,
  type ValueTypesTable,
} from './value-types';

/** What is known of a part of a multipart body beside its text. */
export interface Part {
  /** The media type that it names itself. */
  readonly essence?: string;
  /** Its bytes, of one character each, in place of a text. */
  readonly bytes?: string;
}

/** Reads content of media types: JSON, bytes, or else text. The key of each is its place among the parts. */
export class ContentReader extends ValueReader {
  constructor(
    table: ValueTypesTable,
    decode: (text: string) => string,
    choice: Choice,
    private readonly serialization: ContentSerialization,
    private readonly own: ValueTypes,
    private readonly parts: readonly Part[] = [],
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

  /** One content of JSON may also hold the whole list. */
  override items(types: ValueTypesOrName, texts: readonly string[]): unknown[] {
    const list = super.items(types, texts);
    const isList = this.typesOf(itemTypes(this.own, 0)).types.includes('array');
    const [only] = list;
    return list.length === 1 && Array.isArray(only) && !isList ? only : list;
  }

  /**
   * Where the document says nothing, an object is JSON and everything else text, unless a part calls
   * itself JSON and may be more than a string.
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
