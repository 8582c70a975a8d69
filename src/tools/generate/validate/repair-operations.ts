import {
  FreeNames,
  asObject,
  entries,
  isJsonObject,
  type JsonObject,
  mapEntries,
  members,
  strings,
  childPointer,
  deriveOperationId,
  expressionsOf,
  mapOperations,
  operationsIn,
  visitObjects,
  Resolver,
} from '../../document';
import type { Warn } from './repair-schema';

/**
 * Renames each operation whose operationId an earlier one has. The name is derived from method and path, as for
 * operations without an operationId.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-7
 */
export function repairOperationIds(document: JsonObject, warn: Warn): JsonObject {
  if (!isJsonObject(document.paths)) return document;
  const taken = new Set(operationIds(document.paths));
  const names = new FreeNames((name) => taken.has(name));
  const owners = new Map<string, string>();
  const paths = mapEntries(document.paths, (path, item) => {
    if (!isJsonObject(item)) return item;
    return mapOperations(item, childPointer('', 'paths', path), ({ method, pointer, value }) => {
      const { operationId } = value;
      if (typeof operationId !== 'string') return value;
      const owner = owners.get(operationId);
      if (owner === undefined) {
        owners.set(operationId, pointer);
        return value;
      }
      const name = deriveOperationId(method, path, names);
      taken.add(name);
      warn(
        childPointer(pointer, 'operationId'),
        `"${operationId}" is also that of ${owner}, so this one is called "${name}"; rename one`,
      );
      return { ...value, operationId: name };
    });
  });
  return paths === document.paths ? document : { ...document, paths };
}

function operationIds(paths: JsonObject): string[] {
  return members(paths).flatMap(([, item]) =>
    strings(operationsIn(asObject(item), '').map(({ value }) => value.operationId)),
  );
}

/**
 * Adds a parameter, a required string, for each template expression without one.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating
 */
export function repairPaths(document: JsonObject, warn: Warn): JsonObject {
  if (!isJsonObject(document.paths)) return document;
  const resolver = new Resolver(document);
  const paths = mapEntries(document.paths, (path, item) =>
    // The target of a reference may be right for other paths.
    isJsonObject(item) && !('$ref' in item)
      ? new PathRepairer(path, item, resolver, warn).fixed()
      : item,
  );
  return paths === document.paths ? document : { ...document, paths };
}

class PathRepairer {
  private readonly pointer: string;
  private readonly expressions: readonly string[];

  constructor(
    private readonly path: string,
    private readonly item: JsonObject,
    private readonly resolver: Resolver,
    private readonly warn: Warn,
  ) {
    this.pointer = childPointer('', 'paths', path);
    this.expressions = [...new Set(expressionsOf(path))].filter((name) => name !== '');
  }

  fixed(): JsonObject {
    const shared = this.namesOf(this.item, this.pointer);
    return mapOperations(this.item, this.pointer, ({ value, pointer }) =>
      this.operation(value, pointer, shared),
    );
  }

  private operation(operation: JsonObject, pointer: string, shared: readonly string[]): JsonObject {
    // Parameters that are not a list are a separate fault.
    if (!Array.isArray(operation.parameters ?? [])) return operation;
    const declared = [...shared, ...this.namesOf(operation, pointer)];
    const missing = this.expressions.filter((name) => !declared.includes(name));
    if (missing.length === 0) return operation;
    const added = missing.map((name) => {
      this.warn(
        pointer,
        `the path has "{${name}}" and no parameter of that name, which is read as a string; declare it with "in: path"`,
      );
      return { name, in: 'path', required: true, schema: { type: 'string' } };
    });
    return { ...operation, parameters: [...list(operation.parameters), ...added] };
  }

  private namesOf(owner: JsonObject, pointer: string): string[] {
    return list(owner.parameters).flatMap(
      (_, index) => this.nameAt(childPointer(pointer, 'parameters', index)) ?? [],
    );
  }

  /** The name of a path parameter; faulty references are reported elsewhere. */
  private nameAt(pointer: string): string | undefined {
    const { in: location, name } = this.resolver.tryResolve(pointer)?.value ?? {};
    return location === 'path' && typeof name === 'string' ? name : undefined;
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Adds each security scheme that is required but not described, as bearer tokens, to prevent calls without credentials.
 * Each is reported once, at its first requirement.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function repairSecurity(document: JsonObject, warn: Warn): JsonObject {
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
