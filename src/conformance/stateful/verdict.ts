import type { Operation } from '../../generate/index';
import type { Resource } from '../../resources/index';
import type { Step, Steps } from './steps';

/**
 * Reports that the steps break a rule. Where the document does not link the operations, the message says
 * what they are taken to have in common.
 *
 * @param shown in their order; the last one shows it
 */
export function tell(
  steps: Steps,
  resource: Resource,
  check: string,
  message: string,
  shown: readonly Step[],
): void {
  const last = shown.at(-1);
  if (last === undefined) return;
  const operations = [...new Set(shown.map(({ operation }) => operation))];
  steps.run.report({
    check,
    message: `${message}${inferred(resource, operations)}`,
    pointer: last.operation.pointer,
    operation: last.operation,
    exchanges: shown.map(({ exchange }) => exchange),
  });
}

function inferred({ links }: Resource, operations: readonly Operation[]): string {
  const paths = new Set(operations.map(({ path }) => path));
  if (links.length > 0 || paths.size < 2) return '';
  const names = operations.map(({ method, path }) => `${method} ${path}`);
  return ` (that ${names.join(', ')} belong together is inferred from their paths and members)`;
}
