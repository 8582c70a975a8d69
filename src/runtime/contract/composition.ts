import { type CompiledContract, CONTRACT_FORMAT } from './compiled-contract';
import { Failure, failureKinds } from './failure';
import { didYouMean } from './near-name';

/**
 * Thrown by `createService` when the parts of a service do not match: one line for each handler and authenticator that
 * is missing or superfluous, or one for generated code of another format.
 *
 * @example
 * ```ts
 * import { CompositionError } from 'openapi-trellis/contract';
 *
 * export function explain(error: unknown): string {
 *   return error instanceof CompositionError ? error.message : 'The service failed to start';
 * }
 * ```
 */
export class CompositionError extends Error {
  override readonly name = 'CompositionError';
}

/**
 * Checks the form of generated code before anything else of it is read.
 *
 * @throws CompositionError naming both formats and the remedy
 */
export function checkFormat({ format }: { readonly format?: number }): void {
  if (format === CONTRACT_FORMAT) return;
  const found = format === undefined ? 'no format' : `format ${format}`;
  throw new CompositionError(
    `The generated code has ${found}, and this version of openapi-trellis takes format ${CONTRACT_FORMAT}; run your generate script, such as: npx --no -- trellis generate`,
  );
}

/**
 * Checks that each operation has a handler, each handler and limit an operation, and each security scheme in use an
 * authenticator.
 *
 * @throws CompositionError naming each missing or superfluous part and the remedy
 */
export function checkComposition(parts: {
  readonly contract: CompiledContract;
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly authenticators: Readonly<Record<string, unknown>>;
  readonly allowMissingHandlers?: boolean;
  readonly limits?: Readonly<Record<string, { readonly maxBodyBytes?: number }>>;
  readonly ownBodies?: readonly string[];
}): void {
  const { contract, handlers, authenticators, limits = {}, ownBodies = [] } = parts;
  checkFormat(contract);
  const operationIds = contract.operations.map(({ operationId }) => operationId);
  const operations = Object.fromEntries(operationIds.map((id) => [id, true]));
  const withBody = contract.operations
    .filter(({ requestBody }) => requestBody !== undefined)
    .map(({ operationId }) => operationId);
  const faults = [
    ...(parts.allowMissingHandlers === true
      ? []
      : operationIds.filter((id) => !isImplemented(handlers, id)).map((id) => lacks(id, handlers))),
    ...missing(Object.keys(handlers), operations).map(
      (id) => `The handler "${id}" belongs to no operation of the document; remove or rename it`,
    ),
    ...missing(Object.keys(limits), operations).map(
      (id) => `The limits of "${id}" belong to no operation of the document; remove or rename them`,
    ),
    ...Object.entries(limits).flatMap(([id, { maxBodyBytes = 1 }]) =>
      maxBodyBytes >= 1
        ? []
        : [`The limit maxBodyBytes of "${id}" is ${maxBodyBytes}; give it a number from 1`],
    ),
    ...ownBodies
      .filter((id) => !withBody.includes(id))
      .map((id) => `"${id}" in ownBodies is no operation with a body${didYouMean(id, withBody)}`),
    ...missing(schemesInUse(contract), authenticators).map(
      (name) =>
        `The security scheme "${name}" has no authenticator; ${orRename(contract, authenticators)}give the service one`,
    ),
  ];
  if (faults.length > 0) throw new CompositionError(faults.join('\n'));
}

function lacks(id: string, handlers: Readonly<Record<string, unknown>>): string {
  return Object.hasOwn(handlers, id) && handlers[id] === notImplemented
    ? `The operation "${id}" is not implemented yet; write its handler`
    : `The operation "${id}" has no handler; add a handler file named "${id}.ts"`;
}

function missing(names: readonly string[], known: Readonly<Record<string, unknown>>): string[] {
  return names.filter((name) => !Object.hasOwn(known, name) || known[name] === undefined);
}

/** The start of a remedy for a scheme without an authenticator, if one of no scheme may be misnamed; else empty. */
export function orRename(
  { securitySchemes }: Pick<CompiledContract, 'securitySchemes'>,
  authenticators: Readonly<Record<string, unknown>>,
): string {
  const stray = missing(Object.keys(authenticators), securitySchemes).map((name) => `"${name}"`);
  return stray.length === 0 ? '' : `rename ${stray.join(' or ')}, which no scheme is called, or `;
}

/** Names of the security schemes that operations require, each once. */
export function schemesInUse({ operations }: Pick<CompiledContract, 'operations'>): string[] {
  const names = operations.flatMap(({ security }) => security.flatMap((all) => Object.keys(all)));
  return [...new Set(names)];
}

/**
 * Placeholder handler: `npm run scaffold` writes it into each new handler file. A service treats an operation that has
 * it as one without a handler.
 *
 * @returns a Failure that becomes 501, with the body that the document states for failures of the service
 * @example
 * ```ts
 * import { notImplemented, type AnyHandler } from 'openapi-trellis/contract';
 *
 * export const handlers: Record<string, AnyHandler<unknown>> = { listBooks: notImplemented };
 * ```
 */
export function notImplemented(): Promise<Failure> {
  return Promise.resolve(notImplementedFailure());
}

export function notImplementedFailure(operationId?: string): Failure {
  const operation = operationId === undefined ? 'The operation' : `The operation "${operationId}"`;
  return new Failure(failureKinds.notImplemented, `${operation} is not implemented yet`);
}

/** True where an operation has a handler other than {@link notImplemented}. */
export function isImplemented(
  handlers: Readonly<Record<string, unknown>>,
  operationId: string,
): boolean {
  const handler = Object.hasOwn(handlers, operationId) ? handlers[operationId] : undefined;
  return handler !== undefined && handler !== notImplemented;
}
