import { isSent } from '../../../conformance/judge/judge-request';
import type { SentParameter, SentRequest } from '../../../conformance/judge/sent-request';
import { childPointer, asObject } from '../../../generate/index';
import type { Change } from '../change';
import { responseKeyFor, type SecurityScheme } from '../../../contract';
import type { JudgedResponse } from '../../../conformance/judge/judge-response';
import type { OperationRequest } from '../../../samples/requests/operation-request';
import type { Requirement } from '../operations/security';
import type { Side } from '../schemas/place-pairs';
import { type LostRequirement, type OperationPlan, valuesAtPlace } from './operation-plan';
import { requestReadings } from './readings';
import type { AffectingChange, RecordedRequest, RecordedResponse } from './recorded-exchange';
import { knownRefusals } from './schema-refusals';

/** The changes that affect a request by what it contains or lacks, except for narrowed schemas. */
export async function changesAffectingRequest(
  plan: OperationPlan,
  recorded: RecordedRequest,
  schemes: SecuritySchemes,
): Promise<AffectingChange[]> {
  const found: AffectingChange[] = [];
  for (const change of plan.ofRequests) {
    const affects = await affectsRequest(change, plan, recorded, schemes);
    if (affects === 'unclear') found.push({ change, isUnclear: true });
    else if (affects) found.push({ change });
  }
  return found;
}

async function affectsRequest(
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
      // Without schemas, the change is of the whole operation.
      return change.schemas === undefined || affectsRequestValues(change, plan, recorded.sent);
  }
}

async function affectsRequestValues(
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

/**
 * The changes that affect a response by its contents. Recordings do not contain values that only a revision may send.
 */
export function changesAffectingResponse(
  plan: OperationPlan,
  response: RecordedResponse,
): AffectingChange[] {
  const { judged } = response;
  if (judged?.documented === undefined) return [];
  const { base, revision = base } = plan;
  const keys = { ...asObject(base.value.responses), ...asObject(revision.value.responses) };
  const key = responseKeyFor(keys, judged.response.status);
  return plan.ofResponses
    .filter((change) => change.response === undefined || change.response === key)
    .filter((change) => affectsResponse(change, plan, response, judged))
    .map((change) => ({ change }));
}

function affectsResponse(
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
      return affectsResponseValues(change, plan, response);
  }
}

/** @param pointer of a response in the operation, possibly of a reference */
function isUnder(pointer: string, { operation, response }: JudgedResponse): boolean {
  const key = responseKeyFor(asObject(operation.value.responses), response.status);
  return key !== undefined && pointer === childPointer(operation.pointer, 'responses', key);
}

function affectsResponseValues(
  change: Change,
  plan: OperationPlan,
  response: RecordedResponse,
): boolean {
  const { rule, witness, schemas } = change;
  const pointer = witness?.pointer ?? change.pointer;
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

/** The security schemes of both versions, by their names. */
export type SecuritySchemes = Readonly<Record<Side, Readonly<Record<string, SecurityScheme>>>>;

/**
 * Whether a request is rejected because its security requirement no longer suffices. A recording shows only that
 * credentials were sent, not their rights.
 * @returns `unclear` if the recording omits credentials, or if scopes decide
 */
function isRefusedByCredentials(
  { had, before, after }: LostRequirement,
  schemes: SecuritySchemes,
  request: OperationRequest,
): boolean | 'unclear' {
  const isMet = (side: Side, { names }: Requirement): boolean =>
    names.every((name) => carries(schemes[side][name], request));
  if (!isMet('base', had)) return !before.some((each) => isMet('base', each)) && 'unclear';
  const met = after.filter((each) => isMet('revision', each));
  if (met.length === 0) {
    const isOfTls = (name: string): boolean => schemes.revision[name]?.type === 'mutualTLS';
    return after.some(({ names }) => names.some(isOfTls)) ? 'unclear' : true;
  }
  return met.every((each) => asksForScopes(each, had)) && 'unclear';
}

function asksForScopes(has: Requirement, had: Requirement): boolean {
  return [...has.scopes].some(([credentials, scopes]) =>
    scopes.some((scope) => had.scopes.get(credentials)?.includes(scope) !== true),
  );
}

/** True for a request with any credentials of a scheme. */
function carries(
  scheme: SecurityScheme | undefined,
  { headers, target }: OperationRequest,
): boolean {
  const valuesOf = (name: string): string[] =>
    headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const isAuthorized = (kind: string): boolean =>
    valuesOf('authorization').some((value) =>
      value.toLowerCase().startsWith(`${kind.toLowerCase()} `),
    );
  switch (scheme?.type) {
    case 'http':
      return isAuthorized(scheme.scheme);
    case 'oauth2':
    case 'openIdConnect':
      return isAuthorized('bearer');
    case 'mutualTLS':
      return valuesOf('client-cert').length > 0;
    case 'apiKey':
      switch (scheme.in) {
        case 'header':
          return valuesOf(scheme.name).length > 0;
        case 'query':
          return new URLSearchParams(target.split('?')[1]).has(scheme.name);
        case 'cookie':
          return valuesOf('cookie').some((value) =>
            value.split(';').some((pair) => pair.trim().startsWith(`${scheme.name}=`)),
          );
      }
      break;
    case undefined:
  }
  return false;
}
