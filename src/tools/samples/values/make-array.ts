import { stringifyJson } from 'openapi-trellis/tools';
import { isGenerous, type Generation, MAX_MEMBERS } from './generation';
import { limits } from './schemas';
import {
  greatestOf,
  leastOf,
  memberAt,
  itemSchemas,
  prefixLength,
  type ObjectSchemaAt,
  type SchemaAt,
} from '../../document';

/** Values tried for an item that must differ from earlier ones. */
const TRIES = 20;

/**
 * An array for all schemas; undefined when none is found.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
 */
export function makeArray(
  generation: Generation,
  places: readonly ObjectSchemaAt[],
  depth: number,
): unknown[] | undefined {
  return new ArrayMaker(generation, places, depth).make();
}

class ArrayMaker {
  private readonly items: unknown[] = [];
  private readonly taken = new Set<string>();
  private readonly unique: boolean;
  private readonly least: number;
  private readonly most: number;
  /** The items that `contains` still needs. */
  private readonly contained: Contained[];

  constructor(
    private readonly generation: Generation,
    private readonly places: readonly ObjectSchemaAt[],
    private readonly depth: number,
  ) {
    this.unique = places.some(({ schema }) => schema.uniqueItems === true);
    this.contained = places.flatMap((place) => containedBy(place));
    this.most = leastOf(limits(places, 'maxItems'), MAX_MEMBERS);
    const contained = this.contained.reduce((sum, { least }) => sum + least, 0);
    this.least = greatestOf([...limits(places, 'minItems'), Math.min(contained, this.most)], 0);
  }

  make(): unknown[] | undefined {
    if (this.least > this.most) return undefined;
    const { readable } = this.generation.plan;
    const mostOptional = this.isGenerous ? this.most : this.least;
    const [least, most] = readable ? [this.usual, this.usual] : [this.least, mostOptional];
    this.generation.choices.repeat(least, most, (index) => this.add(index));
    return this.items.length < this.least ? undefined : this.items;
  }

  /** One item, or those of `prefixItems`, where the schemas leave the length open. */
  private get usual(): number {
    return Math.max(this.least, Math.min(this.isGenerous ? this.prefix || 1 : 0, this.most));
  }

  private get isGenerous(): boolean {
    return isGenerous(this.generation, this.depth);
  }

  private get prefix(): number {
    return greatestOf(this.places.map(prefixLength), 0);
  }

  /** True when an item was added. */
  private add(index: number): boolean {
    const wanted = this.contained.find(({ least }) => least > 0);
    // Where `prefixItems` conflicts, items for `contains` follow later.
    const item = this.makeItem(index, wanted) ?? (wanted && this.makeItem(index, undefined));
    if (item === undefined) return false;
    if (this.unique) this.taken.add(stringifyJson(item));
    this.items.push(item);
    for (const each of this.contained) {
      if (!this.generation.fits(each.at, item)) continue;
      each.least--;
      each.most--;
    }
    return true;
  }

  private makeItem(index: number, wanted: Contained | undefined): unknown {
    const evaluated = evaluatedItem(this.places, index, wanted !== undefined);
    const schemas = wanted === undefined ? evaluated : [...evaluated, wanted.at];
    const isRight = (item: unknown): boolean => item === undefined || this.takes(item);
    for (let tries = 0; tries < TRIES; tries++) {
      const { choices } = this.generation;
      const item = choices.part(() => this.generation.make(schemas, this.depth + 1), isRight);
      if (isRight(item)) return item;
    }
    return undefined;
  }

  /** True for an item that is compatible with those before it. */
  private takes(item: unknown): boolean {
    if (this.unique && this.taken.has(stringifyJson(item))) return false;
    return this.contained.every(({ most, at }) => most > 0 || !this.generation.fits(at, item));
  }
}

interface Contained {
  readonly at: SchemaAt;
  /** How many more are required, and allowed. */
  least: number;
  most: number;
}

function containedBy(place: ObjectSchemaAt): Contained[] {
  if (!('contains' in place.schema)) return [];
  const { minContains = 1, maxContains = Infinity } = place.schema;
  const least = Math.min(Number(minContains), MAX_MEMBERS);
  return [{ at: memberAt(place, 'contains'), least, most: Number(maxContains) }];
}

/** @param contained true when the item is for `contains`, and thus counts as evaluated */
function evaluatedItem(
  places: readonly ObjectSchemaAt[],
  index: number,
  contained: boolean,
): SchemaAt[] {
  const evaluated = places.flatMap((place) => itemSchemas(place, index));
  if (evaluated.length > 0 || contained) return evaluated;
  return places
    .filter(({ schema }) => 'unevaluatedItems' in schema)
    .map((place) => memberAt(place, 'unevaluatedItems'));
}
