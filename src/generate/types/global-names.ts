import type { DocumentNotice } from '../../document/model/document-error';
import { entries, type JsonObject } from '../../document/model/json-object';
import { childPointer, valueAt } from '../../document/model/json-pointer';

/** Types that every module knows, and that a schema is likely to be called as. */
const GLOBAL_TYPES: ReadonlySet<string> = new Set([
  ...['Array', 'BigInt', 'Boolean', 'Date', 'Function', 'Iterator', 'Map', 'Number', 'Object'],
  ...['Promise', 'Proxy', 'RegExp', 'Set', 'String', 'Symbol', 'WeakMap', 'WeakRef', 'WeakSet'],
  ...['AggregateError', 'Error', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  ...['Awaited', 'Exclude', 'Extract', 'NonNullable', 'Omit', 'Parameters', 'Partial', 'Pick'],
  ...['Readonly', 'Required', 'ReturnType'],
  // Of browsers and of Node.
  ...['Blob', 'Buffer', 'Event', 'File', 'FormData', 'Headers', 'Request', 'Response', 'URL'],
]);

const SCHEMAS = '/components/schemas';

/** One for each schema whose type would take the place of a global one in a module that imports it by its name. */
export function globalNames(document: JsonObject): DocumentNotice[] {
  const names = entries(valueAt(document, SCHEMAS)).map(([name]) => name);
  return names
    .filter((name) => GLOBAL_TYPES.has(name))
    .map((name) => ({
      severity: 'notice',
      pointer: childPointer(SCHEMAS, name),
      message: `the generated type has the name of a global one, which it hides where it is imported; import it under another name: import type { ${name} as Api${name} }`,
    }));
}
