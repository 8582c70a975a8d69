import { isUnreadable, stringifyJson, type Extensions, type Validate } from 'openapi-trellis/tools';
import { formats } from 'openapi-trellis/contract/runtime';
import {
  asObject,
  childPointer,
  type Direction,
  INTEGER_FORMATS,
  isAnnotation,
  isJsonObject,
  type JsonObject,
  KEYWORDS,
  strings,
  typesOf,
  valueAt,
  visitSchemas,
  without,
} from '../../document';
import { boundaryCases, MAX_SIZE } from '../../samples';
import { errorOfValue, Evaluation, isTextFormat } from '../../schema';
import type { LoadedContract } from '../../validators';
import { reasonFor } from './reasons';

/** A constraint of the document at one place, for messages of one direction. */
export interface Construct {
  /** Its kind, such as `keyword minLength`. */
  readonly kind: string;
  readonly pointer: string;
  readonly direction: Direction;
  readonly verdict: Verdict;
}

/**
 * The result for a construct: `refused` if a message that breaks it was rejected, `idle` if it can reject nothing
 * although it should, `unbroken` if no value was found that breaks it, which may be right (`minLength: 0`).
 */
type Verdict = 'refused' | 'idle' | 'unbroken';

/** A schema that a validator of the contract is compiled from. */
interface Place {
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly direction: Direction;
}

/** Every keyword of the schemas with a validator in the contract, each tried with values that break it. */
export function keywordConstructs(loaded: LoadedContract): Construct[] {
  const trials = new Trials(loaded);
  const { extensions = {} } = loaded.contract;
  return validatedSchemas(loaded).flatMap((place) => {
    const refused = trials.refused(place);
    return Object.keys(place.schema).map((keyword) => ({
      kind: kindOf(place.schema, keyword),
      pointer: childPointer(place.pointer, keyword),
      direction: place.direction,
      verdict: refused.has(keyword)
        ? 'refused'
        : isIdle(place.schema, keyword, extensions)
          ? 'idle'
          : 'unbroken',
    }));
  });
}

function kindOf(schema: JsonObject, keyword: string): string {
  if (keyword !== 'format') return `keyword ${keyword}`;
  const kind = `format ${String(schema.format)}`;
  const types = typesOf(schema);
  const isOfNumbers = types.length > 0 && types.every((type) => NUMBERS.includes(type));
  const ofNumber = `${kind} of a number`;
  return isOfNumbers && reasonFor(ofNumber) !== undefined ? ofNumber : kind;
}

/** The schemas of the contract's validators and all that they refer to, once per direction. */
export function validatedSchemas({ resolver, validated }: LoadedContract): Place[] {
  const places = new Map<string, Place>();
  const add = (start: string, direction: Direction): void => {
    visitSchemas(valueAt(resolver.document, start), start, (schema, pointer) => {
      const key = `${direction} ${pointer}`;
      if (places.has(key)) return;
      places.set(key, { pointer, schema, direction });
      if (typeof schema.$ref === 'string') add(resolver.target(schema.$ref, pointer), direction);
    });
  };
  for (const { pointer, direction } of validated) add(pointer, direction);
  return [...places.values()];
}

/** A schema, its first place, and its keywords that rejected a value, by its validators. */
interface Tried {
  readonly pointer: string;
  readonly refused: Map<Validate, ReadonlySet<string>>;
}

/** Tries values on the contract's validators, and on their schemas without one keyword. */
class Trials {
  private readonly tried = new Map<string, Tried>();
  private readonly evaluations: Readonly<Record<Direction, Evaluation>>;
  private readonly effort = { left: MOST_EFFORT };

  constructor(private readonly loaded: LoadedContract) {
    const { resolver, contract } = loaded;
    this.evaluations = {
      request: new Evaluation(resolver, 'request', contract.extensions),
      response: new Evaluation(resolver, 'response', contract.extensions),
    };
  }

  /**
   * The keywords of a schema that rejected values. Equal schemas are tried once, as are both directions if they share
   * a validator.
   */
  refused({ pointer, schema, direction }: Place): ReadonlySet<string> {
    const { extensions = {} } = this.loaded.contract;
    const keywords = Object.keys(schema).filter((keyword) =>
      mayRefuse(schema, keyword, extensions),
    );
    const said = pick(schema, ...keywords);
    const text = stringifyJson([said, schema.discriminator]);
    const tried: Tried = this.tried.get(text) ?? { pointer, refused: new Map() };
    this.tried.set(text, tried);
    const validate = this.loaded.validatorAt(tried.pointer, direction);
    const refused =
      tried.refused.get(validate) ?? this.try(tried.pointer, said, direction, validate);
    tried.refused.set(validate, refused);
    return refused;
  }

  private try(
    pointer: string,
    schema: JsonObject,
    direction: Direction,
    validate: Validate,
  ): ReadonlySet<string> {
    const judge = (part: JsonObject) => (value: unknown) =>
      this.evaluations[direction].takes({ pointer, schema: part }, value);
    const open = new Map(
      Object.keys(schema).map((keyword) => {
        const takesRest = judge(without(schema, keyword));
        const takesType = judge(keyword === 'type' ? {} : pick(schema, 'type'));
        const takesTyped = judge(pick(schema, 'type', keyword));
        // Other keywords may reject the value as well, so the schema without this one must accept it. If they reject
        // all
        // such values (an enum all numbers), the keyword together with `type` decides.
        const isTelling = (value: unknown): boolean =>
          takesRest(value) || (takesType(value) && !takesTyped(value));
        return [keyword, isTelling] as const;
      }),
    );
    const refused = new Set<string>();
    const most = this.evaluations[direction].steps + MOST_STEPS;
    for (const value of open.size === 0 ? [] : this.values(pointer, schema, direction)) {
      if (errorOfValue(validate, value) === undefined) continue;
      for (const [keyword, isTelling] of open) {
        if (this.evaluations[direction].steps > most) return refused;
        if (!isTelling(value)) continue;
        refused.add(keyword);
        open.delete(keyword);
      }
      if (open.size === 0) break;
    }
    return refused;
  }

  /** The values that are cheapest to make and break most come first. */
  private *values(pointer: string, schema: JsonObject, direction: Direction): Generator {
    yield* VALUES;
    for (const bound of Object.entries(schema)) yield* beyond(bound);
    let count = 0;
    for (const { valid, value } of boundaryCases(this.loaded, pointer, direction, this.effort)) {
      if (!valid) yield value;
      if (++count > MOST_BOUNDARIES) return;
    }
  }
}

function pick(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)));
}

/** Values of each type, some of them odd; most keywords and formats reject at least one. */
const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 0.1, 2 ** 40, 2n ** 64n],
  ...['', 'text', '(%{ \u0007'],
  ...[[], [null], ['text', 'text']],
  ...[{}, { a: 1 }, { '(%{ \u0007': null }],
];

/** Maximum validations of one schema; further keywords are not tried. */
const MOST_STEPS = 20_000;

/** Maximum validations of parts of values; further boundary cases are not made. */
const MOST_EFFORT = 500_000;

/** Maximum boundary cases of a schema. */
const MOST_BOUNDARIES = 100;

/** Values just within and just beyond a keyword's bound. */
function beyond([keyword, bound]: [string, unknown]): unknown[] {
  if (keyword === 'properties' && isJsonObject(bound)) {
    return Object.keys(bound).flatMap((name) => [{ [name]: 0 }, { [name]: 'text' }]);
  }
  if (typeof bound === 'bigint') return [bound - 1n, bound, bound + 1n];
  if (typeof bound !== 'number') return [];
  const isSize = (size: number): boolean => size >= 0 && size <= MAX_SIZE;
  const sizes = [bound - 1, bound + 1].filter(isSize);
  if (keyword.endsWith('Length')) return sizes.map((size) => 'x'.repeat(size));
  const lists = sizes.map((size) => Array.from({ length: size }, (_, index) => `p${index}`));
  if (/(?:Items|Contains)$/.test(keyword)) return lists;
  if (keyword.endsWith('Properties')) {
    return lists.map((names) => Object.fromEntries(names.map((name) => [name, null])));
  }
  return [bound - 1, bound, bound + 1, bound + 0.5, bound / 2];
}

/** False for an annotation, and for a keyword that certainly rejects nothing. */
function mayRefuse(schema: JsonObject, keyword: string, extensions: Extensions): boolean {
  if (isOwn(schema, keyword, extensions)) return true;
  return reasonFor(kindOf(schema, keyword)) === undefined && !isIdle(schema, keyword, extensions);
}

/** True for a keyword or a format that the service enforces itself. */
function isOwn(
  { format }: JsonObject,
  keyword: string,
  { keywords, formats }: Extensions,
): boolean {
  return keyword === 'format'
    ? Object.hasOwn(formats ?? {}, String(format))
    : Object.hasOwn(keywords ?? {}, keyword);
}

const NUMBERS = ['number', 'integer'];

/**
 * True for a keyword that certainly rejects nothing: neither JSON Schema nor the service defines it, no validator
 * knows the format or the pattern, it applies to a type that the schema excludes, or the keyword it depends on is
 * absent. Failing to find a value that breaks it does not make it certain.
 */
function isIdle(schema: JsonObject, keyword: string, extensions: Extensions): boolean {
  if (isOwn(schema, keyword, extensions)) return false;
  // Validators hold values to `dependencies` of former drafts too.
  if (isAnnotation(keyword) && keyword !== 'dependencies') return true;
  const patterns = patternsOf(schema, keyword);
  if (patterns.length > 0 && patterns.every(isUnreadable)) return true;
  const { needs } = KEYWORDS.get(keyword) ?? {};
  if (needs !== undefined && !(needs in schema)) return true;
  const about = aboutTypes(schema, keyword);
  const types = typesOf(schema);
  if (about === undefined) return false;
  return about.length === 0 || (types.length > 0 && !about.some((type) => types.includes(type)));
}

/** The types that a keyword applies to; empty for an unknown format, undefined for all types. */
function aboutTypes({ format }: JsonObject, keyword: string): readonly string[] | undefined {
  if (keyword !== 'format') {
    const { about } = KEYWORDS.get(keyword) ?? {};
    return about === 'number' ? NUMBERS : about && [about];
  }
  const isOfTexts = isTextFormat(format);
  const isOfNumbers =
    INTEGER_FORMATS.has(format) || (Object.hasOwn(formats, String(format)) && !isOfTexts);
  return [...(isOfTexts ? ['string'] : []), ...(isOfNumbers ? NUMBERS : [])];
}

function patternsOf(schema: JsonObject, keyword: string): string[] {
  if (keyword === 'pattern') return strings([schema.pattern]);
  return keyword === 'patternProperties' ? Object.keys(asObject(schema.patternProperties)) : [];
}
