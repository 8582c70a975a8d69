import { isSent } from '../../../conformance/judge/judge-request';
import type { SentParameter, SentRequest } from '../../../conformance/judge/sent-request';
import { childPointer } from '../../../generate/index';
import type { Change } from '../change';
import { isRefusedByCredentials, type SecuritySchemes } from './met-by-credentials';
import type { OperationPlan } from './operation-plan';
import { valuesAtPlace } from './places-in-value';
import { requestReadings } from './readings';
import type { Met, RecordedRequest } from './recorded-request';

/** The changes that a request meets by what it has and what it lacks; not those that narrow a schema. */
export async function metByRequest(
  plan: OperationPlan,
  recorded: RecordedRequest,
  schemes: SecuritySchemes,
): Promise<Met[]> {
  const found: Met[] = [];
  for (const change of plan.ofRequests) {
    const isMet = await meets(change, plan, recorded, schemes);
    if (isMet === 'unclear') found.push({ change, isUnclear: true });
    else if (isMet) found.push({ change });
  }
  return found;
}

async function meets(
  change: Change,
  plan: OperationPlan,
  recorded: RecordedRequest,
  schemes: SecuritySchemes,
): Promise<boolean | 'unclear'> {
  const { rule, pointer } = change;
  const isRefused = recorded.refusal !== undefined;
  switch (rule) {
    case 'operation-removed':
      return true;
    case 'security-added': {
      const lost = plan.lostRequirements.get(change);
      return lost !== undefined && isRefusedByCredentials(lost, schemes, recorded.request);
    }
    case 'parameter-removed':
      return isThere(parameterAt(recorded.sent, pointer));
    case 'parameter-serialization':
      return isThere(parameterAt(recorded.revised, pointer));
    case 'parameter-added':
    case 'parameter-required':
      return isRefused && isMissing(parameterAt(recorded.revised, pointer));
    case 'request-body-removed':
      return recorded.sent?.body !== undefined;
    case 'request-body-added':
    case 'request-body-required':
      return isRefused && recorded.sent?.body === undefined;
    case 'request-media-type-removed':
      return isRefused && isOfMediaType(recorded, pointer);
    case 'narrowed':
    case 'schema-added':
      return false;
    default:
      // Without schemas, it is a change of the whole operation.
      return change.schemas === undefined || meetsSchema(change, plan, recorded.sent);
  }
}

async function meetsSchema(
  change: Change,
  { places }: OperationPlan,
  sent: SentRequest | undefined,
): Promise<boolean | 'unclear'> {
  const { rule, schemas } = change;
  if (schemas?.base === undefined || sent === undefined) return false;
  const readings = await requestReadings(sent, schemas.base);
  const place = places.get(change);
  const isLeftOut = rule === 'default-changed';
  if (place === undefined) return (readings?.length === 0) === isLeftOut;
  if (readings === undefined) return 'unclear';
  const values = readings.flatMap(({ value }) => valuesAtPlace(place, value));
  return values.some((each) => (each === undefined) === isLeftOut);
}

/** @param pointer of the Parameter Object, or of its field `required` */
function parameterAt(sent: SentRequest | undefined, pointer: string): SentParameter | undefined {
  const located = sent?.operation.parameters.find((each) =>
    [each.pointer, childPointer(each.pointer, 'required')].includes(pointer),
  );
  return sent?.parameters.find(
    ({ compiled }) => compiled.name === located?.value.name && compiled.in === located.value.in,
  );
}

function isThere(parameter: SentParameter | undefined): boolean {
  return parameter !== undefined && isSent(parameter);
}

function isMissing(parameter: SentParameter | undefined): boolean {
  return parameter?.compiled.required === true && !isSent(parameter);
}

/** @param pointer of the Media Type Object in the base */
function isOfMediaType({ sent, revised }: RecordedRequest, pointer: string): boolean {
  return sent?.body?.media === pointer && revised?.body?.media === undefined;
}
