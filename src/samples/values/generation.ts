import type { Resolver } from '../../document/model/resolve';
import type { Place, SchemaAt } from '../../document/model/schema-at';
import type { Direction } from '../../document/schemas/direction';
import type { ChoiceSource } from './choice-source';
import type { KnownSchemas } from './object-shape';
import type { Recursion } from './recursion';

/** How a value is made; the maker tries several ways until one gives a value that is valid. */
export interface Plan {
  /** Take the document's own examples and defaults. */
  readonly examples: boolean;
  /** Check parts as they are made, which takes time and helps where alternatives exclude each other. */
  readonly careful: boolean;
  /** Which properties are there that need not be. */
  readonly optional: 'all' | 'some' | 'none';
  /** Choose among alternatives at random instead of the first one. */
  readonly vary: boolean;
  /** Take words and small numbers, and not any values that the schemas take. */
  readonly readable: boolean;
  /** Take values of a base that none of its children has. */
  readonly unlisted?: true;
}

/** Where a part of a value stands, by the names around it. */
export interface Part {
  /** Of the property; of an item, that of its array; '' for the value as a whole. */
  readonly name: string;
  /** The names from the outermost on, with `[]` for each array. */
  readonly path: readonly string[];
  /** The properties that are described beside it. */
  readonly siblings: readonly string[];
  readonly required: boolean;
}

/** Who has a value made and knows what its parts are to say. */
export interface Meaning {
  /** The value of a part; undefined for one that is made as any other. */
  valueOf(
    generation: Generation,
    all: readonly Place[],
    types: readonly string[],
    depth: number,
  ): unknown;
  /** True for a property that need not be there and should be tried. */
  wants(part: Part): boolean;
  /** True for the value of such a property that should stay. */
  keeps(value: unknown): boolean;
  /** One of several alternatives, none of them null alone; undefined leaves the choice. */
  choose(branches: readonly SchemaAt[]): SchemaAt | undefined;
}

/** What the parts of the maker share while one value is made. */
export interface Generation {
  readonly resolver: Resolver;
  readonly direction: Direction;
  readonly recursion: Recursion;
  readonly known: KnownSchemas;
  readonly choices: ChoiceSource;
  readonly plan: Plan;
  readonly budget: Budget;
  readonly part: Part;
  readonly meaning: Meaning | undefined;
  /** The same for a part of the value. */
  at(part: Part): Generation;
  /** True when the value is valid by the schema. */
  fits(place: SchemaAt, value: unknown): boolean;
  /** A value for all the schemas at once; undefined when none was found. */
  make(places: readonly SchemaAt[], depth: number): unknown;
  /** The same, with other choices. */
  varied(): Generation;
}

/** What bounds the size of a value and the time that it takes. */
export interface Budget {
  /** Values that may still be made for properties and items that need not be there. */
  nodes: number;
  /** Parts that may still be made anew. */
  tries: number;
  /** Values that may still be made because they must be there, however the value as a whole is made. */
  forced: number;
}

/** From this depth on, values are as small as their schemas allow. */
export const SHALLOW_DEPTH = 5;

/** True while properties and items that need not be there are made. */
export function isGenerous(generation: Generation, depth: number): boolean {
  return depth < SHALLOW_DEPTH && generation.budget.nodes > 0;
}
