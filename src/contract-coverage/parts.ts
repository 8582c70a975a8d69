import {
  type CompiledContract,
  type CompiledOperation,
  type CompiledParameter,
  type CompiledResponse,
  valueTypes,
} from '../contract';
import { childPointer, type LoadedContract, type Located, type Operation } from '../generate/index';

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
export const PART_KINDS = [
  'parameters',
  'request types',
  'statuses',
  'response types',
  'headers',
] as const;

type PartKind = (typeof PART_KINDS)[number];

/** An exchange in the terms of its operation: keys of the document, where it has one for what was sent. */
export interface OperationExchange {
  /** False when the request was refused or failed: then it shows nothing of what requests may have. */
  readonly isAccepted: boolean;
  /** Names that the request has in its query, as they are written there, and of its headers, in lower case. */
  readonly sent: { readonly query: readonly string[]; readonly header: readonly string[] };
  /** Of the request's content. */
  readonly requestType: string | undefined;
  /** Of the responses. */
  readonly response: string | undefined;
  /** Of the response's content. */
  readonly responseType: string | undefined;
  /** Names of the response's headers, in lower case. */
  readonly headers: readonly string[];
}

/** The parts of an operation: its parameters, its request's media types, and its responses. */
export function partsOf(
  { contract, resolver }: Pick<LoadedContract, 'contract' | 'resolver'>,
  operation: CompiledOperation,
  { pointer, parameters }: Pick<Operation, 'pointer' | 'parameters'>,
): Part[] {
  const at = (...keys: readonly string[]): string =>
    resolver.resolve(childPointer(pointer, ...keys)).pointer;
  const { operationId, requestBody, responses } = operation;
  return [
    ...operation.parameters.flatMap((parameter) =>
      parameterParts(contract, operationId, parameter, pointerOf(parameter, parameters)),
    ),
    ...Object.keys(requestBody?.content ?? {}).map((type): Part => {
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
 * That a parameter was sent, and that it was left out, where it may be. One of the path is always sent, and
 * of cookies nothing is recorded.
 */
function parameterParts(
  { valueTypes: table }: CompiledContract,
  operationId: string,
  { name, in: location, required, serialization }: CompiledParameter,
  pointer: string,
): Part[] {
  if (location !== 'query' && location !== 'header') return [];
  // An object may stand under the names of its properties, or under its own with those in brackets.
  const { properties = {} } = valueTypes(table, serialization.types);
  const names = [name, ...('style' in serialization ? Object.keys(properties) : [])];
  const isSent = ({ sent }: OperationExchange): boolean =>
    location === 'header'
      ? sent.header.includes(name.toLowerCase())
      : sent.query.some((each) => names.includes(each) || each.startsWith(`${name}[`));
  const part = (suffix: string, wanted: boolean): Part => ({
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
): Part[] {
  return [
    ...Object.keys(content).map((type): Part => ({
      kind: 'response types',
      name: `${name} ${type}`,
      pointer: childPointer(pointer, 'content', type),
      isExercisedBy: ({ response, responseType }) => response === key && responseType === type,
    })),
    ...Object.keys(headers).map((header): Part => ({
      kind: 'headers',
      name: `${name} ${header}`,
      pointer: childPointer(pointer, 'headers', header),
      isExercisedBy: (exchange) =>
        exchange.response === key && exchange.headers.includes(header.toLowerCase()),
    })),
  ];
}
