import { stringifyJson } from 'openapi-trellis/tools';
import { KEYWORDS, type ObjectSchemaAt, type SchemaAt, typeOf, typesOf } from '../../document';
import { conjunction } from './conjunction';
import { makeArray } from './make-array';
import { makeNumber } from './make-number';
import { makeObject } from './make-object';
import { makeString } from './make-string';
import type { Generation } from './generation';

/** Depth at which values of endless schemas are cut off. */
const MAX_DEPTH = 64;

/** Characters that count as one value. */
const CHARACTERS = 100;

/** Attempts for a part whose alternatives exclude each other. */
const TRIES = 12;

/**
 * One value for all the schemas; undefined when none was found. It may be invalid where alternatives exclude each
 * other; the caller checks that.
 */
export function makeValue(
  generation: Generation,
  places: readonly SchemaAt[],
  depth: number,
): unknown {
  const { choices, budget } = generation;
  if (depth > MAX_DEPTH || (--budget.nodes < 0 && --budget.forced < 0)) return undefined;
  if (!generation.plan.careful) return choices.part(() => makeOnce(generation, places, depth));
  const fits = (value: unknown): boolean =>
    value !== undefined && places.every((place) => generation.fits(place, value));
  const value = choices.part(() => makeOnce(generation, places, depth), fits);
  let better = value;
  for (let tries = 0; tries < TRIES && !fits(better) && budget.tries > 0; tries++) {
    budget.tries--;
    better = choices.part(() => makeOnce(generation.varied(), places, depth), fits);
  }
  return better ?? value;
}

function makeOnce(generation: Generation, places: readonly SchemaAt[], depth: number): unknown {
  const all = conjunction(generation, places, depth);
  if (all === undefined) return undefined;
  const types = allowedTypes(all);
  const meant = generation.meaning?.valueOf(generation, all, types, depth);
  if (meant !== undefined) return meant;
  const example = generation.plan.examples ? exampleOf(generation, places, all, types) : undefined;
  if (example !== undefined) return example;
  const listed = listedValues(all);
  if (listed !== undefined) {
    const fit = listed.filter((value) => types.some((type) => isOfType(value, type)));
    const telling = generation.plan.readable ? fit.filter((value) => value !== null) : fit;
    return fit.length === 0
      ? undefined
      : generation.choices.pick(telling.length > 0 ? telling : fit);
  }
  const type = chooseType(generation, types, all);
  return type === undefined ? undefined : makeOfType(generation, type, all, depth);
}

function makeOfType(
  generation: Generation,
  type: string,
  all: readonly ObjectSchemaAt[],
  depth: number,
): unknown {
  const { choices, plan } = generation;
  const schemas = all.map(({ schema }) => schema);
  switch (type) {
    case 'null':
      return null;
    case 'boolean':
      return choices.chance(0.5);
    case 'integer':
    case 'number':
      return makeNumber(choices, schemas, type === 'integer', plan.readable);
    case 'string': {
      const text = makeString(choices, all, plan.readable);
      generation.budget.forced -= Math.floor((text?.length ?? 0) / CHARACTERS);
      return text;
    }
    case 'array':
      return makeArray(generation, all, depth);
    default:
      return makeObject(generation, all, depth);
  }
}

const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

function allowedTypes(all: readonly ObjectSchemaAt[]): string[] {
  return all.reduce<string[]>((allowed, { schema }) => {
    const types = typesOf(schema);
    if (types.length === 0) return allowed;
    const takes = (type: string): boolean =>
      types.includes(type) || (type === 'integer' && types.includes('number'));
    return allowed.filter(takes);
  }, TYPES);
}

/** The types that keywords imply in a schema without one, the most telling first. */
const HINTS = ['object', 'array', 'string', 'number'] as const;

function chooseType(
  generation: Generation,
  types: readonly string[],
  all: readonly ObjectSchemaAt[],
): string | undefined {
  // Every integer is a number; an integer is only chosen where `type` says so.
  const stated = types.length < TYPES.length || all.some(({ schema }) => 'type' in schema);
  const usable = types.filter((type) => type !== 'integer' || !types.includes('number'));
  const telling = usable.filter((type) => type !== 'null');
  const choice = telling.length > 0 ? telling : usable;
  const { plan } = generation;
  if (plan.vary && stated) return anyType(generation, usable);
  // Keywords for one type do not exclude others.
  if (!plan.readable && generation.choices.chance(plan.careful ? 0.5 : 0.1))
    return anyType(generation, usable);
  const keywords = all.flatMap(({ schema }) => Object.keys(schema));
  const hinted = HINTS.find(
    (type) =>
      choice.includes(type) && keywords.some((keyword) => KEYWORDS.get(keyword)?.about === type),
  );
  if (hinted !== undefined) return hinted;
  if (generation.plan.vary) return anyType(generation, usable);
  return choice.includes('string') ? 'string' : choice[0];
}

function anyType({ choices, plan }: Generation, types: readonly string[]): string | undefined {
  if (types.length === 0) return undefined;
  return choices.pick(plan.readable ? types : types.toReversed());
}

/** The values that `const` and `enum` of all schemas leave; undefined when there is neither. */
export function listedValues(all: readonly ObjectSchemaAt[]): unknown[] | undefined {
  let values: unknown[] | undefined;
  for (const { schema } of all) {
    for (const list of ['const' in schema ? [schema.const] : undefined, schema.enum]) {
      if (!Array.isArray(list)) continue;
      const texts = new Set(list.map(stringifyJson));
      values = values?.filter((value) => texts.has(stringifyJson(value))) ?? (list as unknown[]);
    }
  }
  return values;
}

/** An example from the document, or a default. */
function exampleOf(
  generation: Generation,
  places: readonly SchemaAt[],
  all: readonly ObjectSchemaAt[],
  types: readonly string[],
): unknown {
  const candidates = all.flatMap(({ schema }) => [
    ...('example' in schema ? [schema.example] : []),
    ...(Array.isArray(schema.examples) ? (schema.examples as unknown[]) : []),
  ]);
  const defaults = all.flatMap(({ schema }) => ('default' in schema ? [schema.default] : []));
  return [...candidates, ...defaults]
    .filter((value) => value !== null || types.includes('null'))
    .filter((value) => types.some((type) => isOfType(value, type)))
    .find(
      (value) => !generation.plan.careful || places.every((place) => generation.fits(place, value)),
    );
}

/** Every integer is a number too. */
function isOfType(value: unknown, type: string): boolean {
  const own = typeOf(value);
  return own === type || (own === 'integer' && type === 'number');
}
