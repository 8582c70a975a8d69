import {
  type ParsedJson,
  type ValidationError,
  pointerKeys,
  type Validate,
} from '../../../contract';
import { errorOfJson } from '../../../conformance/judge/judge-response';
import type { Change, ChangedSchemas } from '../change';
import { keywordPlace } from '../schemas/witness';
import type { Version } from '../versions';
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
import type { Readings } from './readings';

/** A keyword of the revision that rejects a value of the base. */
export interface Refusal extends Refusing {
  readonly error: ValidationError;
}

/** Maximum refusals of one value. */
const MOST_REFUSALS = 30;

/** Schemas of both versions, complete or without some rejecting keywords. */
export interface ComparedSchemas {
  readonly base: RelaxedSchemas;
  readonly revision: RelaxedSchemas;
  readonly version: Version;
}

/** The keywords by which known changes reject values of schemas. */
export function knownRefusals(
  changes: readonly Change[],
  { base, revision }: ChangedSchemas,
): Refusing[] {
  return changes.flatMap(({ rule, schemas, pointer, witness }) =>
    rule === 'narrowed' && schemas?.base === base && schemas?.revision === revision
      ? [{ pointer: witness?.pointer ?? pointer, keyword: witness?.error.keyword ?? '' }]
      : [],
  );
}

/**
 * All keywords that reject a value. Each one found is removed, and the value is validated again.
 * @param readings possible values; only those that the base accepts count
 * @param known keywords that may reject it within another keyword, such as in an alternative
 */
export function schemaRefusals(
  { base, revision, version }: ComparedSchemas,
  readings: Readings,
  schemas: ChangedSchemas,
  known: readonly Refusing[],
): Refusal[] {
  const { direction, revision: pointer } = schemas;
  const before =
    schemas.base === undefined ? undefined : base.validator(schemas.base, direction, []);
  const isTaken = (json: ParsedJson): boolean =>
    before === undefined || errorOfJson(before, json) === undefined;
  const taken = readings.filter(isTaken);
  const refusalWithout = (left: readonly Refusing[]): Refusal | undefined => {
    const validate = revision.validator(pointer, direction, left);
    const errors = validate === undefined ? [] : taken.map((json) => errorOfJson(validate, json));
    const [error] = errors;
    if (error === undefined || errors.includes(undefined)) return undefined;
    const place = keywordPlace({ version, pointer }, error);
    return { pointer: place, keyword: error.keyword, error };
  };
  const refusals: Refusal[] = [];
  while (refusals.length < MOST_REFUSALS) {
    const found = refusalWithout(refusals);
    if (found === undefined || refusals.some((each) => each.pointer === found.pointer)) break;
    const isPast = (left: readonly Refusing[]): boolean =>
      refusalWithout([...refusals, ...left])?.pointer !== found.pointer;
    const isKnown = known.some((each) => each.pointer === found.pointer);
    const others = known.filter((one) => !refusals.some(({ pointer }) => pointer === one.pointer));
    const causes = isKnown && isPast([found]) ? [found] : causesOf(others, isPast);
    const { error } = found;
    if (causes.length === 0) refusals.push(found);
    for (const cause of causes) refusals.push({ ...cause, error });
  }
  return refusals;
}

/**
 * The known keywords that reject a value, if the error names a keyword around them: each that suffices alone, or
 * else each without which the value is accepted.
 * @param isPast true if the error disappears without these keywords
 */
function causesOf(
  known: readonly Refusing[],
  isPast: (left: readonly Refusing[]) => boolean,
): readonly Refusing[] {
  if (known.length === 0 || !isPast(known)) return [];
  const alone = known.filter((one) => !isPast(known.filter((each) => each !== one)));
  if (alone.length > 0) return alone;
  const needed = known.filter((one) => isPast([one]));
  return needed.length > 0 ? needed : known;
}

/** Maximum cached sets of removed keywords, each with its compiled schemas. */
const MOST_SETS = 200;

/** A keyword of a schema that rejects a value. */
export interface Refusing {
  /** JSON Pointer of the keyword, or of the schema if it is compiled under another name. */
  readonly pointer: string;
  readonly keyword: string;
}

/** The schemas of a document without some rejecting keywords, because validators stop at the first error. */
export class RelaxedSchemas {
  private readonly whole = new Map<string, Validate>();
  private readonly compilers = new Map<string, SchemaCompiler>();

  constructor(private readonly loaded: LoadedContract) {}

  /**
   * The validator of a schema.
   * @param left removed keywords
   * @returns undefined if the schema cannot be compiled without them
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
    // The deepest keyword comes first.
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
