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
  ValueMaker,
} from '../../generate/index';
import { breakingValues } from './breaking-values';
import type { Construct, Verdict } from './construct';

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
  private readonly maker: ValueMaker;
  private readonly compiler: SchemaCompiler;
  /** Of the parts of schemas, by their text. */
  private readonly pointers = new Map<string, string>();
  private readonly verdicts = new Map<string, Verdict>();

  constructor(loaded: LoadedContract, places: readonly Place[]) {
    this.maker = new ValueMaker(loaded, 1);
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

  private try({ pointer, schema, direction }: Place, keyword: string): Verdict {
    if (patternsOf(schema, keyword).some(isUnreadable)) return 'idle';
    const { rest, typed, type, alone } = partsOf(schema, keyword);
    const takes = (part: JsonObject, value: unknown): boolean => {
      const at = this.pointers.get(stringifyJson(part)) ?? '';
      return errorOfValue(this.compiler.validatorAt(at, direction), value) === undefined;
    };
    // Other keywords may refuse the value as well, so the schema must take it without this one. Where
    // they refuse all such values (an enum all numbers), what the keyword does beside the type counts.
    const isTelling = (value: unknown): boolean =>
      takes(rest, value) || (takes(type, value) && !takes(typed, value));
    const values = breakingValues(schema, this.maker.make(pointer, direction).value);
    const isRefused = (value: unknown): boolean =>
      this.maker.errorOf(pointer, direction, value) !== undefined;
    if (values.some((value) => isRefused(value) && isTelling(value))) return 'refused';
    if (!DEFINED.has(keyword) || keyword === 'format') return 'idle';
    return values.every((value) => takes(alone, value)) ? 'unbroken' : 'idle';
  }
}
