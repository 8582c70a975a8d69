import {
  getOrMake,
  type Direction,
  isJsonObject,
  type JsonObject,
  fragmentPointer,
  pointerPrefixes,
  valueAt,
  Resolver,
  type Steps,
  type SchemaPlace,
  schemasOf,
  withReached,
} from '../document';
import type { Extensions } from 'openapi-trellis/tools';
import { validationSchema } from './validation-schema';

export class CompilableSchemas {
  private readonly outermost: ReadonlyMap<string, unknown>;
  private readonly directional: ReadonlySet<string>;
  private readonly made: Readonly<Record<Direction, Map<string, unknown>>>;
  private readonly byText = new Map<string, unknown>();
  private readonly resolver: Resolver;

  /**
   * @param document with plain references only (normalize-schemas.ts)
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

  get steps(): Steps {
    return this.resolver.steps;
  }

  /**
   * The schema at a pointer, or undefined. Requests and responses share one where it means the same for both, and so do
   * places with equal schemas.
   */
  at(pointer: string, direction: Direction): unknown {
    const outer = this.outermostAround(pointer);
    if (outer === undefined) return undefined;
    const own = this.directional.has(outer) ? direction : 'request';
    return valueAt(this.make(outer, own), pointer.slice(outer.length));
  }

  /** False for a schema that means the same in requests and in responses. */
  isDirectional(pointer: string): boolean {
    return this.directional.has(this.outermostAround(pointer) ?? pointer);
  }

  private outermostAround(pointer: string): string | undefined {
    if (this.outermost.has(pointer)) return pointer;
    return pointerPrefixes(pointer).find((prefix) => this.outermost.has(prefix));
  }

  private make(pointer: string, direction: Direction): unknown {
    const made = this.made[direction];
    if (!made.has(pointer)) {
      const at = { schema: this.outermost.get(pointer), pointer };
      const schema = validationSchema(this.resolver, at, direction, this.extensions);
      // Many parameters have equal schemas. References in them depend only on the direction.
      const text = `${direction} ${JSON.stringify(schema)}`;
      if (!this.byText.has(text)) this.byText.set(text, schema);
      made.set(pointer, this.byText.get(text));
    }
    return made.get(pointer);
  }
}

/**
 * The pointers of outermost schemas that may mean something else in requests than in responses: those that lead to a
 * `readOnly` or `writeOnly`. All others need only one validator.
 *
 * @param schemas all of a document with plain references (normalize-schemas.ts)
 */
function directionalSchemas(schemas: readonly SchemaPlace[]): ReadonlySet<string> {
  const outermost = new Set(schemas.map(({ pointer }) => pointer));
  const referrers = new Map<string, string[]>();
  const found = new Set<string>();
  for (const { pointer, schema } of schemas) {
    const targets = new Set<string>();
    if (isDirectional(schema, targets)) found.add(pointer);
    for (const target of targets) {
      const owner = pointerPrefixes(target).find((prefix) => outermost.has(prefix));
      if (owner === undefined) continue;
      getOrMake(referrers, owner, () => []).push(pointer);
    }
  }
  return withReached(referrers, found);
}

/** Collects reference targets. Examples that look like schemas may be counted too. */
function isDirectional(value: unknown, targets: Set<string>): boolean {
  if (Array.isArray(value)) {
    return value.map((item) => isDirectional(item, targets)).includes(true);
  }
  if (!isJsonObject(value)) return false;
  const pointer = referencePointer(value);
  if (pointer !== undefined) targets.add(pointer);
  const inner = Object.values(value).map((member) => isDirectional(member, targets));
  return value.readOnly === true || value.writeOnly === true || inner.includes(true);
}

function referencePointer({ $ref }: JsonObject): string | undefined {
  return typeof $ref === 'string' ? fragmentPointer($ref) : undefined;
}
