import {
  type DocumentNotice,
  entries,
  type JsonObject,
  childPointer,
  valueAt,
  COMPONENTS,
} from '../../document';

/** Global types whose names schemas are likely to have. */
const GLOBAL_TYPES: ReadonlySet<string> = new Set([
  ...['Array', 'BigInt', 'Boolean', 'Date', 'Function', 'Iterator', 'Map', 'Number', 'Object'],
  ...['Promise', 'Proxy', 'RegExp', 'Set', 'String', 'Symbol', 'WeakMap', 'WeakRef', 'WeakSet'],
  ...['AggregateError', 'Error', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['Awaited', 'Exclude', 'Extract', 'NonNullable', 'Omit', 'Parameters', 'Partial', 'Pick'],
  ...['Readonly', 'Required', 'ReturnType'],
  // Types of browsers and Node.
  ...['Blob', 'Buffer', 'Event', 'File', 'FormData', 'Headers', 'Request', 'Response', 'URL'],
]);

/** A notice for each schema whose type hides a global one in modules that import it by name. */
export function globalNames(document: JsonObject): DocumentNotice[] {
  const names = entries(valueAt(document, COMPONENTS)).map(([name]) => name);
  return names
    .filter((name) => GLOBAL_TYPES.has(name))
    .map((name) => ({
      severity: 'notice',
      pointer: childPointer(COMPONENTS, name),
      message: `the generated type has the name of a global one, which it hides where it is imported; import it under another name: import type { ${name} as Api${name} }`,
    }));
}
