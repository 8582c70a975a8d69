import type { Arbitrary } from 'fast-check';
import { MAX_SEED, Random } from '../cli';
import { childPointer, plainText } from '../document';
import {
  fastCheck,
  fieldName,
  valueArbitrary,
  type BodyValue,
  type OperationValues,
  type ParameterValue,
  isReserved,
  isWellFormed,
  makeHeader,
  valueSchema,
} from '../samples';
import { isCursor } from '../resources';
import { type Exchange, isSendable } from '../judge';
import { type OperationCases, isRequired } from './cases/operation-cases';
import { type Broken, findingKey } from './findings';
import type { Run } from './run';
import { inParallel } from './scheduling';

/** Maximum number of requests to shrink one failure. */
const SHRINKING = 150;

class CheckFailedError extends Error {
  constructor(
    readonly exchange: Exchange,
    readonly broken: Broken,
  ) {
    super(broken.violation.message);
  }
}

/** Number of requests of an operation that are sent one after the other. */
const LANE = 25;

/**
 * Sends random requests to operations and shrinks each failure before counting it. The requests of an operation
 * go out in several lanes, so a document with one operation is tested in parallel too. The same seed gives an
 * operation the same requests, whatever other operations are tested.
 *
 * @param isOver called before each request
 */
export async function sendRandom(
  run: Run,
  all: readonly OperationCases[],
  isOver: () => boolean,
  tell: () => void,
): Promise<void> {
  const { seed, runs, parallel } = run.context.options;
  const starts = Array.from({ length: Math.ceil(runs / LANE) }, (_, index) => index * LANE);
  const lanes = starts.flatMap((from) => all.map((cases) => ({ cases, from })));
  await inParallel(lanes, parallel, isOver, async ({ cases, from }) => {
    const own = new Random(`${seed} ${cases.operation.operationId}`).integer(0, MAX_SEED);
    await sendLane(run, cases, { seed: own, from, to: Math.min(runs, from + LANE), isOver });
    tell();
  });
}

/** Sends the requests of a seed from one index up to another. */
async function sendLane(
  run: Run,
  cases: OperationCases,
  { seed, from, to, isOver }: { seed: number; from: number; to: number; isOver: () => boolean },
): Promise<void> {
  const fc = fastCheck();
  const arbitrary = requestArbitrary(cases);
  let next = from;
  while (next < to && !isOver()) {
    const search = new Search(run, cases, isOver);
    const property = fc.asyncProperty(arbitrary, (values) => search.try(values));
    const options = { seed, path: String(next), numRuns: to - next };
    const { numRuns } = await fc.check(property, options);
    next += Math.max(1, numRuns);
    await search.settle();
  }
}

/** Looks for one failure, then for a smaller request with the same failure. */
class Search {
  private smallest: CheckFailedError | undefined;
  private shrinking = 0;

  constructor(
    private readonly run: Run,
    private readonly cases: OperationCases,
    private readonly isOver: () => boolean,
  ) {}

  /** @throws CheckFailedError for a request that shows the failure */
  async try(values: OperationValues): Promise<void> {
    if (this.isOver() || (this.smallest !== undefined && ++this.shrinking > SHRINKING)) return;
    const testCase = this.cases.of('random', 'a random request', values, []);
    if (!isSendable(testCase.request)) return;
    const { exchange, broken } = await this.run.exchange(testCase);
    const found = broken.find((each) => this.isWanted(exchange, each));
    if (found === undefined) return;
    this.smallest = new CheckFailedError(exchange, found);
    throw this.smallest;
  }

  private isWanted(exchange: Exchange, broken: Broken): boolean {
    const { smallest } = this;
    if (smallest === undefined) return !this.run.findings.has(exchange, broken);
    return findingKey(exchange, broken) === findingKey(smallest.exchange, smallest.broken);
  }

  async settle(): Promise<void> {
    const { smallest, run } = this;
    if (smallest === undefined) return;
    const { exchange, broken } = smallest;
    run.findings.markReported(exchange, broken);
    if (await run.isSure(exchange, broken)) run.findings.add([exchange], broken);
  }
}

/** Of ten requests, how many use a known value if there is one. */
const KNOWN = 8;

/** Of ten requests, how many break a schema in one place. */
const BROKEN = 3;

/** Number of coverage values of a schema that are searched for invalid ones. */
const LOOKED_AT = 100;

/**
 * Random requests of an operation: each parameter and the body follow their schemas; most are valid, some have
 * one part that breaks its schema. fast-check can shrink the failures.
 */
function requestArbitrary(cases: OperationCases): Arbitrary<OperationValues> {
  const fc = fastCheck();
  const parameters = cases.operation.parameters
    .filter(({ value }) => !isReserved(value) && ('schema' in value || 'content' in value))
    .map((parameter) => parameterArbitrary(cases, parameter));
  return fc.tuple(fc.tuple(...parameters), bodyArbitrary(cases)).map(([given, body]) => ({
    parameters: given.filter((each) => each !== undefined),
    ...(body !== undefined && { body }),
  }));
}

function fieldText(value: unknown): string {
  return Array.isArray(value) ? value.map(plainText).join(',') : plainText(value);
}

function parameterArbitrary(
  cases: OperationCases,
  parameter: ParameterValue['parameter'],
): Arbitrary<ParameterValue | undefined> {
  const fc = fastCheck();
  const { context, operation } = cases;
  const pointer = valueSchema(parameter);
  const field = fieldName(parameter);
  const made = makeHeader(context.maker, pointer, 'request', field).value;
  // The standards leave open what becomes of a field in another form.
  const values = valuesOf(cases, pointer).map((value) =>
    isWellFormed(field, fieldText(value)) ? value : made,
  );
  const known = context.known(operation, parameter);
  const latest = (found: unknown): unknown => context.known(operation, parameter) ?? found;
  const given = (
    known === undefined
      ? values
      : fc.oneof(
          { weight: KNOWN, arbitrary: fc.constant(known).map(latest) },
          { weight: 10 - KNOWN, arbitrary: values },
        )
  ).map((value): ParameterValue | undefined => ({ parameter, value }));
  if (isRequired({ parameter })) return given;
  const left = isCursor(context.loaded, parameter) ? 9 : 5;
  return fc.oneof(
    { weight: left, arbitrary: fc.constant(undefined) },
    { weight: 10 - left, arbitrary: given },
  );
}

function bodyArbitrary(cases: OperationCases): Arbitrary<BodyValue | undefined> {
  const fc = fastCheck();
  const isRequired = cases.requestBody?.value.required === true;
  const bodies = cases.bodies().map((body): Arbitrary<BodyValue | undefined> => {
    const { media } = body;
    if (!('schema' in media.value) || 'itemSchema' in media.value) return fc.constant(body);
    const values = valuesOf(cases, childPointer(media.pointer, 'schema'));
    return values.map((value) => ({ ...body, value }));
  });
  if (bodies.length === 0) return fc.constant(undefined);
  const any = fc.oneof(...bodies);
  return isRequired
    ? any
    : fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 9, arbitrary: any });
}

/** Valid values of a schema, and some that break it; the nearest value if no valid one is found. */
function valuesOf({ context }: OperationCases, pointer: string): Arbitrary<unknown> {
  const fc = fastCheck();
  const { loaded, maker } = context;
  const made = maker.make(pointer, 'request');
  const broken = context.coverage.broken(pointer, LOOKED_AT);
  const valid =
    made.error === undefined ? valueArbitrary(loaded, pointer, 'request') : fc.constant(made.value);
  if (broken.length === 0) return valid;
  const wrong = fc.constantFrom(...broken).map(({ value }) => value);
  return fc.oneof({ weight: 10 - BROKEN, arbitrary: valid }, { weight: BROKEN, arbitrary: wrong });
}
