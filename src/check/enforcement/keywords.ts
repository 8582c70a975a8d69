import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json';
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json';
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json';
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json';
import { isUnreadable, stringifyJson } from '../../contract';
import {
  asObject,
  childPointer,
  CompilableSchemas,
  type Direction,
  type JsonObject,
  type LoadedContract,
  SchemaCompiler,
  strings,
  valueAt,
  visitSchemas,
  without,
  errorOfValue,
  ValueGenerator,
  isJsonObject,
} from '../../generate/index';

/** Something that the document says, at one place, for messages of one direction. */
export interface Construct {
  /** Of which kind it is, such as `keyword minLength`. */
  readonly kind: string;
  readonly pointer: string;
  readonly direction: Direction;
  readonly verdict: Verdict;
}

/**
 * What trying to break a construct showed: `refused` when a message that breaks it was refused, `idle`
 * when nothing can break it although it is meant to refuse something, `unbroken` when nothing was found
 * that breaks it, which may be right (`minLength: 0`).
 */
type Verdict = 'refused' | 'idle' | 'unbroken';

/** The keywords that JSON Schema defines to refuse values. */
const DEFINED = new Set(
  [applicator, core, unevaluated, validation].flatMap((part) => Object.keys(part.properties)),
);

/** One schema that a validator of the contract is compiled from. */
interface Place {
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly direction: Direction;
}

/** Every keyword of the schemas that the contract has validators for, each tried with values that break it. */
export function keywordConstructs(loaded: LoadedContract): Construct[] {
  const places = placesOf(loaded);
  const trial = new Trial(loaded, places);
  return places.flatMap((place) =>
    Object.keys(place.schema).map((keyword) => ({
      kind: keyword === 'format' ? `format ${String(place.schema.format)}` : `keyword ${keyword}`,
      pointer: childPointer(place.pointer, keyword),
      direction: place.direction,
      verdict: trial.verdict(place, keyword),
    })),
  );
}

/** The schemas of the contract's validators and all that they lead to, once for each direction. */
function placesOf({ resolver, validated }: LoadedContract): Place[] {
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

/** A schema's keyword, and what is left of the schema without it. */
interface Parts {
  /** The schema without the keyword. */
  readonly rest: JsonObject;
  /** The keyword beside the schema's type, and the type alone. */
  readonly typed: JsonObject;
  readonly type: JsonObject;
  readonly alone: JsonObject;
}

function partsOf(schema: JsonObject, keyword: string): Parts {
  const alone = { [keyword]: schema[keyword] };
  const type = 'type' in schema && keyword !== 'type' ? { type: schema.type } : {};
  return { rest: without(schema, keyword), typed: { ...type, ...alone }, type, alone };
}

function allParts({ rest, typed, type, alone }: Parts): JsonObject[] {
  return [rest, typed, type, alone];
}

function patternsOf(schema: JsonObject, keyword: string): string[] {
  if (keyword === 'pattern') return strings([schema.pattern]);
  return keyword === 'patternProperties' ? Object.keys(asObject(schema.patternProperties)) : [];
}

/** Tries values on the contract's validators, and on those of schemas with less in them. */
class Trial {
  private readonly maker: ValueGenerator;
  private readonly compiler: SchemaCompiler;
  /** Of the parts of schemas, by their text. */
  private readonly pointers = new Map<string, string>();
  private readonly verdicts = new Map<string, Verdict>();
  private readonly goodValues = new Map<string, unknown>();

  constructor(loaded: LoadedContract, places: readonly Place[]) {
    this.maker = new ValueGenerator(loaded, 1);
    const schemas: Record<string, JsonObject> = {};
    for (const { schema } of places) {
      const keywords = Object.keys(schema);
      for (const part of keywords.flatMap((each) => allParts(partsOf(schema, each)))) {
        const text = stringifyJson(part);
        if (this.pointers.has(text)) continue;
        const name = `part ${this.pointers.size}`;
        this.pointers.set(text, childPointer('', 'components', 'schemas', name));
        schemas[name] = part;
      }
    }
    const { document } = loaded.resolver;
    const components = asObject(document.components);
    const extended = { ...components, schemas: { ...asObject(components.schemas), ...schemas } };
    this.compiler = new SchemaCompiler(
      new CompilableSchemas({ ...document, components: extended }, loaded.contract.extensions),
    );
  }

  /** Places whose schemas say the same are tried once. */
  verdict(place: Place, keyword: string): Verdict {
    const key = `${place.direction} ${keyword} ${stringifyJson(place.schema)}`;
    const verdict = this.verdicts.get(key) ?? this.try(place, keyword);
    this.verdicts.set(key, verdict);
    return verdict;
  }

  private goodValue(pointer: string, direction: Direction): unknown {
    const key = `${direction} ${pointer}`;
    if (!this.goodValues.has(key)) {
      this.goodValues.set(key, this.maker.make(pointer, direction).value);
    }
    return this.goodValues.get(key);
  }

  private try({ pointer, schema, direction }: Place, keyword: string): Verdict {
    if (patternsOf(schema, keyword).some(isUnreadable)) return 'idle';
    const { rest, typed, type, alone } = partsOf(schema, keyword);
    const judge = (part: JsonObject): ((value: unknown) => boolean) => {
      const at = this.pointers.get(stringifyJson(part)) ?? '';
      return (value) => errorOfValue(this.compiler.validatorAt(at, direction), value) === undefined;
    };
    const [takesRest, takesTyped, takesType] = [judge(rest), judge(typed), judge(type)];
    // Other keywords may refuse the value as well, so the schema must take it without this one. Where
    // they refuse all such values (an enum all numbers), what the keyword does beside the type counts.
    const isTelling = (value: unknown): boolean =>
      takesRest(value) || (takesType(value) && !takesTyped(value));
    const isRefused = (value: unknown): boolean =>
      this.maker.errorOf(pointer, direction, value) !== undefined;
    const good = this.goodValue(pointer, direction);
    for (const value of breakingValues(schema, good)) {
      if (isRefused(value) && isTelling(value)) return 'refused';
    }
    if (!DEFINED.has(keyword) || keyword === 'format') return 'idle';
    const takesAlone = judge(alone);
    for (const value of breakingValues(schema, good)) if (!takesAlone(value)) return 'idle';
    return 'unbroken';
  }
}

/** Values of each type, some of them odd: one or the other breaks most keywords and formats. */
const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 0.1, 2 ** 40, 2n ** 64n],
  ...['', 'text', '(%{ \u0007'],
  ...[[], [null], ['text', 'text']],
  ...[{}, { a: 1 }, { '(%{ \u0007': null }],
];

/** The longest text, list or object that is made to exceed a bound. */
const MAX_SIZE = 100_000;

/** The properties of a value that are changed, each in a copy of all of them. */
const MOST_CHANGED = 1000;

/**
 * Values of which one may break any given keyword of a schema: odd ones, those just beyond its bounds,
 * and small changes of a value that it takes.
 */
function* breakingValues(schema: JsonObject, good: unknown): Generator {
  yield* VALUES;
  for (const bound of Object.entries(schema)) yield* beyond(bound);
  yield* changed(good);
}

/** Values just within and just beyond the bound that a keyword sets. */
function beyond([keyword, bound]: [string, unknown]): unknown[] {
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

function* changed(good: unknown): Generator {
  if (typeof good === 'string') yield* [good + good, good.slice(1), `${good} `];
  if (typeof good === 'number') yield* [-good, good + 0.5];
  if (Array.isArray(good)) {
    const [, ...rest] = good as unknown[];
    yield* [[...(good as unknown[]), ...(good as unknown[])], rest];
    for (const value of VALUES) yield [value, ...rest];
  }
  if (!isJsonObject(good)) return;
  yield* [
    { ...good, a: 1 },
    { ...good, a: null },
  ];
  for (const name of Object.keys(good).slice(0, MOST_CHANGED)) {
    yield { ...good, [name]: 0 };
    yield { ...good, [name]: 'text' };
    yield without(good, name);
  }
}
