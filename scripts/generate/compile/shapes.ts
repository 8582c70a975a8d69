import type { Shape } from '../../../src/contract/schema/shape';
import { isJsonObject, strings, type JsonObject } from '../document/json-object';
import { childPointer, valueAt } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { goesOtherWay, type Direction } from '../schemas/direction';
import { isInt64Schema, typesOf } from '../validators/validation-schema';

/**
 * Derives shapes from schemas; see src/contract/schema/shape.ts for what they mean. Schemas that are referred
 * to get a shape of their own, by name, which is where recursion ends.
 */
export class ShapeBuilder {
  /** Shapes by name; undefined while one is being built. */
  private readonly named = new Map<string, Shape | undefined>();

  /**
   * @param validatorFor gives the name of the validator for a branch of a schema
   */
  constructor(
    private readonly resolver: Resolver,
    private readonly direction: Direction,
    private readonly validatorFor: (pointer: string, direction: Direction) => string,
  ) {}

  /** All shapes that others refer to. */
  get shapes(): Record<string, Shape> {
    return Object.fromEntries([...this.named].map(([name, shape]) => [name, shape ?? ANY]));
  }

  /** The shape of the schema at a pointer. */
  shapeOf(schema: unknown, pointer: string): Shape {
    if (!isJsonObject(schema)) return ANY;
    return this.all([
      this.reference(schema, pointer),
      numberShape(schema),
      this.objectShape(schema, pointer),
      this.arrayShape(schema, pointer),
      ...this.list(schema, pointer, 'allOf').map(([item, at]) => this.shapeOf(item, at)),
      ...this.branches(schema, pointer, 'anyOf'),
      ...this.branches(schema, pointer, 'oneOf'),
      this.condition(schema, pointer),
      ...this.dependents(schema, pointer),
    ]);
  }

  private reference(schema: JsonObject, pointer: string): Shape {
    const reference = schema.$ref;
    if (typeof reference !== 'string') return ANY;
    const target = this.resolver.target(reference, pointer);
    const name = `${this.direction} ${target}`;
    if (!this.named.has(name)) {
      this.named.set(name, undefined);
      const { document } = this.resolver;
      this.named.set(name, this.shapeOf(valueAt(document, target), target));
    }
    return { kind: 'ref', name };
  }

  /** All shapes together, those that say nothing left out and plain objects merged. */
  private all(shapes: readonly Shape[]): Shape {
    const telling = shapes.filter((shape) => !isAny(shape));
    const [first, ...others] = telling;
    if (first === undefined) return ANY;
    if (others.length === 0) return first;
    const of: Shape[] = [];
    for (const shape of telling.map((each) => this.inPlace(each))) {
      const last = of.at(-1);
      const merged = last && mergeObjects(last, shape);
      if (merged === undefined) of.push(shape);
      else of[of.length - 1] = merged;
    }
    const [only] = of;
    return of.length === 1 && only !== undefined ? only : { kind: 'all', of };
  }

  /** A plain object in place of the reference to it, unless it is still being built. */
  private inPlace(shape: Shape): Shape {
    if (shape.kind !== 'ref') return shape;
    const target = this.named.get(shape.name);
    return target !== undefined && isPlain(target) ? target : shape;
  }

  private objectShape(schema: JsonObject, pointer: string): Shape {
    // A map, because a property may be called `__proto__`.
    const properties = new Map<string, Shape>(strings(schema.required).map((name) => [name, ANY]));
    for (const [name, property, at] of this.map(schema, pointer, 'properties')) {
      const hidden = goesOtherWay(this.resolver.document, property, this.direction);
      properties.set(name, hidden ? { kind: 'hidden' } : this.shapeOf(property, at));
    }
    const patterns = this.map(schema, pointer, 'patternProperties').map(
      ([pattern, property, at]) => [pattern, this.shapeOf(property, at)] as const,
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

  /** The shape of properties that are not named, where the schema allows them in so many words. */
  private rest(schema: JsonObject, pointer: string, keyword: string): Shape | undefined {
    const value = schema[keyword];
    if (value === undefined || value === false) return undefined;
    return this.shapeOf(value, childPointer(pointer, keyword));
  }

  private arrayShape(schema: JsonObject, pointer: string): Shape {
    const prefix = this.list(schema, pointer, 'prefixItems').map(([item, at]) =>
      this.shapeOf(item, at),
    );
    const items = this.shapeOf(schema.items, childPointer(pointer, 'items'));
    if (isAny(items) && prefix.every(isAny)) return ANY;
    return { kind: 'array', ...(prefix.length > 0 && { prefix }), items };
  }

  /** Branches that say nothing of the value's shape need no test. */
  private branches(schema: JsonObject, pointer: string, keyword: 'anyOf' | 'oneOf'): Shape[] {
    return this.list(schema, pointer, keyword).map(([item, at]) => {
      const then = this.shapeOf(item, at);
      return isAny(then) ? ANY : { kind: 'when', validator: this.validator(at), then };
    });
  }

  private condition(schema: JsonObject, pointer: string): Shape {
    if (!('if' in schema)) return ANY;
    const [condition, then, otherwise] = ['if', 'then', 'else'].map((keyword) =>
      this.shapeOf(schema[keyword], childPointer(pointer, keyword)),
    ) as [Shape, Shape, Shape];
    const validator = this.validator(childPointer(pointer, 'if'));
    return { kind: 'when', validator, then: this.all([condition, then]), otherwise };
  }

  private dependents(schema: JsonObject, pointer: string): Shape[] {
    return this.map(schema, pointer, 'dependentSchemas').map(([property, item, at]) => {
      const then = this.shapeOf(item, at);
      return isAny(then) ? ANY : { kind: 'has', property, then };
    });
  }

  private validator(pointer: string): string {
    return this.validatorFor(pointer, this.direction);
  }

  private list(schema: JsonObject, pointer: string, keyword: string): [unknown, string][] {
    const value = schema[keyword];
    if (!Array.isArray(value)) return [];
    return value.map((item: unknown, index) => [item, childPointer(pointer, keyword, index)]);
  }

  private map(schema: JsonObject, pointer: string, keyword: string): [string, unknown, string][] {
    const value = schema[keyword];
    if (!isJsonObject(value)) return [];
    return Object.entries(value).map(([name, item]) => {
      return [name, item, childPointer(pointer, keyword, name)];
    });
  }
}

const ANY: Shape = { kind: 'any' };

function numberShape(schema: JsonObject): Shape {
  if (isInt64Schema(schema)) return { kind: 'int64' };
  const numeric = typesOf(schema).some((type) => type === 'integer' || type === 'number');
  return numeric ? { kind: 'number' } : ANY;
}

function mergeObjects(a: Shape, b: Shape): Shape | undefined {
  if (!isPlain(a) || !isPlain(b) || a.kind !== 'object' || b.kind !== 'object') return undefined;
  const clash = Object.entries(b.properties).some(
    ([name, shape]) =>
      !isAny(shape) && Object.hasOwn(a.properties, name) && !isAny(a.properties[name]),
  );
  if (clash) return undefined;
  const properties = new Map(Object.entries(a.properties));
  for (const [name, shape] of Object.entries(b.properties)) {
    if (!isAny(shape) || !properties.has(name)) properties.set(name, shape);
  }
  return { kind: 'object', properties: Object.fromEntries(properties) };
}

/** An object of named properties alone. */
function isPlain(shape: Shape): boolean {
  return (
    shape.kind === 'object' &&
    shape.patterns === undefined &&
    shape.additional === undefined &&
    shape.unevaluated === undefined &&
    shape.open === undefined
  );
}

function isAny(shape: Shape | undefined): boolean {
  return shape === undefined || shape.kind === 'any';
}
