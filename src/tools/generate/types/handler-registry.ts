import { type Operation, printKey, quoted } from '../../document';
import { importName, type ModuleFormat } from '../module-format';
import { distinctNames, identifierName, LONGEST_NAME, NOT_DECLARABLE } from './identifiers';

/**
 * The module with all handlers: one file for each operation, named by its operationId. The compiler reports a missing
 * file with the operation's name, and a handler for another operation. Dependencies of handlers are given by the
 * composition. The type is written, as `isolatedDeclarations` demands.
 *
 * @param handlersModule the folder of the handlers, as it is imported
 */
export function handlerRegistry(
  operations: readonly Operation[],
  handlersModule: string,
  format: ModuleFormat,
): string {
  const names = handlerNames(operations.map(({ operationId }) => operationId));
  const imports = names.map(({ identifier, file }) => {
    return `import { ${identifier} } from ${quoted(importName(`${handlersModule}/${file}`, format))};\n`;
  });
  const types = names.map(({ operationId, identifier }) => {
    return `  ${printKey(operationId)}: typeof ${identifier};\n`;
  });
  const entries = names.map(({ operationId, identifier }) =>
    operationId === identifier
      ? `  ${identifier},\n`
      : `  ${printKey(operationId)}: ${identifier},\n`,
  );
  const operationsModule = quoted(importName('./operations', format));
  return `import type { Handler, OperationId } from ${operationsModule};
${imports.join('')}
/** The handler of each operation, by operationId. */
export const handlers: {
${types.join('')}} = {
${entries.join('')}} satisfies { [Id in OperationId]: Handler<Id, never, never, never> };
`;
}

export interface HandlerName {
  readonly operationId: string;
  readonly file: string;
  readonly identifier: string;
}

/**
 * Names for handlers: the operationId itself where possible. Names are distinct and do not depend on the document's
 * order. File names are distinct on case-insensitive systems too.
 */
export function handlerNames(operationIds: readonly string[]): HandlerName[] {
  const files = distinctNames(operationIds, fileName, (name) => name.toLowerCase());
  const identifiers = distinctNames(operationIds, (id) => identifierName(id, TAKEN));
  return operationIds.map((operationId) => ({
    operationId,
    file: files.get(operationId) ?? '',
    identifier: identifiers.get(operationId) ?? '',
  }));
}

/** A name that every file system accepts, that imports do not read as having an extension, and that no test has. */
function fileName(operationId: string): string {
  const name = operationId
    .replace(/[^\w.$-]/g, '_')
    .replace(/^\.|\.$/g, '_')
    .slice(0, LONGEST_NAME);
  const changed = WINDOWS_DEVICE.test(name) || TAKEN_ENDING.test(name);
  return changed || name === '' ? `${name}_` : name;
}

/** @see https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const TAKEN_ENDING = /\.(?:d|test|spec|[cm]?[jt]s|[jt]sx|json|node)$/i;

/** Names that a module cannot declare, or that the registry declares; `import()` awaits a module's `then`. */
const TAKEN = new Set([...NOT_DECLARABLE, 'Handler', 'OperationId', 'handlers', 'then']);
