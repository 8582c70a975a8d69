import type { Direction } from '../../generate/schemas/direction';
import type { JsonObject } from '../../generate/document/json-object';
import { childPointer, valueAt } from '../../generate/document/json-pointer';
import type { Resolver } from '../../generate/document/resolve';
import { typesOf } from '../../generate/validators/validation-schema';
import { visitSchemas } from '../../generate/document/walk-schema';
import type { Construct } from './construct';
import { UNCHECKED } from './unenforced';
import type { KeywordProbes } from './keyword-probes';

/** The types to whose values a keyword applies; all without an entry. */
const APPLIES_TO: Readonly<Record<string, readonly string[]>> = {
  ...group(['string'], 'maxLength minLength pattern'),
  ...group(['integer', 'number'], 'exclusiveMaximum exclusiveMinimum maximum minimum multipleOf'),
  ...group(
    ['array'],
    'contains items maxContains maxItems minContains minItems prefixItems unevaluatedItems uniqueItems',
  ),
  ...group(
    ['object'],
    'additionalProperties dependentRequired dependentSchemas maxProperties minProperties ' +
      'patternProperties properties propertyNames required unevaluatedProperties',
  ),
};

/** The keywords of a schema and of all that apply with it, each place once for each direction. */
export class SchemaConstructs {
  private readonly visited = new Set<string>();

  constructor(
    private readonly resolver: Resolver,
    private readonly probes: KeywordProbes,
  ) {}

  /** @param checked false where no validator is run, so that types alone enforce anything */
  of(pointer: string, direction: Direction, checked = true): Construct[] {
    const found: Construct[] = [];
    const start = valueAt(this.resolver.document, pointer);
    visitSchemas(start, pointer, (schema, at) => {
      const key = `${direction} ${String(checked)} ${at}`;
      if (this.visited.has(key)) return;
      this.visited.add(key);
      for (const keyword of Object.keys(schema)) {
        found.push(this.construct(keyword, schema, at, direction, checked));
      }
      if (typeof schema.$ref !== 'string') return;
      found.push(...this.of(this.resolver.target(schema.$ref, at), direction, checked));
    });
    return found;
  }

  private construct(
    keyword: string,
    schema: JsonObject,
    at: string,
    direction: Direction,
    checked: boolean,
  ): Construct {
    const kind =
      keyword === 'format' ? `keyword format ${String(schema.format)}` : `keyword ${keyword}`;
    const found = canApply(keyword, schema)
      ? this.probes.enforcersOf(keyword, schema, direction)
      : [];
    const enforcers = checked ? found : found.filter((enforcer) => enforcer === 'types');
    const unchecked = checked || enforcers.length > 0 ? '' : UNCHECKED;
    return { kind: kind + unchecked, pointer: childPointer(at, keyword), enforcers };
  }
}

/** False for a keyword beside a type to whose values it does not apply. */
function canApply(keyword: string, schema: JsonObject): boolean {
  const types = typesOf(schema);
  const applicable = Object.hasOwn(APPLIES_TO, keyword) ? APPLIES_TO[keyword] : undefined;
  if (types.length === 0 || applicable === undefined) return true;
  return types.some((type) => applicable.includes(type));
}

function group(types: readonly string[], keywords: string): Record<string, readonly string[]> {
  return Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, types]));
}
