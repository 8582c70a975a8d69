import type { ValidationError } from '../../schema/validation';
import { describeError } from '../../schema/validation-message';
import { ROOT, type JsonFault, type ParsedJson } from '../../json/parse-json';
import {
  ContentReader,
  type MultipartPart,
  CHOICES,
  ValueReader,
  type Choice,
} from './value-reader';
import { allTexts, flatTree, isMixed, leaf, type TextTree, NameValues } from './name-values';
import {
  isMerged,
  isSpread,
  typesOf,
  type Serialization,
  scalarTypes,
  type SchemaType,
  type ValueTypes,
  type ValueTypesTable,
} from './serialization';
import { splitList, splitObject, splitSingle, type NamedStyle } from './split-value';

/**
 * Reads the texts of a parameter, a form field or a part header as a JSON value.
 *
 * Text is ambiguous: `7` may be an integer or a string, and `?q=a` one value or a list of one. The types that the
 * schema allows are tried in a fixed order, and the first valid reading counts. For several texts: a list, an object, a
 * single value; for one: a single value, a list, an object. For each text: a boolean or a number, JSON, a string, null.
 *
 * A value written as one text must be sent once, `?q=1,2` too; only the lines of a header are joined.
 */

/** The sent texts, still encoded. */
export interface SentValues {
  /** The texts of its name, in order. */
  readonly values: readonly string[];
  /** The texts of its properties, where those have other names. */
  readonly tree?: TextTree;
  /** For multipart content: the known facts about each value. */
  readonly parts?: readonly MultipartPart[];
  /** Decodes a text; it does not throw for the texts above. */
  readonly decode: (text: string) => string;
}

/** The reason to refuse the texts, as the end of a sentence. */
interface Unfit extends JsonFault {
  /** Set where the text is malformed, regardless of the schema. */
  readonly isMalformed?: true;
  /** The likeliest reading, if any, and the schema's error for it. */
  readonly json?: ParsedJson;
  readonly error?: ValidationError;
}

const NO_TREE = leaf([]);

/** True when any text was sent. */
export function isSent({ values, tree }: SentValues): boolean {
  return values.length > 0 || (tree !== undefined && tree.children.size > 0);
}

export function sentTexts({ values, tree }: SentValues): readonly string[] {
  return tree === undefined ? values : [...values, ...allTexts(tree)];
}

/**
 * An object without properties, which is empty text when exploded; undefined for other values, which are never empty
 * text.
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
 * The first valid reading.
 *
 * @param name the parameter's name, which `matrix` repeats
 * @param errorOf validates a value
 * @returns the fault of the likeliest reading when none is valid
 */
export function readSent(
  table: ValueTypesTable,
  serialization: Serialization,
  name: string,
  sent: SentValues,
  errorOf: (json: ParsedJson) => ValidationError | undefined,
): ParsedJson | Unfit {
  return new SentReader(table, serialization, name).read(sent, errorOf);
}

type Kind = 'single' | 'array' | 'object' | 'tree';

const SINGLE: readonly Kind[] = ['single'];
const MORE_THAN_ONCE: Unfit = { fault: 'is given more than once' };

/** A reader for one value; see readSent. */
export class SentReader {
  private readonly types: ValueTypes;
  /** The types of a value written as one text: in forms, content may be an object. */
  private readonly singleTypes: readonly SchemaType[];
  /** The style, if it writes lists and objects as one text. */
  private readonly oneText: NamedStyle | undefined;
  /** True where style and types allow only one text. */
  private readonly isSingle: boolean;

  constructor(
    private readonly table: ValueTypesTable,
    private readonly serialization: Serialization,
    private readonly name: string,
  ) {
    this.types = typesOf(table, serialization);
    const { types } = this.types;
    const isStyle = 'style' in serialization;
    const mayBeObject = 'itemwise' in serialization;
    this.singleTypes = mayBeObject ? types.filter((type) => type !== 'array') : scalarTypes(types);
    this.oneText = isStyle && !isSpread(serialization) ? { name, serialization } : undefined;
    this.isSingle = isStyle && !types.includes('array') && !types.includes('object');
  }

  read(
    sent: SentValues,
    errorOf: (json: ParsedJson) => ValidationError | undefined,
  ): ParsedJson | Unfit {
    let unfit: Unfit | undefined;
    for (const kind of this.kindsOf(sent)) {
      for (const choice of CHOICES) {
        const read = this.readAs(kind, choice, sent);
        if ('fault' in read) unfit ??= read;
        else {
          const error = errorOf(read);
          if (error === undefined) return read;
          unfit ??= { fault: describeError(error), json: read, error };
        }
      }
    }
    return unfit ?? { fault: 'cannot be read' };
  }

  /** The kinds of value that the schema allows, in the order in which they are tried. */
  private kindsOf(sent: SentValues): readonly Kind[] {
    const { serialization } = this;
    const { values, tree = NO_TREE } = sent;
    const isDeep = 'style' in serialization && serialization.style === 'deepObject';
    if (isDeep && tree.children.size > 0) return ['tree'];
    if (values.length === 0) return ['object'];
    if (this.isSingle) return SINGLE;
    const structured = this.structuredKinds(values, tree);
    if (structured.length === 0) return SINGLE;
    const isEmpty = values.every((text) => text === '');
    const isSingle = this.singleTypes.some((type) => type !== 'null' || isEmpty);
    if (!isSingle) return structured;
    return this.areSeveral(values) ? [...structured, 'single'] : ['single', ...structured];
  }

  private structuredKinds(values: readonly string[], tree: TextTree): readonly Kind[] {
    const { serialization } = this;
    const { types } = this.types;
    const isList = types.includes('array');
    if (!('style' in serialization)) {
      // An undocumented name is a list where it is sent several times.
      const isItems = isList || (types.length === 0 && values.length > 1);
      return serialization.itemwise === true && isItems ? ['array'] : [];
    }
    const isWritten = tree.children.size > 0 || this.oneText !== undefined;
    const objects: Kind[] = types.includes('object') && isWritten ? ['object'] : [];
    return isList ? ['array', ...objects] : objects;
  }

  private areSeveral([only = '', ...others]: readonly string[]): boolean {
    if (this.oneText === undefined || others.length > 0) return others.length > 0;
    const items = splitList(this.oneText, 'first', only);
    return !('fault' in items) && items.length > 1;
  }

  private readAs(kind: Kind, choice: Choice, sent: SentValues): ParsedJson | Unfit {
    const { table, serialization, types } = this;
    const reader =
      'style' in serialization
        ? new ValueReader(table, sent.decode, choice)
        : new ContentReader(table, sent.decode, choice, serialization, types, sent.parts);
    const read = this.readKind(reader, kind, sent);
    if (reader.malformed !== undefined) return { ...reader.malformed, isMalformed: true };
    return 'fault' in read ? read : { value: read.value, exact: reader.exact };
  }

  private readKind(
    reader: ValueReader,
    kind: Kind,
    { values, tree = NO_TREE }: SentValues,
  ): { readonly value: unknown } | Unfit {
    const { serialization, name, types, oneText } = this;
    if (kind === 'tree') {
      if (isMixed(tree)) return { fault: 'is given both with and without keys in brackets' };
      return { value: reader.tree(types, tree, ROOT, '') };
    }
    if (kind === 'single') {
      const [only = ''] = values;
      if (values.length > 1) return MORE_THAN_ONCE;
      const text = 'style' in serialization ? splitSingle({ name, serialization }, only) : only;
      if (typeof text !== 'string') return text;
      return { value: reader.value(this.singleTypes, text, ROOT, '') };
    }
    if (oneText !== undefined) return readOneText(reader, oneText, types, kind, values);
    return { value: kind === 'array' ? reader.items(types, values) : reader.object(types, tree) };
  }
}

/** Reads a list or an object written as one text. */
function readOneText(
  reader: ValueReader,
  style: NamedStyle,
  types: ValueTypes,
  kind: 'array' | 'object',
  values: readonly string[],
): { readonly value: unknown } | Unfit {
  // A list may be split over several lines of a header (RFC 9110, section 5.3).
  if (values.length > 1 && style.serialization.style !== 'simple') return MORE_THAN_ONCE;
  const text = values.join(',');
  if (kind === 'array') {
    const items = splitList(style, reader.choice, text);
    return 'fault' in items ? items : { value: reader.list(types, items) };
  }
  const pairs = splitObject(style, reader.choice, text);
  if ('fault' in pairs) return pairs;
  const decoded = pairs.map(([own, each]) => [reader.decode(own), each] as const);
  return { value: reader.object(types, flatTree(new NameValues(decoded))) };
}
