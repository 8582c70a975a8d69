import type { OperationValues } from '../../samples/requests/operation-request';
import { isJsonObject, type Operation } from '../../generate/index';

/**
 * The values with the id of the path in the body too, where a change names what it changes twice: a service
 * may refuse content that is not consistent with the target.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.4
 */
export function withSameId(operation: Operation, values: OperationValues): OperationValues {
  const { body, parameters } = values;
  if (body === undefined || !isJsonObject(body.value)) return values;
  const id = idMember(operation, Object.keys(body.value));
  if (id === undefined) return values;
  const known = parameters.find(
    ({ parameter: { value } }) => value.in === 'path' && value.name === id.parameter,
  );
  if (typeof known?.value !== typeof body.value[id.member]) return values;
  return { parameters, body: { ...body, value: { ...body.value, [id.member]: known?.value } } };
}

/** The member of a body that says what the last path parameter says; undefined where there is none. */
export function idMember(
  { method, path }: Operation,
  members: readonly string[],
): { readonly member: string; readonly parameter: string } | undefined {
  const parameter = /\{([^{}]+)\}$/.exec(path)?.[1];
  if (parameter === undefined || !['PUT', 'PATCH'].includes(method)) return undefined;
  const isId = /id$/i.test(parameter);
  const member = members.find((name) => name === parameter) ?? (isId ? 'id' : undefined);
  return member !== undefined && members.includes(member) ? { member, parameter } : undefined;
}
