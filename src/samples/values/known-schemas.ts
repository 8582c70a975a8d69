import type { Place } from '../../document/model/schema-at';
import { ObjectShape, type ShapeSource } from './object-shape';

/** What is found of schemas once, for all values that are made by them. */
export class KnownSchemas {
  private readonly together = new WeakMap<object, readonly Place[]>();
  private readonly shapes = new WeakMap<readonly Place[], ObjectShape>();

  constructor(private readonly source: ShapeSource) {}

  /** The schemas that always apply with one, if there are no others. */
  alwaysWith(schema: object): readonly Place[] | undefined {
    return this.together.get(schema);
  }

  setAlwaysWith(schema: object, places: readonly Place[]): void {
    this.together.set(schema, places);
  }

  shape(places: readonly Place[]): ObjectShape {
    let shape = this.shapes.get(places);
    if (shape === undefined) {
      shape = new ObjectShape(this.source, places);
      this.shapes.set(places, shape);
    }
    return shape;
  }
}
