import { pointerKeys, type Validate } from '../../../contract';
import {
  CompilableSchemas,
  type Direction,
  DocumentError,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  pointerPrefixes,
  SchemaCompiler,
  valueAt,
  without,
  withValueAt,
} from '../../../generate/index';

/** Sets of keywords that are taken away and remembered, each with compiled schemas of its own. */
const MOST_SETS = 200;

/** Something of a schema that refuses a value. */
export interface Refusing {
  /** JSON Pointer of the keyword, or of the schema where it is compiled under another name. */
  readonly pointer: string;
  readonly keyword: string;
}

/** The schemas of a document without some of what refuses values: validators stop at the first. */
export class RelaxedSchemas {
  private readonly whole = new Map<string, Validate>();
  private readonly compilers = new Map<string, SchemaCompiler>();

  constructor(private readonly loaded: LoadedContract) {}

  /**
   * The validator of a schema.
   *
   * @param left what it is without
   * @returns undefined where the schema cannot be compiled without that
   */
  validator(
    pointer: string,
    direction: Direction,
    left: readonly Refusing[],
  ): Validate | undefined {
    const key = `${direction} ${pointer}`;
    const known = left.length === 0 ? this.whole.get(key) : undefined;
    if (known !== undefined) return known;
    try {
      if (left.length > 0) return this.compilerWithout(left).validatorAt(pointer, direction);
      const validate = this.loaded.validatorAt(pointer, direction);
      this.whole.set(key, validate);
      return validate;
    } catch (error) {
      if (error instanceof DocumentError) return undefined;
      throw error;
    }
  }

  private compilerWithout(left: readonly Refusing[]): SchemaCompiler {
    const sorted = [...left].sort((one, other) => (one.pointer < other.pointer ? 1 : -1));
    const key = sorted.map(({ pointer }) => pointer).join('\n');
    const known = this.compilers.get(key);
    if (known !== undefined) return known;
    const [oldest = ''] = this.compilers.keys();
    if (this.compilers.size >= MOST_SETS) this.compilers.delete(oldest);
    const { resolver, contract } = this.loaded;
    // What is deeper comes first.
    const relaxed = sorted.reduce(withoutRefusing, resolver.document);
    const compiler = new SchemaCompiler(new CompilableSchemas(relaxed, contract.extensions));
    this.compilers.set(key, compiler);
    return compiler;
  }
}

function withoutRefusing(document: JsonObject, { pointer, keyword }: Refusing): JsonObject {
  const holder = pointerPrefixes(pointer).at(-2) ?? '';
  const schema = valueAt(document, holder);
  const isKeyword = pointerKeys(pointer).at(-1) === keyword && isJsonObject(schema);
  const changed = isKeyword
    ? withValueAt(document, holder, without(schema, keyword))
    : withValueAt(document, pointer, true);
  return isJsonObject(changed) ? changed : document;
}
