import type { Projection } from '../../../src/contract/schema/projection';
import { isJsonObject, strings, type JsonObject } from '../document/json-object';
import { childPointer, valueAt } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { namedSubschemas, subschemas } from '../schemas/applicators';
import { goesOtherWay, type Direction } from '../schemas/direction';
import { isInt64Schema, typesOf } from '../validators/validation-schema';

/**
 * Derives projections from schemas; see src/contract/schema/projection.ts for what they mean. Schemas that are referred
 * to get a projection of their own, by name, which is where recursion ends.
 */
export class ProjectionBuilder {
  /** Projections by name; undefined while one is being built. */
  private readonly named = new Map<string, Projection | undefined>();

  /**
   * @param validatorFor gives the name of the validator for a branch of a schema
   */
  constructor(
    private readonly resolver: Resolver,
    private readonly direction: Direction,
    private readonly validatorFor: (pointer: string, direction: Direction) => string,
  ) {}

  /** All projections that others refer to. */
  get projections(): Record<string, Projection> {
    return Object.fromEntries(
      [...this.named].map(([name, projection]) => [name, projection ?? ANY]),
    );
  }

  /** The projection of the schema at a pointer. */
  projectionOf(schema: unknown, pointer: string): Projection {
    if (!isJsonObject(schema)) return ANY;
    return this.all([
      this.reference(schema, pointer),
      numberProjection(schema),
      this.objectProjection(schema, pointer),
      this.arrayProjection(schema, pointer),
      ...subschemas(schema, pointer, 'allOf').map((at) => this.projectionAt(at)),
      ...this.branches(schema, pointer, 'anyOf'),
      ...this.branches(schema, pointer, 'oneOf'),
      this.condition(schema, pointer),
      ...this.dependents(schema, pointer),
    ]);
  }

  private projectionAt(pointer: string): Projection {
    return this.projectionOf(valueAt(this.resolver.document, pointer), pointer);
  }

  private reference(schema: JsonObject, pointer: string): Projection {
    const reference = schema.$ref;
    if (typeof reference !== 'string') return ANY;
    const target = this.resolver.target(reference, pointer);
    const name = `${this.direction} ${target}`;
    if (!this.named.has(name)) {
      this.named.set(name, undefined);
      this.named.set(name, this.projectionAt(target));
    }
    return { kind: 'ref', name };
  }

  /** All projections together, those that say nothing left out and plain objects merged. */
  private all(projections: readonly Projection[]): Projection {
    const telling = projections.filter((projection) => !isAny(projection));
    const [first, ...others] = telling;
    if (first === undefined) return ANY;
    if (others.length === 0) return first;
    const of: Projection[] = [];
    for (const projection of telling.map((each) => this.inPlace(each))) {
      const last = of.at(-1);
      const merged = last && mergeObjects(last, projection);
      if (merged === undefined) of.push(projection);
      else of[of.length - 1] = merged;
    }
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind: 'all', of };
  }

  /** A plain object in place of the reference to it, unless it is still being built. */
  private inPlace(projection: Projection): Projection {
    if (projection.kind !== 'ref') return projection;
    const target = this.named.get(projection.name);
    return target !== undefined && isPlain(target) ? target : projection;
  }

  private objectProjection(schema: JsonObject, pointer: string): Projection {
    // A map, because a property may be called `__proto__`.
    const properties = new Map<string, Projection>(
      strings(schema.required).map((name) => [name, ANY]),
    );
    const { document } = this.resolver;
    for (const [name, at] of namedSubschemas(schema, pointer, 'properties')) {
      const hidden = goesOtherWay(document, valueAt(document, at), this.direction);
      properties.set(name, hidden ? { kind: 'hidden' } : this.projectionAt(at));
    }
    const patterns = namedSubschemas(schema, pointer, 'patternProperties').map(
      ([pattern, at]) => [pattern, this.projectionAt(at)] as const,
    );
    const additional = this.rest(schema, pointer, 'additionalProperties');
    const unevaluated = this.rest(schema, pointer, 'unevaluatedProperties');
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

  /** The projection of properties that are not named, where the schema allows them in so many words. */
  private rest(schema: JsonObject, pointer: string, keyword: string): Projection | undefined {
    const value = schema[keyword];
    if (value === undefined || value === false) return undefined;
    return this.projectionOf(value, childPointer(pointer, keyword));
  }

  private arrayProjection(schema: JsonObject, pointer: string): Projection {
    const prefix = subschemas(schema, pointer, 'prefixItems').map((at) => this.projectionAt(at));
    const items = this.projectionOf(schema.items, childPointer(pointer, 'items'));
    if (isAny(items) && prefix.every(isAny)) return ANY;
    return { kind: 'array', ...(prefix.length > 0 && { prefix }), items };
  }

  /** Branches that say nothing of the value's projection need no test. */
  private branches(schema: JsonObject, pointer: string, keyword: 'anyOf' | 'oneOf'): Projection[] {
    return subschemas(schema, pointer, keyword).map((at) => {
      const then = this.projectionAt(at);
      return isAny(then) ? ANY : { kind: 'when', validator: this.validator(at), then };
    });
  }

  private condition(schema: JsonObject, pointer: string): Projection {
    if (!('if' in schema)) return ANY;
    const [condition, then, otherwise] = ['if', 'then', 'else'].map((keyword) =>
      this.projectionOf(schema[keyword], childPointer(pointer, keyword)),
    ) as [Projection, Projection, Projection];
    const validator = this.validator(childPointer(pointer, 'if'));
    return { kind: 'when', validator, then: this.all([condition, then]), otherwise };
  }

  private dependents(schema: JsonObject, pointer: string): Projection[] {
    return namedSubschemas(schema, pointer, 'dependentSchemas').map(([property, at]) => {
      const then = this.projectionAt(at);
      return isAny(then) ? ANY : { kind: 'has', property, then };
    });
  }

  private validator(pointer: string): string {
    return this.validatorFor(pointer, this.direction);
  }
}

const ANY: Projection = { kind: 'any' };

function numberProjection(schema: JsonObject): Projection {
  if (isInt64Schema(schema)) return { kind: 'int64' };
  const numeric = typesOf(schema).some((type) => type === 'integer' || type === 'number');
  return numeric ? { kind: 'number' } : ANY;
}

function mergeObjects(a: Projection, b: Projection): Projection | undefined {
  if (!isPlain(a) || !isPlain(b) || a.kind !== 'object' || b.kind !== 'object') return undefined;
  const clash = Object.entries(b.properties).some(
    ([name, projection]) =>
      !isAny(projection) && Object.hasOwn(a.properties, name) && !isAny(a.properties[name]),
  );
  if (clash) return undefined;
  const properties = new Map(Object.entries(a.properties));
  for (const [name, projection] of Object.entries(b.properties)) {
    if (!isAny(projection) || !properties.has(name)) properties.set(name, projection);
  }
  return { kind: 'object', properties: Object.fromEntries(properties) };
}

/** An object of named properties alone. */
function isPlain(projection: Projection): boolean {
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
