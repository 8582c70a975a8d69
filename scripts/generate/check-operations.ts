import { isJsonObject, type JsonObject } from './json-object';
import { childPointer } from './json-pointer';
import type { DocumentFault } from './document-error';
import type { Operation } from './operations';

/** Every path of the service that no document may use. */
const RESERVED_PREFIX = '/-/';

/** What is wrong with operations beyond the structure of the document, each with its place and mend. */
export function operationFaults(
  operations: readonly Operation[],
  document: JsonObject,
): DocumentFault[] {
  return [
    ...sharedFaults(
      operations,
      ({ operationId }) => operationId,
      (operation, first) => {
        const message = `the operationId "${operation.operationId}" is that of ${first.pointer} too; rename one`;
        return { pointer: operation.pointer, message };
      },
    ),
    ...sharedFaults(operations, routeOf, (operation, first) => {
      const message = `the path is the same as "${first.path}" but for names; requests could not be told apart, so keep one`;
      return { pointer: childPointer('', 'paths', operation.path), message };
    }),
    ...operations.flatMap((operation) => [
      ...pathFaults(operation),
      ...templateFaults(operation),
      ...schemeFaults(operation, document),
    ]),
  ];
}

/** A fault for each operation whose key an earlier one has. */
function sharedFaults(
  operations: readonly Operation[],
  keyOf: (operation: Operation) => string,
  fault: (operation: Operation, first: Operation) => DocumentFault,
): DocumentFault[] {
  const firsts = new Map<string, Operation>();
  return operations.flatMap((operation) => {
    const first = firsts.get(keyOf(operation));
    if (first !== undefined) return [fault(operation, first)];
    firsts.set(keyOf(operation), operation);
    return [];
  });
}

/**
 * Method and path without the names of its expressions.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating-matching
 */
function routeOf({ method, path }: Operation): string {
  return `${method} ${decoded(path.replace(/\{[^{}]*\}/g, '{}'))}`;
}

function pathFaults({ path }: Operation): DocumentFault[] {
  const pointer = childPointer('', 'paths', path);
  const plain = decoded(path);
  if (plain !== '/-' && !plain.startsWith(RESERVED_PREFIX)) return [];
  const message = `paths under "${RESERVED_PREFIX}" are reserved for the service; choose another`;
  return [{ pointer, message }];
}

/** @see https://spec.openapis.org/oas/v3.1.1#path-templating */
function templateFaults({ path, parameters, pointer }: Operation): DocumentFault[] {
  const expressions = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const declared = parameters.filter(({ value }) => value.in === 'path');
  const names = declared.map(({ value }) => String(value.name));
  const undeclared = expressions.filter((name) => !names.includes(name));
  const unused = declared.filter(({ value }) => !expressions.includes(String(value.name)));
  return [
    ...undeclared.map((name) => {
      const message = `the path has "{${name}}" and no parameter of that name; declare it with "in: path"`;
      return { pointer, message };
    }),
    ...unused.map((parameter) => {
      const name = String(parameter.value.name);
      const message = `the path "${path}" has no "{${name}}"; add it or remove the parameter`;
      return { pointer: parameter.pointer, message };
    }),
  ];
}

/** @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object */
function schemeFaults({ security, pointer }: Operation, document: JsonObject): DocumentFault[] {
  const components = isJsonObject(document.components) ? document.components : {};
  const schemes = isJsonObject(components.securitySchemes) ? components.securitySchemes : {};
  const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
  return [...names]
    .filter((name) => !Object.hasOwn(schemes, name))
    .map((name) => {
      const message = `the security scheme "${name}" is not among components/securitySchemes; add it`;
      return { pointer, message };
    });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
