import { isJsonObject, type JsonObject } from '../document/json-object';
import { childPointer } from '../document/json-pointer';
import { mapEntries } from '../document/map-values';
import { Resolver } from '../document/resolve';
import { METHODS } from '../document/walk-document';
import type { Warn } from './fix-schema';

/**
 * Brings the expressions of each path and its parameters into agreement: an expression without a parameter
 * is a required string, and a parameter of the path without an expression is left out.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating
 */
export function fixPaths(document: JsonObject, warn: Warn): JsonObject {
  if (!isJsonObject(document.paths)) return document;
  const resolver = new Resolver(document);
  const paths = mapEntries(document.paths, (path, item) =>
    // What a reference leads to may be right for other paths.
    isJsonObject(item) && !('$ref' in item)
      ? new PathFixer(path, item, resolver, warn).fixed()
      : item,
  );
  return paths === document.paths ? document : { ...document, paths };
}

class PathFixer {
  private readonly pointer: string;
  private readonly expressions: readonly string[];

  constructor(
    private readonly path: string,
    private readonly item: JsonObject,
    private readonly resolver: Resolver,
    private readonly warn: Warn,
  ) {
    this.pointer = childPointer('', 'paths', path);
    this.expressions = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  }

  fixed(): JsonObject {
    const item = this.withoutUnused(this.item, this.pointer);
    const shared = this.namesOf(this.item, this.pointer);
    return mapEntries(item, (method, value) => {
      const isOperation = METHODS.some((each) => each === method) && isJsonObject(value);
      return isOperation
        ? this.operation(value, childPointer(this.pointer, method), shared)
        : value;
    });
  }

  private operation(given: JsonObject, pointer: string, shared: readonly string[]): JsonObject {
    const operation = this.withoutUnused(given, pointer);
    const declared = [...shared, ...this.namesOf(given, pointer)];
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

  private withoutUnused(owner: JsonObject, pointer: string): JsonObject {
    const given = list(owner.parameters);
    const unused = given.map((_, index) => {
      const name = this.nameAt(childPointer(pointer, 'parameters', index));
      return name !== undefined && !this.expressions.includes(name) ? name : undefined;
    });
    unused.forEach((name, index) => {
      if (name === undefined) return;
      const message = `the path "${this.path}" has no "{${name}}", so the parameter is ignored; add it or remove the parameter`;
      this.warn(childPointer(pointer, 'parameters', index), message);
    });
    if (unused.every((name) => name === undefined)) return owner;
    return { ...owner, parameters: given.filter((_, index) => unused[index] === undefined) };
  }

  private namesOf(owner: JsonObject, pointer: string): string[] {
    return list(owner.parameters).flatMap(
      (_, index) => this.nameAt(childPointer(pointer, 'parameters', index)) ?? [],
    );
  }

  /** The name of a parameter of the path; a faulty reference is told of elsewhere. */
  private nameAt(pointer: string): string | undefined {
    try {
      const { in: location, name } = this.resolver.resolve(pointer).value;
      return location === 'path' && typeof name === 'string' ? name : undefined;
    } catch {
      return undefined;
    }
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
