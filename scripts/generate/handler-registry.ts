import type { Operation } from './operations';
import { printKey } from './print';

/**
 * The module that gathers the handlers: one file for each operation, found by its operationId. A
 * missing file does not compile, and the message has the operation's name.
 *
 * @param handlersModule the folder of the handlers, as it is imported
 */
export function handlerRegistry(operations: readonly Operation[], handlersModule: string): string {
  const names = operations.map(({ operationId }) => ({
    operationId,
    file: handlerFile(operationId),
    name: handlerName(operationId),
  }));
  const imports = names.map(({ name, file }) => {
    return `import { ${name} } from '${handlersModule}/${file}';\n`;
  });
  const entries = names.map(({ operationId, name }) =>
    printKey(operationId) === name ? `  ${name},\n` : `  ${printKey(operationId)}: ${name},\n`,
  );
  return `${imports.join('')}
/** The handler of each operation, by operationId. */
export const handlers = {
${entries.join('')}};
`;
}

/** The name of a handler's file, without its ending: the operationId, but for what no file name has. */
export function handlerFile(operationId: string): string {
  return operationId.replace(/[^\w.$-]/g, '_');
}

/** The name that a handler's file exports: the operationId as an identifier. */
export function handlerName(operationId: string): string {
  const name = operationId.replace(/[^\w$]/g, '_');
  return /^\d/.test(name) || RESERVED_WORDS.has(name) ? `_${name}` : name;
}

const RESERVED_WORDS = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends ' +
    'false finally for function if implements import in instanceof interface let new null package ' +
    'private protected public return static super switch this throw true try typeof var void while ' +
    'with yield'
  ).split(' '),
);
