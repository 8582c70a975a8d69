import {
  type CompiledOperation,
  failureKinds,
  parseRequestTarget,
  responseKeyFor,
  routeOperations,
} from '../../../src/runtime/contract';
import { Sender } from '../../../src/tools/judge/http/send';
import { HyperjumpValidator } from '../../../src/tools/judge/second-validator';
import {
  brokenRequests,
  type BrokenRequest,
} from '../../../src/tools/samples/requests/broken-requests';
import {
  operationRequest,
  type OperationRequest,
} from '../../../src/tools/samples/requests/operation-request';
import { requestCredentials } from '../../../src/tools/samples/requests/request-credentials';
import { sampleValues } from '../../../src/tools/samples/requests/sample-values';
import type { Operation, SourceDocument } from '../../../src/tools/document';
import { defaultResponse } from '../../../src/tools/mock/choose-response';
import type { Mock } from '../../../src/tools/mock/create-mock';
import { ErrorJudge, type ErrorCounts, type ReceivedResponse } from './error-judge';
import { serveMock } from './serve-mock';

/** The results of requests to a served document. */
export interface Exercise {
  readonly operations: number;
  readonly routed: number;
  readonly accepted: number;
  readonly refused: number;
  /** Operations for which no broken request was found. */
  readonly unbreakable: number;
  /** Counts of the responses to all broken requests. */
  readonly errors: ErrorCounts;
  /** Faults of error response bodies. */
  readonly unfitErrors: readonly string[];
  readonly failures: readonly string[];
}

const TOKEN = 'corpus-token';
const TIMEOUT_MS = 20_000;

/**
 * Serves a document like the mock, on a free port, and sends each operation one good and one broken request.
 * @throws DocumentError or CompositionError when it cannot be served
 */
export async function exercise(source: SourceDocument): Promise<Exercise> {
  const accepted = new Set<string>();
  const faults: string[] = [];
  const served = await serveMock(source, {
    token: TOKEN,
    onFault: (error, operationId) => faults.push(`${operationId ?? 'routing'}: ${String(error)}`),
    onAccepted: (operationId) => accepted.add(operationId),
  });
  const sender = new Sender(served.url, { timeoutMs: TIMEOUT_MS });
  try {
    const judge = new ErrorJudge(served.mock.loaded, HyperjumpValidator.of(served.mock.loaded));
    return await new Trial(served.mock, sender, judge, accepted, faults).run();
  } finally {
    sender.close();
    await served.close();
  }
}

/** The requests to one served document, and their results. */
class Trial {
  private routed = 0;
  private accepted = 0;
  private refused = 0;
  private unbreakable = 0;
  private readonly failures: string[] = [];
  private readonly unfitErrors: string[] = [];
  private readonly router;

  constructor(
    private readonly mock: Mock,
    private readonly sender: Sender,
    private readonly judge: ErrorJudge,
    private readonly handled: Set<string>,
    private readonly faults: string[],
  ) {
    this.router = routeOperations(mock.loaded.contract);
  }

  async run(): Promise<Exercise> {
    const { contract, operations } = this.mock.loaded;
    const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
    for (const compiled of contract.operations) {
      const operation = byId.get(compiled.operationId);
      if (operation !== undefined) await this.tryOperation(compiled, operation);
    }
    const { routed, accepted, refused, unbreakable, failures, unfitErrors } = this;
    return {
      operations: contract.operations.length,
      routed,
      accepted,
      refused,
      unbreakable,
      errors: this.judge.counts,
      unfitErrors,
      failures,
    };
  }

  private async tryOperation(compiled: CompiledOperation, operation: Operation): Promise<void> {
    const { loaded, maker } = this.mock;
    const values = sampleValues(loaded, maker, operation);
    const credentials = requestCredentials(loaded.contract, operation, TOKEN);
    const [basePath = ''] = compiled.basePaths ?? loaded.contract.basePaths;
    const good = operationRequest(operation, values, credentials, basePath);
    if (this.isRouted(compiled, good)) this.routed++;
    else this.fail(compiled, good, `${good.method} ${good.target} is routed to another operation`);
    await this.tryGood(compiled, good);
    const all = brokenRequests(loaded, maker, operation, values, credentials, basePath);
    if (all.length === 0) this.unbreakable++;
    let refused = true;
    for (const broken of all)
      refused = (await this.tryBroken(compiled, operation, broken)) && refused;
    if (refused && all.length > 0) this.refused++;
  }

  private isRouted(compiled: CompiledOperation, { method, target }: OperationRequest): boolean {
    const parsed = parseRequestTarget(target);
    const found = parsed && this.router.find(method, parsed);
    return found?.outcome === 'found' && found.route === compiled;
  }

  private async tryGood(compiled: CompiledOperation, request: OperationRequest): Promise<void> {
    const response = await this.send(compiled, request);
    if (response === undefined) return;
    const usual = defaultResponse(compiled);
    const wanted = usual?.status ?? failureKinds.notImplemented.status;
    // A document need not describe the failure of an operation without a usual response.
    const faults = usual === undefined ? [] : this.faults;
    const handled = this.handled.delete(compiled.operationId);
    if (!handled) this.fail(compiled, request, `a good request got ${describe(response)}`);
    else if (response.status !== wanted || faults.length > 0) {
      const why = `the response was ${response.status}, not ${wanted}: ${this.faults.join('; ')}`;
      this.fail(compiled, request, why);
    } else this.accepted++;
  }

  /** @returns true when the request was rejected as expected */
  private async tryBroken(
    compiled: CompiledOperation,
    operation: Operation,
    { request, fault, status: natural }: BrokenRequest,
  ): Promise<boolean> {
    const response = await this.send(compiled, request);
    if (response === undefined) return false;
    const wanted = wantedStatus(compiled, natural);
    if (this.handled.delete(compiled.operationId)) {
      this.fail(compiled, request, `a broken request was accepted: ${fault}`);
      return false;
    }
    const unfit = await this.judge.judge(operation, response);
    if (unfit !== undefined) this.unfitErrors.push(`${compiled.operationId} (${fault}): ${unfit}`);
    if (response.status !== wanted) {
      this.fail(
        compiled,
        request,
        `a broken request (${fault}) got ${describe(response)}, not ${wanted}`,
      );
      return false;
    }
    return true;
  }

  private async send(
    compiled: CompiledOperation,
    request: OperationRequest,
  ): Promise<ReceivedResponse | undefined> {
    this.faults.length = 0;
    const { outcome } = await this.sender.send(request);
    if (outcome.kind !== 'response') {
      this.fail(compiled, request, `there was no response: ${outcome.message}`);
      return undefined;
    }
    const { status, headers, body } = outcome.response;
    const mediaType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    return { status, mediaType, body: body.toString() };
  }

  private fail(
    { operationId }: CompiledOperation,
    { method, target }: OperationRequest,
    why: string,
  ): void {
    this.failures.push(`${operationId} (${method} ${target.slice(0, 80)}): ${why}`);
  }
}

/** 401 for missing credentials; else 400, unless the operation documents 422 alone. */
function wantedStatus({ responses }: CompiledOperation, natural: number): number {
  if (natural === 401) return natural;
  return [400, 422].find((status) => responseKeyFor(responses, status)) ?? natural;
}

function describe({ status, body }: ReceivedResponse): string {
  return `${status}: ${body.slice(0, 200)}`;
}
