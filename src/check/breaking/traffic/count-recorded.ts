import { requestHeaders } from '../../../contract';
import type { Exchange, Outcome, RecordedExchange } from '../../../conformance/exchange';
import { readTraffic } from '../../../conformance/traffic/read-traffic';
import type { OperationRequest } from '../../../samples/requests/operation-request';
import type { Operation, SourceDocument } from '../../../generate/index';
import type { Change } from '../change';
import {
  type SecuritySchemes,
  changesAffectingRequest,
  changesAffectingResponse,
} from './affected-changes';
import { type OperationPlan, operationPlans } from './operation-plan';
import type { RecordedExample, Recording } from './recorded';
import { recordedExample } from './recorded-example';
import { RecordedRequest, RecordedResponse } from './recorded-exchange';
import { RelaxedSchemas, type ComparedSchemas } from './schema-refusals';
import { requestRefusals } from './request-refusals';
import { Tally } from './tally';
import { VersionJudge, type VersionJudges } from './version-judge';

/** Changes with their counts in recorded traffic. */
export interface CountedChanges {
  /** The given changes, and those that only the traffic shows. */
  readonly changes: readonly Change[];
  readonly recording: Recording;
}

/**
 * Counts the recorded exchanges that each change affects. HAR is read as a whole, NDJSON line by line.
 * @param tell receives the progress
 * @throws CommandError for a file that cannot be read, or an invalid exchange, with the line
 * @throws DocumentError if one of the documents cannot be read
 */
export async function countRecorded(
  file: string,
  base: SourceDocument,
  revision: SourceDocument,
  changes: readonly Change[],
  tell?: (progress: string) => void,
): Promise<CountedChanges> {
  const versions = { base: await VersionJudge.of(base), revision: await VersionJudge.of(revision) };
  const counting = new Counting(versions, changes);
  for await (const recorded of readTraffic(file)) {
    await counting.count(recorded);
    const { exchanges } = counting.tally;
    if (exchanges % 1000 === 0) tell?.(`${exchanges} recorded exchanges`);
  }
  const { tally } = counting;
  const counted = counting.changes();
  const all = [...changes, ...tally.changesBeside(changes)];
  return {
    changes: all.map((change) => (counted.has(change) ? tally.withCounts(change) : change)),
    recording: tally.recording(file),
  };
}

type Input = RecordedRequest['input'];

class Counting {
  readonly tally = new Tally();
  private readonly plans: ReadonlyMap<string, OperationPlan>;
  private readonly schemas: ComparedSchemas;
  private readonly schemes: SecuritySchemes;

  constructor(
    private readonly versions: VersionJudges,
    changes: readonly Change[],
  ) {
    const { base, revision } = versions;
    this.plans = operationPlans(base, revision, changes);
    this.schemas = {
      base: new RelaxedSchemas(base.document.loaded),
      revision: new RelaxedSchemas(revision.document.loaded),
      version: revision.document,
    };
    this.schemes = {
      base: base.document.loaded.contract.securitySchemes,
      revision: revision.document.loaded.contract.securitySchemes,
    };
  }

  /** The changes that exchanges may meet. Recordings have no requests of webhooks and callbacks. */
  changes(): ReadonlySet<Change> {
    const plans = [...this.plans.values()];
    return new Set(plans.flatMap(({ ofRequests, ofResponses }) => [...ofRequests, ...ofResponses]));
  }

  async count(recorded: RecordedExchange): Promise<void> {
    const { tally } = this;
    tally.exchanges++;
    const { operationId = '', input } = await this.versions.base.decide(recorded.request);
    const plan = this.plans.get(operationId);
    if (plan === undefined) {
      tally.outside++;
      return;
    }
    if (recorded.withoutBody.length > 0) {
      tally.incomplete++;
      return;
    }
    if (recorded.response !== undefined) {
      tally.responses++;
      this.countResponse(plan, recorded);
    }
    if (input === undefined || isRefusal(recorded)) {
      tally.refused++;
      return;
    }
    tally.requests++;
    if (plan.ofRequests.length > 0 || plan.parts.length > 0)
      await this.countRequest(plan, recorded, input);
  }

  private async countRequest(
    plan: OperationPlan,
    recorded: RecordedExchange,
    input: Input,
  ): Promise<void> {
    const known = await this.judged(plan, recorded.request, input);
    if (known === undefined) return;
    const affecting = [
      ...(await changesAffectingRequest(plan, known, this.schemes)),
      ...(await requestRefusals(plan, known, this.schemas)),
    ];
    if (affecting.length === 0 && known.refusal !== undefined) this.tally.unexplained++;
    this.tally.count(affecting, () =>
      this.example(exchangeOf(plan.base, recorded), { withStatus: false }),
    );
  }

  /** @returns undefined for a request that matches another operation of the revision */
  private async judged(
    { base, revision }: OperationPlan,
    request: OperationRequest,
    input: Input,
  ): Promise<RecordedRequest | undefined> {
    const { versions } = this;
    const taken = { base: () => versions.base.sent(base, request) };
    if (revision === undefined) {
      return new RecordedRequest(request, input, { ...taken, revision: () => undefined });
    }
    const moved = this.moved(base, revision, request);
    const { operationId, refusal } = await versions.revision.decide(withoutAccept(moved));
    if (operationId !== revision.operationId) {
      if (refusal !== undefined) this.tally.unexplained++;
      return undefined;
    }
    const revised = { revision: () => versions.revision.sent(revision, moved) };
    return new RecordedRequest(request, input, { ...taken, ...revised }, refusal);
  }

  private countResponse(plan: OperationPlan, recorded: RecordedExchange): void {
    const { base, revision, ofResponses } = plan;
    if (ofResponses.length === 0 || revision === undefined) return;
    const exchange = exchangeOf(base, recorded);
    const request = this.moved(base, revision, recorded.request);
    const exchanges = { base: exchange, revision: exchangeOf(revision, { ...recorded, request }) };
    const affecting = changesAffectingResponse(
      plan,
      new RecordedResponse(exchanges, this.versions, this.schemas),
    );
    this.tally.count(affecting, () => this.example(exchange, { withStatus: true }));
  }

  private example(exchange: Exchange, options: { readonly withStatus: boolean }): RecordedExample {
    const { base, revision } = this.schemes;
    const schemes = [...Object.values(base), ...Object.values(revision)];
    return recordedExample(exchange, schemes, options);
  }

  /** The request with the base path of the revision's servers. */
  private moved(base: Operation, revision: Operation, request: OperationRequest): OperationRequest {
    const { target } = request;
    const before = this.versions.base.basePaths(base);
    const [after = '', ...others] = this.versions.revision.basePaths(revision);
    if (before.some((path) => path === after || others.includes(path))) return request;
    const start = before.find((path) => target.startsWith(`${path}/`)) ?? '';
    return { ...request, target: after + target.slice(start.length) };
  }
}

/** Statuses by which the service rejects a request. */
const REFUSALS = new Set([400, 401, 403, 405, 406, 411, 413, 414, 415, 422, 431]);

function isRefusal({ response }: RecordedExchange): boolean {
  return response !== undefined && REFUSALS.has(response.status);
}

/** `Accept` concerns responses. */
function withoutAccept(request: OperationRequest): OperationRequest {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== requestHeaders.accept);
  return { ...request, headers };
}

function exchangeOf(
  operation: Operation,
  { place, request, response }: RecordedExchange,
): Exchange {
  const outcome: Outcome =
    response === undefined
      ? { kind: 'closed', message: 'no response was recorded' }
      : { kind: 'response', response };
  return {
    testCase: { phase: 'recorded', operation, title: place, request, covers: [] },
    judgement: { expected: 'open', reason: '' },
    outcome,
    sentAt: 0,
    durationMs: 0,
  };
}
