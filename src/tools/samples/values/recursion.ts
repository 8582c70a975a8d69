import {
  strings,
  type Resolver,
  isPlace,
  listAt,
  memberAt,
  type ObjectSchemaAt,
  type SchemaAt,
  ALWAYS,
  appliedSchemas,
  typesOf,
} from '../../document';
import { isSynthetic } from './schemas';

/** Levels after which a schema's values count as endless. */
const MAX_HEIGHT = 12;

/** Finds the depth of the smallest value of a schema, to end recursion. */
export class Recursion {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly resolver: Resolver) {}

  /** The depth of the smallest value, 1 for a number; Infinity when values do not end within the maximum. */
  height(place: SchemaAt): number {
    for (let levels = 1; levels <= MAX_HEIGHT; levels++)
      if (this.ends(place, levels)) return levels;
    return Infinity;
  }

  private ends(place: SchemaAt, levels: number): boolean {
    if (place.schema === false || levels === 0) return false;
    if (!isPlace(place) || isSynthetic(place)) return true;
    const key = `${levels} ${place.pointer}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // A cycle back to here on the same level does not end.
    this.known.set(key, false);
    const { schema } = place;
    const within = (each: SchemaAt): boolean => this.ends(each, levels);
    const alternatives = [listAt(place, 'anyOf'), listAt(place, 'oneOf')];
    const result =
      appliedSchemas(this.resolver, place, ALWAYS).every(within) &&
      alternatives.every((branches) => branches.length === 0 || branches.some(within)) &&
      (!mustHoldOthers(schema) || this.parts(place).every((each) => this.ends(each, levels - 1)));
    this.known.set(key, result);
    return result;
  }

  /** The schemas of the members of the smallest value. */
  private parts(place: ObjectSchemaAt): SchemaAt[] {
    const { schema } = place;
    const required = strings(schema.required).map((name) => memberAt(place, 'properties', name));
    const items = Number(schema.minItems ?? 0) > 0 ? [memberAt(place, 'items')] : [];
    return [...required, ...items].filter((part) => part.schema !== undefined);
  }
}

/** False for a schema that accepts a value other than objects and arrays. */
function mustHoldOthers(schema: Readonly<Record<string, unknown>>): boolean {
  const types = typesOf(schema);
  return types.every((type) => type === 'object' || type === 'array');
}
