import type { CompiledOperation, Failure } from '../../../contract';
import { Credentials, withoutSecurity } from '../../../conformance/credentials';
import {
  HyperjumpValidator,
  type JudgedDocument,
} from '../../../conformance/judge/second-validator';
import { JudgingService } from '../../../conformance/judge/judging-service';
import { sentRequest, type SentRequest } from '../../../conformance/judge/sent-request';
import type { OperationRequest } from '../../../samples/requests/operation-request';
import {
  loadContract,
  type Operation,
  type SourceDocument,
  ValueGenerator,
} from '../../../generate/index';
import type { Version } from '../versions';

/** Credentials of recorded requests are not judged: recordings mostly lack them. */
const NONE = { caller: new Map(), limited: new Map(), other: new Map() };

/** The contract layer's decision about a request. */
interface Verdict {
  /** Absent if it matches no operation. */
  readonly operationId: string | undefined;
  /** The handler's input, if it is accepted. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Why it is rejected, if it is. */
  readonly refusal?: Failure;
}

/** A version of the document by which recorded exchanges are judged. */
export class VersionJudge {
  private readonly compiled: ReadonlyMap<string, CompiledOperation>;

  private constructor(
    readonly document: JudgedDocument & Version,
    private readonly service: JudgingService,
  ) {
    const { operations } = document.loaded.contract;
    this.compiled = new Map(operations.map((each) => [each.operationId, each]));
  }

  /** @throws DocumentError for a document that cannot be read as OpenAPI */
  static async of(source: SourceDocument): Promise<VersionJudge> {
    const { document, faults } = source;
    const loaded = loadContract(document, { faults, lazy: true, defaults: false });
    const second = HyperjumpValidator.of(loaded);
    const nobody = new Credentials(loaded.contract, NONE, true);
    const service = await JudgingService.of(withoutSecurity(loaded), nobody);
    const maker = new ValueGenerator(loaded, 'recorded');
    return new VersionJudge({ source, faults: [], loaded, second, maker }, service);
  }

  /** The contract layer's decision about a request from any sender. */
  async decide(request: OperationRequest): Promise<Verdict> {
    const { operationId, input, failure } = await this.service.decide(request);
    // A failure after the request was accepted is the response of the judging service.
    if (input !== undefined) return { operationId, input };
    return { operationId, ...(failure && { refusal: failure }) };
  }

  /** A parsed request of an operation. */
  sent(operation: Operation, request: OperationRequest): SentRequest | undefined {
    const compiled = this.compiled.get(operation.operationId);
    return compiled && sentRequest(this.document.loaded, operation, compiled, request);
  }

  /** The base paths of an operation's servers, without a trailing slash, the longest first. */
  basePaths({ operationId }: Operation): string[] {
    const { basePaths } = this.compiled.get(operationId) ?? {};
    const paths = basePaths ?? this.document.loaded.contract.basePaths;
    return [...paths].sort((one, other) => other.length - one.length);
  }
}

/** The judges of both versions of a document. */
export interface VersionJudges {
  readonly base: VersionJudge;
  readonly revision: VersionJudge;
}
