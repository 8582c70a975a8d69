import { getOrMake } from '../get-or-make';
import type { Resource, SchemaResources, Target } from './schema-resources';
import { valueAt } from '../model/json-pointer';
import { visitSchemas } from '../model/walk-document';

/**
 * The schemas that dynamic names refer to, by the resources entered so far: for each name, the one in the outermost
 * resource.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.2
 */
export type DynamicScope = ReadonlyMap<string, Target>;

export const EMPTY_SCOPE: DynamicScope = new Map();

export function entered(scope: DynamicScope, { document, dynamicAnchors }: Resource): DynamicScope {
  const added = [...dynamicAnchors].filter(([name]) => !scope.has(name));
  if (added.length === 0) return scope;
  const targets = added.map(([name, pointer]) => [name, { document, pointer }] as const);
  return new Map([...scope, ...targets]);
}

/** Equal for equal scopes. */
export function scopeKey(scope: DynamicScope): string {
  return JSON.stringify([...scope].map(([name, target]) => [name, targetKey(target)]).sort());
}

/** Equal for equal targets. */
export function targetKey({ document, pointer }: Target): string {
  return `${document.uri}#${pointer}`;
}

/** Finds the dynamic names that matter to a schema. */
export class DynamicNames {
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(private readonly resources: SchemaResources) {}

  /** The scope without names that no reference reachable from the schema uses. */
  relevant(scope: DynamicScope, target: Target): DynamicScope {
    if (scope.size === 0) return scope;
    const names = this.from(target);
    return new Map([...scope].filter(([name]) => names.has(name)));
  }

  /** The names of all dynamic references reachable from a schema. */
  private from(target: Target): ReadonlySet<string> {
    return getOrMake(this.known, targetKey(target), () => this.collect(target));
  }

  private collect(target: Target): ReadonlySet<string> {
    const names = new Set<string>();
    const seen = new Set<string>();
    const queue = [target];
    for (let each = queue.pop(); each !== undefined; each = queue.pop()) {
      if (seen.has(targetKey(each))) continue;
      seen.add(targetKey(each));
      const { document, pointer } = each;
      visitSchemas(valueAt(document.value, pointer), pointer, ({ $ref, $dynamicRef }, at) => {
        const resource = this.resources.resourceAt({ document, pointer: at });
        if (typeof $ref === 'string') queue.push(this.resources.locate($ref, resource, at));
        if (typeof $dynamicRef !== 'string') return;
        const located = this.resources.locate($dynamicRef, resource, at);
        queue.push(located);
        if (located.dynamicAnchor === undefined) return;
        names.add(located.dynamicAnchor);
        for (const each of this.resources.dynamicTargets(located.dynamicAnchor)) queue.push(each);
      });
    }
    return names;
  }
}
