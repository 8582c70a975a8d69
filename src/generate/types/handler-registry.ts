import { handlerNames } from './handler-names';
import type { Operation } from '../../document/model/operations';
import { printKey } from '../../document/print';

/**
 * The module that gathers the handlers: one file for each operation, found by its operationId. A
 * missing file does not compile, and the message has the operation's name; nor does a handler that is for
 * another operation. What handlers depend on is for the composition to give.
 *
 * @param handlersModule the folder of the handlers, as it is imported
 */
export function handlerRegistry(operations: readonly Operation[], handlersModule: string): string {
  const names = handlerNames(operations.map(({ operationId }) => operationId));
  const imports = names.map(({ identifier, file }) => {
    return `import { ${identifier} } from '${handlersModule}/${file}';\n`;
  });
  const entries = names.map(({ operationId, identifier }) =>
    operationId === identifier
      ? `  ${identifier},\n`
      : `  ${printKey(operationId)}: ${identifier},\n`,
  );
  return `import type { Handler, OperationId } from './operations';
${imports.join('')}
/** The handler of each operation, by operationId. */
export const handlers = {
${entries.join('')}} satisfies { [Id in OperationId]: Handler<Id, never> };
`;
}
