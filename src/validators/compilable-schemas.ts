import type { Extensions } from '../contract';
import type { Direction } from '../document/schemas/direction';
import { directionalSchemas } from './directional-schemas';
import type { JsonObject } from '../document/model/json-object';
import { pointerPrefixes, valueAt } from '../document/model/json-pointer';
import { Resolver } from '../document/model/resolve';
import { validationSchema } from './validation-schema';
import { schemasOf } from '../document/model/walk-document';

/** The schemas of a document as they are compiled (validation-schema.ts), each made when first asked for. */
export class CompilableSchemas {
  private readonly outermost: ReadonlyMap<string, unknown>;
  private readonly directional: ReadonlySet<string>;
  private readonly made: Readonly<Record<Direction, Map<string, unknown>>>;
  private readonly byText = new Map<string, unknown>();
  private readonly resolver: Resolver;

  /**
   * @param document with plain references only (plain-schemas.ts)
   * @param extensions the formats and keywords of the service
   */
  constructor(
    document: JsonObject,
    readonly extensions: Extensions = {},
  ) {
    this.resolver = new Resolver(document);
    const schemas = schemasOf(document);
    this.outermost = new Map(schemas.map(({ pointer, schema }) => [pointer, schema]));
    this.directional = directionalSchemas(schemas);
    this.made = { request: new Map(), response: new Map() };
  }

  /**
   * The schema at a pointer, undefined when there is none. Requests and responses get the very same one
   * where it says the same of both, and so do places whose schemas are equal.
   */
  at(pointer: string, direction: Direction): unknown {
    const outer = pointerPrefixes(pointer).find((prefix) => this.outermost.has(prefix));
    if (outer === undefined) return undefined;
    const way = this.directional.has(outer) ? direction : 'request';
    return valueAt(this.make(outer, way), pointer.slice(outer.length));
  }

  private make(pointer: string, direction: Direction): unknown {
    const made = this.made[direction];
    if (!made.has(pointer)) {
      const at = { schema: this.outermost.get(pointer), pointer };
      const schema = validationSchema(this.resolver, at, direction, this.extensions);
      // Many parameters say the same. What a reference in it means depends on the direction alone.
      const text = `${direction} ${JSON.stringify(schema)}`;
      if (!this.byText.has(text)) this.byText.set(text, schema);
      made.set(pointer, this.byText.get(text));
    }
    return made.get(pointer);
  }
}
