import { Failure, failureKinds } from '../failure';
import { MatchBudgetExceededError } from '../schema/patterns/match-budget';
import type { SchemaContext } from '../schema/validation';
import { decodeJsonContent } from './decode-body';

/** The body in the generated types of an operation. */
type BodyOf<Operation> = Operation extends { readonly input: { readonly body?: infer Body } }
  ? Body
  : never;

/**
 * Reads JSON that no request carries, such as a line of a file, like the body of a request to an operation: it is
 * validated, defaults are filled in, and exact integers become `bigint`. It has no limit of size. Of several JSON media
 * types the document's first counts.
 *
 * @param content one JSON value; bytes are UTF-8
 * @returns the body as a handler gets it, or a Failure with the first fault
 * @throws Error when the operation has no JSON body
 * @example
 * ```ts
 * import { Failure, readJsonBody } from 'openapi-trellis/contract';
 * import { contract } from '../generated/contract';
 * import type { Operations } from '../generated/operations';
 * import { validators } from '../generated/validators';
 *
 * export function nameIn(line: string): string {
 *   const rules = { contract, validators };
 *   const plant = readJsonBody<Operations, 'createPlant'>(rules, 'createPlant', line);
 *   return plant instanceof Failure ? plant.message : plant.name;
 * }
 * ```
 */
export function readJsonBody<Operations, OperationId extends keyof Operations & string>(
  { contract, validators }: SchemaContext,
  operationId: OperationId,
  content: Buffer | string,
): BodyOf<Operations[OperationId]> | Failure {
  const operation = contract.operations.find((each) => each.operationId === operationId);
  const types = Object.values(operation?.requestBody?.content ?? {});
  const media = types.find(({ kind }) => kind === 'json');
  if (media?.kind !== 'json') throw new Error(`The contract has no JSON body of ${operationId}`);
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  try {
    const value = decodeJsonContent({ contract, validators, subject: 'body' }, media, bytes);
    return value as BodyOf<Operations[OperationId]> | Failure;
  } catch (error) {
    // A text that takes too long to match is the sender's fault.
    if (!(error instanceof MatchBudgetExceededError)) throw error;
    return new Failure(failureKinds.invalidBody, `The body ${error.message}`);
  }
}
