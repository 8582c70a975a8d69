import { canonicalText } from 'openapi-trellis/tools';
import {
  effective,
  getOrMake,
  isJsonObject,
  type JsonObject,
  mapSubschemas,
  type SchemaAt,
  without,
} from '../document';
import type { Side, Sides } from './atoms';

/** Keywords that only describe. Other annotations may decide which values are valid, as `readOnly` does. */
const DESCRIBING = ['title', 'description', 'default', 'deprecated', 'example', 'examples'];

/** Keys that schemas of a version share if they have the same assertions, so that each meaning is examined once. */
export class SchemaKeys {
  private readonly ids = new Map<string, number>();
  private readonly known = new Map<JsonObject, number>();

  constructor(private readonly sides: Sides) {}

  of(side: Side, at: SchemaAt): string {
    return `${side} ${String(this.idOf(effective(this.sides[side], at).schema))}`;
  }

  /** References count by their text. */
  private idOf(schema: unknown): unknown {
    if (!isJsonObject(schema)) return schema;
    return getOrMake(this.known, schema, () => this.made(schema));
  }

  private made(schema: JsonObject): number {
    const deciding = without(schema, ...DESCRIBING);
    const numbered = mapSubschemas(deciding, (inner) => this.idOf(inner));
    return getOrMake(this.ids, canonicalText(numbered), () => this.ids.size);
  }
}
