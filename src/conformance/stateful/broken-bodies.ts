import { isJsonObject, without, type JsonObject } from '../../generate/index';
import type { Operation } from '../../generate/index';
import { requestSchema } from '../../resources/index';
import type { StatefulRun } from './stateful-run';

/** Values that a member is unlikely to take. */
const WRONG: readonly unknown[] = [{}, [], 'wrong value', -1.5, null];

/**
 * Bodies that an operation must refuse for one member: of a wrong type, or missing. All others are those
 * of the body that is given, so that a part of it would be stored where it is not refused as a whole.
 */
export function brokenBodies(
  { maker, judged }: StatefulRun,
  operation: Operation,
  body: unknown,
): JsonObject[] {
  const pointer = requestSchema(judged.loaded, operation);
  if (pointer === undefined || !isJsonObject(body)) return [];
  const isWrong = (value: JsonObject): boolean =>
    maker.errorOf(pointer, 'request', value) !== undefined;
  const names = Object.keys(body).filter((name) => name !== 'id');
  // The last members first: what is stored member by member has the others then.
  const retyped = names.toReversed().flatMap((name) => {
    const wrong = WRONG.map((value) => ({ ...body, [name]: value })).find(isWrong);
    return wrong === undefined ? [] : [wrong];
  });
  const lacking = names.map((name) => without(body, name)).filter(isWrong);
  return [...retyped.slice(0, 2), ...lacking.slice(0, 1)];
}
