import {
  type FailureKind,
  failureKinds,
  type ParameterLocation,
  type ValidationError,
} from '../../../contract';
import { asObject } from '../../../generate/index';
import { type Change, errorText } from '../change';
import { leveled } from '../operations/operations';
import type { ChangedPart, OperationPlan } from './operation-plan';
import { type Readings, readingsOf, requestReadings } from './readings';
import type { AffectingChange, RecordedRequest } from './recorded-exchange';
import {
  type Refusing,
  type ComparedSchemas,
  knownRefusals,
  type Refusal,
  schemaRefusals,
} from './schema-refusals';

/**
 * The changes of schemas by which the revision rejects a request that the base accepts. Two changes of one schema
 * count separately, and a request may count for both. A refusal without a known change becomes a new change of
 * the plan: the traffic shows a difference that no generated value showed.
 */
export async function requestRefusals(
  plan: OperationPlan,
  recorded: RecordedRequest,
  schemas: ComparedSchemas,
): Promise<AffectingChange[]> {
  if (recorded.refusal === undefined) return [];
  const affecting = new Set<Change>();
  for (const part of plan.parts) {
    for (const change of await changesOf(part, plan, recorded, schemas)) affecting.add(change);
  }
  return [...affecting].map((change) => ({ change }));
}

async function changesOf(
  part: ChangedPart,
  plan: OperationPlan,
  recorded: RecordedRequest,
  schemas: ComparedSchemas,
): Promise<Change[]> {
  const { revision } = part.schemas;
  const narrowed = plan.ofRequests.filter(
    ({ rule, schemas }) =>
      (rule === 'narrowed' || rule === 'schema-added') && schemas?.revision === revision,
  );
  const known = knownRefusals(narrowed, part.schemas);
  const refusals = await refusalsOf(part, recorded, schemas, known);
  // An unreadable exchange does not show which of them it is.
  if (refusals.length === 0) return isAtFault(part, recorded) ? narrowed : [];
  return refusals.flatMap((found) => {
    if (isOfRemoved(found.error, plan)) return [];
    const at = narrowed.filter(
      ({ rule, pointer, witness }) =>
        rule === 'schema-added' || (witness?.pointer ?? pointer) === found.pointer,
    );
    const known = at.find(({ witness }) => witness?.error.keyword === found.keyword) ?? at[0];
    if (known !== undefined) return [known];
    const change = shownByTraffic(found, part, plan);
    plan.ofRequests.push(change);
    narrowed.push(change);
    return [change];
  });
}

/**
 * The refusals of a part under every reading. If there are none and the contract layer rejects the part anyway,
 * those of the value that the base reads.
 */
async function refusalsOf(
  part: ChangedPart,
  recorded: RecordedRequest,
  schemas: ComparedSchemas,
  known: readonly Refusing[],
): Promise<readonly Refusal[]> {
  const { base, revision } = part.schemas;
  const sent = base === undefined ? recorded.revised : recorded.sent;
  const readings = sent && (await requestReadings(sent, base ?? revision));
  const refusals = schemaRefusals(schemas, readings ?? [], part.schemas, known);
  if (refusals.length > 0 || base === undefined || !isAtFault(part, recorded)) return refusals;
  return schemaRefusals(schemas, inputReadings(part, recorded), part.schemas, known);
}

/** The base's reading; none for content that it passes on unread. */
function inputReadings({ schemas }: ChangedPart, { sent, input }: RecordedRequest): Readings {
  if (sent?.body?.schema === schemas.base) return readingsOf(input.body);
  const parameter = sent?.parameters.find(({ schema }) => schema === schemas.base)?.compiled;
  if (parameter === undefined) return [];
  return readingsOf(asObject(input[INPUT_OF[parameter.in]])[parameter.name]);
}

/** The fields of a handler's input that hold parameters. */
const INPUT_OF: Readonly<Record<ParameterLocation, string>> = {
  path: 'path',
  query: 'query',
  header: 'headers',
  cookie: 'cookies',
};

/** True for a part that the contract layer rejects. */
function isAtFault(part: ChangedPart, { refusal, sent, revised }: RecordedRequest): boolean {
  if (refusal === undefined) return false;
  const { parameter, schemas } = part;
  const { faults = [] } = refusal.details;
  if (parameter !== undefined) {
    return faults.some((each) => each.in === parameter.in && each.name === parameter.name);
  }
  const { base, revision } = schemas;
  const media = base === undefined ? revised?.body?.media : sent?.body?.media;
  // The body may have another media type than the schema.
  if (media === undefined || !(base ?? revision).startsWith(`${media}/`)) return false;
  return OF_BODIES.includes(refusal.kind) || faults.some((each) => each.in === 'body');
}

const OF_BODIES: readonly FailureKind[] = [failureKinds.invalidBody, failureKinds.malformedBody];

function shownByTraffic(
  { pointer, error }: Refusal,
  { parameter, schemas }: ChangedPart,
  { base, revision = base }: OperationPlan,
): Change {
  const isNew = schemas.base === undefined;
  const subject =
    parameter === undefined
      ? 'the request body'
      : `the ${parameter.in} parameter "${parameter.name}"`;
  const what = isNew ? 'refuses what was ignored' : 'no longer accepts all that it accepted';
  return leveled(base, {
    rule: 'narrowed',
    operation: `${revision.method} ${revision.path}`,
    message: `${subject} ${what}, as recorded requests show: ${errorText(error)}`,
    version: 'revision',
    pointer,
    schemas,
  });
}

/** If no other properties are allowed any more, a removed property is explained by its own change. */
function isOfRemoved({ params }: ValidationError, { removedNames }: OperationPlan): boolean {
  const { additionalProperty, unevaluatedProperty = additionalProperty } = params;
  return removedNames.has(String(unevaluatedProperty));
}
