import type { JsonObject, Resolver, ObjectSchemaAt, SchemaAt, Direction } from '../../document';
import type { Choices } from './choices';
import type { KnownSchemas } from './object-shape';
import type { Recursion } from './recursion';

/** The most items or properties to make; a schema that requires more gets none. */
export const MAX_MEMBERS = 10_000;

/** Settings for generating a value; the generator tries several plans until one gives a valid value. */
export interface Plan {
  /** Use the document's examples and defaults. */
  readonly examples: boolean;
  /** Validate parts as they are made, which is slow and helps where alternatives exclude each other. */
  readonly careful: boolean;
  /** The optional properties to include. */
  readonly optional: 'all' | 'some' | 'none';
  /** Choose among alternatives at random instead of taking the first. */
  readonly vary: boolean;
  /** Use words and small numbers instead of any values that the schemas accept. */
  readonly readable: boolean;
  /** Allow values of a base that belong to none of its children. */
  readonly unlisted?: true;
  /** A schema outside the document that the whole value is made by too. */
  readonly also?: JsonObject;
}

/** The position of a part in a value, by the names around it. */
export interface PartPosition {
  /** The property; for an item, the property of its array; '' for the whole value. */
  readonly name: string;
  /** The names from the outermost in, with `[]` for each array. */
  readonly path: readonly string[];
  /** The properties described in the same object. */
  readonly siblings: readonly string[];
  readonly required: boolean;
}

/** A caller that gives meaning to parts of a value. */
export interface ValueSource {
  /** The value of a part; undefined to generate it as usual. */
  valueOf(
    generation: Generation,
    all: readonly ObjectSchemaAt[],
    types: readonly string[],
    depth: number,
  ): unknown;
  /** True for an optional property to try. */
  wants(part: PartPosition): boolean;
  /** True to keep the value of such a property. */
  keeps(value: unknown): boolean;
  /** Chooses an alternative, none of which is only null; undefined leaves the choice to the generator. */
  choose(branches: readonly SchemaAt[]): SchemaAt | undefined;
}

/** State that the generators share while one value is made. */
export interface Generation {
  readonly resolver: Resolver;
  readonly direction: Direction;
  readonly recursion: Recursion;
  readonly known: KnownSchemas;
  readonly choices: Choices;
  readonly plan: Plan;
  readonly budget: Budget;
  readonly part: PartPosition;
  readonly meaning: ValueSource | undefined;
  /** The same generation for a part of the value. */
  at(part: PartPosition): Generation;
  /** True when the value is valid by the schema. */
  fits(place: SchemaAt, value: unknown): boolean;
  /** A value for all the schemas together; undefined when none was found. */
  make(places: readonly SchemaAt[], depth: number): unknown;
  /** The same generation with other choices. */
  varied(): Generation;
}

/** Bounds the size of a value and the time to make it. */
export interface Budget {
  /** Values left to make for optional properties and items. */
  nodes: number;
  /** Retries left for parts. */
  tries: number;
  /** Required values left to make, over all plans for the whole value. */
  forced: number;
}

/** From this depth on, values are as small as their schemas allow. */
export const SHALLOW_DEPTH = 5;

/** True while optional properties and items are made. */
export function isGenerous(generation: Generation, depth: number): boolean {
  const { plan, budget } = generation;
  return plan.optional !== 'none' && depth < SHALLOW_DEPTH && budget.nodes > 0;
}
