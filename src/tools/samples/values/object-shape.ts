import {
  getOrMake,
  greatestOf,
  leastOf,
  asObject,
  strings,
  memberAt,
  memberSchemas,
  type ObjectSchemaAt,
  type SchemaAt,
  isHiddenProperty,
  type Direction,
  type Resolver,
} from '../../document';
import { limits } from './schemas';
import type { Recursion } from './recursion';

/** The description of one property by schemas that apply together. */
interface Property {
  readonly schemas: readonly SchemaAt[];
  /** The property is hidden in the direction. */
  readonly isHidden: boolean;
  /** Its values are finite. */
  readonly ends: boolean;
}

interface ShapeSource {
  readonly resolver: Resolver;
  readonly direction: Direction;
  readonly recursion: Recursion;
}

/** The description of an object's properties by schemas that apply together; each is looked up once. */
export class ObjectShape {
  /** Bounds on the number of properties. */
  readonly least: number;
  readonly most: number;
  readonly required: readonly string[];
  /** Names in `properties`. */
  readonly described: readonly string[];
  readonly patterns: readonly string[];
  readonly propertyNames: readonly SchemaAt[];
  /** True when a schema describes properties that none names. */
  readonly describesOthers: boolean;
  private readonly known = new Map<string, Property>();
  /** The schemas with `dependentRequired`. */
  private readonly demanding: readonly ObjectSchemaAt[];

  constructor(
    private readonly source: ShapeSource,
    private readonly places: readonly ObjectSchemaAt[],
  ) {
    this.least = greatestOf(limits(places, 'minProperties'), 0);
    this.most = leastOf(limits(places, 'maxProperties'));
    this.described = this.all(({ schema }) => Object.keys(asObject(schema.properties)));
    this.patterns = this.all(({ schema }) => Object.keys(asObject(schema.patternProperties)));
    this.required = this.all(({ schema }) => strings(schema.required));
    this.propertyNames = this.under('propertyNames');
    this.demanding = places.filter(({ schema }) => 'dependentRequired' in schema);
    this.describesOthers = places.some(({ schema }) =>
      ['additionalProperties', 'unevaluatedProperties', 'patternProperties'].some(
        (keyword) => typeof schema[keyword] === 'object',
      ),
    );
  }

  property(name: string): Property {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const schemas = this.schemasOf(name);
    const { resolver, direction, recursion } = this.source;
    const property = {
      schemas,
      isHidden: schemas.some((place) => isHiddenProperty(resolver, place, direction)),
      ends: schemas.every((place) => Number.isFinite(recursion.height(place))),
    };
    // Other names are unlimited in number.
    if (this.described.includes(name) || this.required.includes(name)) {
      this.known.set(name, property);
    }
    return property;
  }

  /** The properties that `dependentRequired` adds for one. */
  dependentOn(name: string): string[] {
    return this.demanding.flatMap((place) =>
      strings(memberAt(place, 'dependentRequired', name).schema),
    );
  }

  /** The distinct values over all schemas. */
  private all(of: (place: ObjectSchemaAt) => readonly string[]): string[] {
    return [...new Set(this.places.flatMap(of))];
  }

  /** The schemas of a property, from each schema of the object. */
  private schemasOf(name: string): SchemaAt[] {
    const evaluated = this.places.flatMap((place) => memberSchemas(place, name));
    return evaluated.length > 0 ? evaluated : this.under('unevaluatedProperties');
  }

  private under(keyword: string): SchemaAt[] {
    const having = this.places.filter(({ schema }) => keyword in schema);
    return having.map((place) => memberAt(place, keyword));
  }
}

/** Caches facts about schemas for all values made from them. */
export class KnownSchemas {
  /** The schemas that always apply with one, if it has no alternatives. */
  readonly alwaysWith = new WeakMap<object, readonly ObjectSchemaAt[]>();
  private readonly shapes = new WeakMap<readonly ObjectSchemaAt[], ObjectShape>();

  constructor(private readonly source: ShapeSource) {}

  shape(places: readonly ObjectSchemaAt[]): ObjectShape {
    return getOrMake(this.shapes, places, () => new ObjectShape(this.source, places));
  }
}
