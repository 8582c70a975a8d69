import { createRequire } from 'node:module';
import type * as Http from 'node:http';
import {
  type JsonObject,
  childPointer,
  valueAt,
  METHODS as FIELDS,
  type DocumentFault,
  type DocumentNotice,
  expressionsOf,
  type Operation,
  STRICT_QUERY,
  type Located,
  basePathsOf,
  serverFaults,
  serverWarnings,
} from '../../document';
import { decoded, pointerKeys } from 'openapi-trellis/tools';
import { ONE_QUERY } from './structure';

/** The prefix of paths that the service reserves. */
const RESERVED_PREFIX = '/-/';

/** Faults beyond the document's structure, each with its place and remedy. */
export function operationFaults(
  operations: readonly Operation[],
  document: JsonObject,
): DocumentFault[] {
  return [
    ...sharedFaults(
      operations,
      ({ operationId }) => operationId,
      (operation, first) => {
        const message = `the operationId "${operation.operationId}" is also that of ${first.pointer}; rename one`;
        return { pointer: operation.pointer, message };
      },
    ),
    ...sharedFaults(operations, routeOf, (operation, first) => {
      const isOnePath = operation.path === first.path;
      const message = isOnePath
        ? `the method ${operation.method} is also that of ${first.pointer}; keep one`
        : `the path is the same as "${first.path}" except for names, so requests cannot be told apart; keep one`;
      return { pointer: operation.pointer, message };
    }),
    ...operations.flatMap((operation) => [
      ...pathFaults(operation),
      ...templateFaults(operation),
      ...querystringFaults(operation),
    ]),
    ...serverFields(operations, document).flatMap((at) => serverFaults(valueAt(document, at), at)),
  ];
}

/** Warns of operations that are served differently than their author may expect. */
export function operationWarnings(
  operations: readonly Operation[],
  document: JsonObject,
): DocumentFault[] {
  return [
    ...operations.flatMap(pathWarnings),
    ...operations.flatMap(methodWarnings),
    ...unusedWarnings(operations),
    ...clashWarnings(operations, document),
    ...strictQueryWarnings(operations, document),
    ...serverFields(operations, document).flatMap((at) =>
      serverWarnings(valueAt(document, at), at),
    ),
  ];
}

export function nameNotices(operations: readonly Operation[]): DocumentNotice[] {
  return operations
    .filter(({ unnamed }) => unnamed)
    .map(({ pointer, operationId }) => {
      const message = `has no operationId, and is called "${operationId}"`;
      return { severity: 'notice', pointer, message };
    });
}

/** The pointers of all `servers` fields in effect. */
function serverFields(operations: readonly Operation[], document: JsonObject): string[] {
  const own = operations.flatMap(({ servers }) => servers ?? []);
  return [...('servers' in document ? ['/servers'] : []), ...new Set(own)];
}

function strictQueryWarnings(
  operations: readonly Operation[],
  document: JsonObject,
): DocumentFault[] {
  const holders = operations.flatMap(({ pointer }) => [pointer, parentOf(pointer)]);
  return [...new Set(['', ...holders])].flatMap((holder) => {
    const pointer = childPointer(holder, STRICT_QUERY);
    const value = valueAt(document, pointer);
    const message = 'must be of type boolean, and counts as false; write true or false';
    return value === undefined || typeof value === 'boolean' ? [] : [{ pointer, message }];
  });
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** @see https://spec.openapis.org/oas/v3.1.1#server-object */
function clashWarnings(operations: readonly Operation[], document: JsonObject): DocumentFault[] {
  const firsts = new Map<string, Operation>();
  return operations.flatMap((operation) => {
    const servers = valueAt(document, operation.servers ?? '/servers');
    const clashes = basePathsOf(servers).flatMap((basePath) => {
      const route = routeOf({ ...operation, path: basePath + operation.path });
      const first = firsts.get(route);
      if (first === undefined) firsts.set(route, operation);
      return first === undefined || first === operation ? [] : [{ basePath, first }];
    });
    return clashes.map(({ basePath, first }) => {
      const message = `"${basePath}${operation.path}" is served as ${first.pointer}, of another server; rename one`;
      return { pointer: operation.pointer, message };
    });
  });
}

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
 * Method and path without the names of template expressions.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#path-templating-matching
 */
export function routeOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${decoded(path.replace(/\{[^{}]*\}/g, '{}'))}`;
}

function pathFaults({ path }: Operation): DocumentFault[] {
  const pointer = childPointer('', 'paths', path);
  const plain = decoded(path);
  if (plain === '/-' || plain.startsWith(RESERVED_PREFIX)) {
    const message = `paths under "${RESERVED_PREFIX}" are reserved for the service; choose another`;
    return [{ pointer, message }];
  }
  return [];
}

/** @see https://www.rfc-editor.org/rfc/rfc3986#section-3.3 */
function pathWarnings({ path }: Operation): DocumentFault[] {
  const pointer = childPointer('', 'paths', path);
  const query =
    'a path holds no query; it is compared with that of a request all the same, so better describe it by parameters';
  const fragment = 'a path ends before "#", so a request must write it as "%23"; leave it out';
  return [
    ...(path.includes('?') ? [{ pointer, message: query }] : []),
    ...(path.includes('#') ? [{ pointer, message: fragment }] : []),
  ];
}

/**
 * A method with a fixed field is served wherever it is written. Node answers 400 to methods that its parser does not
 * know, and treats CONNECT separately.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#path-item-additional-operations
 */
function methodWarnings({ method, pointer }: Operation): DocumentFault[] {
  const field = FIELDS.find((each) => each.toUpperCase() === method);
  if (field !== undefined) {
    const message = `is read as the field "${field}" of the path item; write it as that`;
    return pointerKeys(pointer).at(-1) === field ? [] : [{ pointer, message }];
  }
  if (httpMethods().includes(method) && method !== 'CONNECT') return [];
  const message = `the HTTP server of Node.js takes no requests of the method ${method}, so none reaches this operation; use a method that http.METHODS lists`;
  return [{ pointer, message }];
}

/** Loaded on demand: loading `node:http` takes longer than checking a small document. */
function httpMethods(): readonly string[] {
  const { METHODS } = createRequire(__filename)('node:http') as typeof Http;
  return METHODS;
}

/** @see https://spec.openapis.org/oas/v3.1.1#path-templating */
function templateFaults({ path, parameters, pointer }: Operation): DocumentFault[] {
  const declared = parameters.filter(({ value }) => value.in === 'path');
  const names = declared.map(({ value }) => String(value.name));
  const undeclared = expressionsOf(path).filter((name) => !names.includes(name));
  return undeclared.map((name) => {
    const message = `the path has "{${name}}" and no parameter of that name; declare it with "in: path"`;
    return { pointer, message };
  });
}

/** @see https://spec.openapis.org/oas/v3.2.0#parameter-locations */
function querystringFaults({ parameters, pointer }: Operation): DocumentFault[] {
  const at = (location: string): Located[] =>
    parameters.filter(({ value }) => value.in === location);
  const [whole, ...others] = at('querystring');
  if (whole === undefined || others.length + at('query').length === 0) return [];
  return [{ pointer, message: ONE_QUERY }];
}

/** A warning for each parameter, however many operations share it. */
function unusedWarnings(operations: readonly Operation[]): DocumentFault[] {
  const warnings = new Map<string, DocumentFault>();
  for (const { path, pointer, unused } of operations) {
    for (const parameter of unused) {
      // A parameter in components may be right for other paths.
      const at = parameter.pointer.startsWith('/paths/') ? parameter.pointer : pointer;
      const name = String(parameter.value.name);
      const message = `the path "${path}" has no "{${name}}", so the parameter is ignored; add it or remove the parameter`;
      warnings.set(`${at} ${name}`, { pointer: at, message });
    }
  }
  return [...warnings.values()];
}
