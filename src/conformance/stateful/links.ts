import {
  childPointer,
  entries,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  type Operation,
} from '../../generate/index';
import type { Exchange } from '../exchange';
import { namesOf } from './path-template';
import { evaluateExpression } from './runtime-expression';

/** A way from a response of one operation to a call of another. */
export interface Link {
  /** JSON Pointer of the Link Object. */
  readonly pointer: string;
  readonly value: JsonObject;
  readonly target: Operation;
}

/**
 * The links of the successful responses of an operation, those that name an operation of the document.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#link-object
 */
export function linksOf(loaded: LoadedContract, operation: Operation): Link[] {
  const { resolver } = loaded;
  const at = childPointer(operation.pointer, 'responses');
  const statuses = entries(operation.value.responses).filter(([status]) => status.startsWith('2'));
  return statuses.flatMap(([status]) => {
    const response = resolver.resolve(childPointer(at, status));
    return entries(response.value.links).flatMap(([name]) => {
      const { pointer, value } = resolver.resolve(childPointer(response.pointer, 'links', name));
      const target = targetOf(value, loaded.operations);
      return target === undefined ? [] : [{ pointer, value, target }];
    });
  });
}

function targetOf(link: JsonObject, operations: readonly Operation[]): Operation | undefined {
  const { operationId, operationRef } = link;
  return operations.find((each) =>
    operationId === undefined
      ? operationRef === `#${encodeURI(each.pointer)}` || operationRef === `#${each.pointer}`
      : !each.unnamed && each.operationId === operationId,
  );
}

/**
 * The values that a link gives the expressions of its target's path.
 *
 * @returns undefined where it does not give all of them
 */
export function keysByLink(link: Link, exchange: Exchange): unknown[] | undefined {
  const parameters = isJsonObject(link.value.parameters) ? link.value.parameters : {};
  const keys = namesOf(link.target.path).map((name) => {
    const expression = parameters[`path.${name}`] ?? parameters[name];
    return evaluateExpression(expression ?? `$request.path.${name}`, exchange);
  });
  return keys.includes(undefined) || keys.includes(null) ? undefined : keys;
}
