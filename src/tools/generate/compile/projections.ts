import type { Projection } from 'openapi-trellis/tools';
import {
  strings,
  type JsonObject,
  type Resolver,
  listAt,
  mapAt,
  memberAt,
  type ObjectSchemaAt,
  type SchemaAt,
  isHiddenProperty,
  type Direction,
  foldInPlace,
  type Conditional,
  formatOf,
  isBigintSchema,
  type MappedFormats,
  typesOf,
} from '../../document';

/**
 * Derives projections from schemas; src/runtime/contract/schema/projection.ts explains them. The target of a reference gets a
 * named projection, which ends recursion.
 */
export class ProjectionBuilder {
  /** Undefined while a projection is being built. */
  private readonly named = new Map<string, Projection | undefined>();

  /**
   * @param validatorFor returns the name of the validator of a schema's branch
   * @param formats the formats mapped to other types
   */
  constructor(
    private readonly resolver: Resolver,
    private readonly direction: Direction,
    private readonly validatorFor: (pointer: string, direction: Direction) => string,
    private readonly formats: MappedFormats,
  ) {}

  get projections(): Record<string, Projection> {
    return Object.fromEntries(
      [...this.named].map(([name, projection]) => [name, projection ?? ANY]),
    );
  }

  projectionOf(at: SchemaAt): Projection {
    const conditional = (each: Conditional<Projection>): Projection => this.conditional(each);
    return foldInPlace<Projection>(
      this.resolver,
      at,
      {
        nothing: ANY,
        own: (place) => [
          this.reference(place),
          numberProjection(place.schema),
          this.textProjection(place.schema),
          this.objectProjection(place),
          this.arrayProjection(place),
        ],
        any: (branches) => branches.map(conditional),
        conditions: (conditions) => conditions.map(conditional),
        all: (parts) => this.all(parts),
      },
      ['allOf'],
    );
  }

  private reference({ schema, pointer }: ObjectSchemaAt): Projection {
    if (typeof schema.$ref !== 'string') return ANY;
    const target = this.resolver.referenced(schema.$ref, pointer);
    const name = `${this.direction} ${target.pointer}`;
    if (!this.named.has(name)) {
      this.named.set(name, undefined);
      this.named.set(name, this.projectionOf(target));
    }
    return { kind: 'ref', name };
  }

  /** No test is needed where both branches are empty. */
  private conditional({ when, ...says }: Conditional<Projection>): Projection {
    const [then, otherwise] = [this.all(says.then), this.all(says.otherwise)];
    if (isAny(then) && isAny(otherwise)) return ANY;
    if (typeof when === 'string') return { kind: 'has', property: when, then };
    const validator = this.validatorFor(when.pointer, this.direction);
    return { kind: 'when', validator, then, ...(!isAny(otherwise) && { otherwise }) };
  }

  /** Combines projections: drops empty ones, and merges plain objects. */
  private all(projections: readonly Projection[]): Projection {
    const telling = projections.filter((projection) => !isAny(projection));
    const [first, ...others] = telling;
    if (first === undefined) return ANY;
    if (others.length === 0) return first;
    const of = merged(telling.map((each) => this.inPlace(each)));
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind: 'all', of };
  }

  /** Inlines a plain object, unless it is still being built. */
  private inPlace(projection: Projection): Projection {
    if (projection.kind !== 'ref') return projection;
    const target = this.named.get(projection.name);
    return target !== undefined && isOfProperties(target) ? target : projection;
  }

  private textProjection(schema: JsonObject): Projection {
    const name = formatOf(schema, this.formats);
    return name === undefined ? ANY : { kind: 'format', name };
  }

  private objectProjection(place: ObjectSchemaAt): Projection {
    const { schema } = place;
    // A map, because a property may be called `__proto__`.
    const properties = new Map<string, Projection>(
      strings(schema.required).map((name) => [name, ANY]),
    );
    for (const [name, property] of mapAt(place, 'properties')) {
      const hidden = isHiddenProperty(this.resolver, property, this.direction);
      properties.set(name, hidden ? { kind: 'hidden' } : this.projectionOf(property));
    }
    const patterns = mapAt(place, 'patternProperties').map(
      ([pattern, property]) => [pattern, this.projectionOf(property)] as const,
    );
    const additional = this.rest(place, 'additionalProperties');
    const unevaluated = this.rest(place, 'unevaluatedProperties');
    const describes =
      'properties' in schema || patterns.length > 0 || additional !== undefined || unevaluated;
    if (!describes && properties.size === 0) return ANY;
    return {
      kind: 'object',
      properties: Object.fromEntries(properties),
      ...(patterns.length > 0 && { patterns }),
      ...(additional && { additional }),
      ...(unevaluated && { unevaluated }),
      ...(!describes && { open: true as const }),
    };
  }

  /** The projection of unnamed properties, where the schema explicitly allows them. */
  private rest(place: ObjectSchemaAt, keyword: string): Projection | undefined {
    const at = memberAt(place, keyword);
    return at.schema === undefined || at.schema === false ? undefined : this.projectionOf(at);
  }

  private arrayProjection(place: ObjectSchemaAt): Projection {
    const prefix = listAt(place, 'prefixItems').map((item) => this.projectionOf(item));
    const items = this.projectionOf(memberAt(place, 'items'));
    if (isAny(items) && prefix.every(isAny)) return ANY;
    return { kind: 'array', ...(prefix.length > 0 && { prefix }), items };
  }
}

const ANY: Projection = { kind: 'any' };

function numberProjection(schema: JsonObject): Projection {
  if (isBigintSchema(schema)) return { kind: 'bigint' };
  const numeric = typesOf(schema).some((type) => type === 'integer' || type === 'number');
  return numeric ? { kind: 'number' } : ANY;
}

/** Merges consecutive plain objects, up to one that projects a property differently. */
function merged(projections: readonly Projection[]): Projection[] {
  const of: (Projection | Map<string, Projection>)[] = [];
  for (const projection of projections) {
    const last = of.at(-1);
    if (!isOfProperties(projection)) of.push(projection);
    else if (!(last instanceof Map && addTo(last, projection.properties))) {
      of.push(new Map(Object.entries(projection.properties)));
    }
  }
  return of.map((each) =>
    each instanceof Map ? { kind: 'object', properties: Object.fromEntries(each) } : each,
  );
}

/** False when one of the properties already has another projection. */
function addTo(all: Map<string, Projection>, properties: ObjectProjection['properties']): boolean {
  const added = Object.entries(properties);
  if (added.some(([name, each]) => !isAny(each) && !isAny(all.get(name)))) return false;
  for (const [name, each] of added) {
    if (!isAny(each) || !all.has(name)) all.set(name, each);
  }
  return true;
}

type ObjectProjection = Extract<Projection, { kind: 'object' }>;

function isOfProperties(projection: Projection): projection is ObjectProjection {
  return (
    projection.kind === 'object' &&
    projection.patterns === undefined &&
    projection.additional === undefined &&
    projection.unevaluated === undefined &&
    projection.open === undefined
  );
}

function isAny(projection: Projection | undefined): boolean {
  return projection === undefined || projection.kind === 'any';
}
