import type { CompiledOperation } from '../../src/contract';
import { childPointer, type LoadedContract } from '../generate/index';

/** A part of an operation that tests can exercise. */
export interface Part {
  readonly kind: PartKind;
  /** The operation and the part, such as `createPlant 401 WWW-Authenticate`; no two have the same. */
  readonly name: string;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly isExercisedBy: (exchange: OperationExchange) => boolean;
}

/** In the order in which they are shown. */
export const PART_KINDS = ['request types', 'statuses', 'response types', 'headers'] as const;

export type PartKind = (typeof PART_KINDS)[number];

/** An exchange in the terms of its operation: keys of the document, where it has one for what was sent. */
export interface OperationExchange {
  /** Of the request's content. Undefined, too, when the request was refused or failed. */
  readonly acceptedType: string | undefined;
  /** Of the responses. */
  readonly response: string | undefined;
  /** Of the response's content. */
  readonly responseType: string | undefined;
  /** Names of the response's headers, in lower case. */
  readonly headers: readonly string[];
}

/**
 * The parts of an operation: its request's media types, its responses, their media types and headers.
 *
 * @param pointer of the operation
 */
export function partsOf(
  { resolver }: Pick<LoadedContract, 'resolver'>,
  { operationId, requestBody, responses }: CompiledOperation,
  pointer: string,
): Part[] {
  const at = (...keys: readonly string[]): string =>
    resolver.resolve(childPointer(pointer, ...keys)).pointer;
  const requestTypes = Object.keys(requestBody?.content ?? {}).map((type): Part => ({
    kind: 'request types',
    name: `${operationId} request ${type}`,
    pointer: childPointer(at('requestBody'), 'content', type),
    isExercisedBy: ({ acceptedType }) => acceptedType === type,
  }));
  const ofResponses = Object.entries(responses).flatMap(([key, { content, headers }]): Part[] => {
    const name = `${operationId} ${key}`;
    const response = at('responses', key);
    const part = (
      kind: PartKind,
      field: string,
      child: string,
      is: Part['isExercisedBy'],
    ): Part => ({
      kind,
      name: `${name} ${child}`,
      pointer: childPointer(response, field, child),
      isExercisedBy: (exchange) => exchange.response === key && is(exchange),
    });
    return [
      {
        kind: 'statuses',
        name,
        pointer: childPointer(pointer, 'responses', key),
        isExercisedBy: (exchange) => exchange.response === key,
      },
      ...Object.keys(content).map((type) =>
        part('response types', 'content', type, ({ responseType }) => responseType === type),
      ),
      ...Object.keys(headers).map((header) =>
        part('headers', 'headers', header, ({ headers: sent }) =>
          sent.includes(header.toLowerCase()),
        ),
      ),
    ];
  });
  return [...requestTypes, ...ofResponses];
}
