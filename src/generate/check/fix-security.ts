import { asObject, entries, type JsonObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import { visitObjects } from '../../document/model/walk-document';
import type { Warn } from './fix-schema';

/**
 * Adds each security scheme that is required and described nowhere, as one of bearer tokens, so that
 * nobody calls without credentials. Each is told of once, at its first requirement.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function fixSecurity(document: JsonObject, warn: Warn): JsonObject {
  const components = asObject(document.components);
  const schemes = asObject(components.securitySchemes);
  const missing = new Set<string>();
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    if (kind !== 'openapi' && kind !== 'operation') return;
    const { security } = asObject(value);
    const requirements: readonly unknown[] = Array.isArray(security) ? security : [];
    for (const [index, requirement] of requirements.entries()) {
      for (const [name] of entries(requirement)) {
        if (Object.hasOwn(schemes, name) || missing.has(name)) continue;
        missing.add(name);
        const message = `the security scheme "${name}" is not among components/securitySchemes, and is read as one of bearer tokens; add it`;
        warn(childPointer(pointer, 'security', index, name), message);
      }
    }
  });
  if (missing.size === 0) return document;
  const scheme = { type: 'http', scheme: 'bearer' };
  const added = [...missing].map((name) => [name, scheme] as const);
  const securitySchemes = { ...schemes, ...Object.fromEntries(added) };
  return { ...document, components: { ...components, securitySchemes } };
}
