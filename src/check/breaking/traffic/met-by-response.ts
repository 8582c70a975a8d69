import { responseKeyFor } from '../../../contract';
import type { JudgedResponse } from '../../../conformance/judge/judge-response';
import { asObject, childPointer } from '../../../generate/index';
import type { Change } from '../change';
import type { OperationPlan } from './operation-plan';
import { valuesAtPlace } from './places-in-value';
import type { Met } from './recorded-request';
import type { RecordedResponse } from './recorded-response';
import { knownRefusals } from './schema-refusals';

/** The changes that a response meets by what it has. What a revision may newly send is in no recording. */
export function metByResponse(plan: OperationPlan, response: RecordedResponse): Met[] {
  const { judged } = response;
  if (judged?.documented === undefined) return [];
  const { base, revision = base } = plan;
  const keys = { ...asObject(base.value.responses), ...asObject(revision.value.responses) };
  const key = responseKeyFor(keys, judged.response.status);
  return plan.ofResponses
    .filter((change) => change.response === undefined || change.response === key)
    .filter((change) => meets(change, plan, response, judged))
    .map((change) => ({ change }));
}

function meets(
  change: Change,
  plan: OperationPlan,
  response: RecordedResponse,
  judged: JudgedResponse,
): boolean {
  const { rule, pointer } = change;
  switch (rule) {
    case 'response-removed':
      return isUnder(pointer, judged) && response.revised?.documented === undefined;
    case 'response-media-type-removed':
      return judged.media?.pointer === pointer && response.revised?.media === undefined;
    case 'response-header-removed':
      return response.hasHeader('base', pointer) === true;
    case 'response-header-optional':
    case 'response-header-serialization':
      return response.hasHeader('revision', pointer) === true;
    case 'response-header-required':
      return response.hasHeader('revision', pointer) === false;
    default:
      return meetsSchema(change, plan, response);
  }
}

/** @param pointer of a response as the operation names it, perhaps by a reference */
function isUnder(pointer: string, { operation, response }: JudgedResponse): boolean {
  const key = responseKeyFor(asObject(operation.value.responses), response.status);
  return key !== undefined && pointer === childPointer(operation.pointer, 'responses', key);
}

function meetsSchema(change: Change, plan: OperationPlan, response: RecordedResponse): boolean {
  const { rule, pointer, schemas } = change;
  if (schemas?.base === undefined) return false;
  if (rule === 'narrowed' || rule === 'schema-added') {
    const refusals = response.refusals(schemas, knownRefusals(plan.ofResponses, schemas));
    return refusals.some((each) => rule === 'schema-added' || each.pointer === pointer);
  }
  const readings = response.readings(schemas.base);
  const place = plan.places.get(change);
  if (place === undefined) return readings.length > 0;
  const values = readings.flatMap(({ value }) => valuesAtPlace(place, value));
  return values.some((each) => each !== undefined);
}
