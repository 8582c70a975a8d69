import { isJsonObject, type JsonObject, mapEntries } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import { Resolver } from '../../document/model/resolve';
import { expressionsOf } from '../../document/model/operations';
import { mapOperations } from '../../document/model/walk-document';
import type { Warn } from './fix-schema';

/**
 * Adds a parameter for each template expression of a path that has none: a required string.
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
  /** The names of the template expressions, each once. */
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
    // What is no list is a fault of its own.
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
