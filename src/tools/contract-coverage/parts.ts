import {
  type CompiledContract,
  type CompiledOperation,
  type CompiledParameter,
  type CompiledResponse,
  valueTypes,
} from 'openapi-trellis/tools';
import { childPointer, type Located, type Operation } from '../document';
import type { LoadedContract } from '../validators';

/** A part of an operation that tests can exercise. */
export interface CoveragePart {
  readonly kind: PartKind;
  /** The operation and the part, such as `createPlant 401 WWW-Authenticate`; unique. */
  readonly name: string;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly isExercisedBy: (exchange: OperationExchange) => boolean;
}

/** In display order. */
export const PART_KINDS = [
  'parameters',
  'request types',
  'statuses',
  'response types',
  'headers',
] as const;

type PartKind = (typeof PART_KINDS)[number];

/** An exchange in terms of its operation: the keys of the document that cover it, where there are any. */
export interface OperationExchange {
  /** False when the request was rejected or failed; it then exercises no part of the request. */
  readonly isAccepted: boolean;
  /** Names in the query, as written, and names of headers, in lower case. */
  readonly sent: { readonly query: readonly string[]; readonly header: readonly string[] };
  /** The key that covers the request's content. */
  readonly requestType: string | undefined;
  readonly response: string | undefined;
  /** The key that covers the response's content. */
  readonly responseType: string | undefined;
  /** Names of the response's headers, in lower case. */
  readonly headers: readonly string[];
}

/** The parts of an operation: its parameters, its request's media types, and its responses. */
export function partsOf(
  { contract, resolver }: Pick<LoadedContract, 'contract' | 'resolver'>,
  operation: CompiledOperation,
  { pointer, parameters }: Pick<Operation, 'pointer' | 'parameters'>,
): CoveragePart[] {
  const at = (...keys: readonly string[]): string =>
    resolver.resolve(childPointer(pointer, ...keys)).pointer;
  const { operationId, requestBody, responses } = operation;
  return [
    ...operation.parameters.flatMap((parameter) =>
      parameterParts(contract, operationId, parameter, pointerOf(parameter, parameters)),
    ),
    ...Object.keys(requestBody?.content ?? {}).map((type): CoveragePart => {
      const name = `${operationId} request ${type}`;
      return {
        kind: 'request types',
        name,
        pointer: childPointer(at('requestBody'), 'content', type),
        isExercisedBy: ({ isAccepted, requestType }) => isAccepted && requestType === type,
      };
    }),
    ...Object.entries(responses).flatMap(([key, response]) => [
      {
        kind: 'statuses' as const,
        name: `${operationId} ${key}`,
        pointer: childPointer(pointer, 'responses', key),
        isExercisedBy: (exchange: OperationExchange) => exchange.response === key,
      },
      ...responseParts(`${operationId} ${key}`, key, response, at('responses', key)),
    ]),
  ];
}

function pointerOf({ name, in: location }: CompiledParameter, all: readonly Located[]): string {
  const found = all.find(({ value }) => value.name === name && value.in === location);
  return found?.pointer ?? '';
}

/**
 * Parts for a parameter that is sent, and for one that is omitted, if it is optional. Path parameters are always sent,
 * and cookies are not recorded.
 */
function parameterParts(
  { valueTypes: table }: CompiledContract,
  operationId: string,
  { name, in: location, required, serialization }: CompiledParameter,
  pointer: string,
): CoveragePart[] {
  if (location !== 'query' && location !== 'header') return [];
  // An object may be sent under the names of its properties, or as its own name with these in brackets.
  const { properties = {} } = valueTypes(table, serialization.types);
  const names = [name, ...('style' in serialization ? Object.keys(properties) : [])];
  const isSent = ({ sent }: OperationExchange): boolean =>
    location === 'header'
      ? sent.header.includes(name.toLowerCase())
      : sent.query.some((each) => names.includes(each) || each.startsWith(`${name}[`));
  const part = (suffix: string, wanted: boolean): CoveragePart => ({
    kind: 'parameters',
    name: `${operationId} ${location} ${name}${suffix}`,
    pointer,
    isExercisedBy: (exchange) => exchange.isAccepted && isSent(exchange) === wanted,
  });
  return [part('', true), ...(required ? [] : [part(' omitted', false)])];
}

function responseParts(
  name: string,
  key: string,
  { content, headers }: CompiledResponse,
  pointer: string,
): CoveragePart[] {
  return [
    ...Object.keys(content).map((type): CoveragePart => ({
      kind: 'response types',
      name: `${name} ${type}`,
      pointer: childPointer(pointer, 'content', type),
      isExercisedBy: ({ response, responseType }) => response === key && responseType === type,
    })),
    ...Object.keys(headers).map((header): CoveragePart => ({
      kind: 'headers',
      name: `${name} ${header}`,
      pointer: childPointer(pointer, 'headers', header),
      isExercisedBy: (exchange) =>
        exchange.response === key && exchange.headers.includes(header.toLowerCase()),
    })),
  ];
}
