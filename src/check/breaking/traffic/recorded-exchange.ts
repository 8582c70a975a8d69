import type { Failure } from '../../../contract';
import type { SentRequest } from '../../../conformance/judge/sent-request';
import type { OperationRequest } from '../../../samples/requests/operation-request';
import type { Change, ChangedSchemas } from '../change';
import type { Exchange } from '../../../conformance/exchange';
import { type JudgedResponse, judgedResponse } from '../../../conformance/judge/judge-response';
import { childPointer } from '../../../generate/index';
import type { Side } from '../schemas/place-pairs';
import { headerTexts, type Readings, responseReadings } from './readings';
import {
  type Refusing,
  type ComparedSchemas,
  type Refusal,
  schemaRefusals,
} from './schema-refusals';
import type { VersionJudges } from './version-judge';

/** Parses a recorded request by each version; undefined if a version has no such operation. */
interface RequestParsers {
  base(): SentRequest | undefined;
  revision(): SentRequest | undefined;
}

/** A recorded request that the base accepts. It is parsed on demand. */
export class RecordedRequest {
  private known: { sent?: SentRequest | undefined; revised?: SentRequest | undefined } = {};

  constructor(
    readonly request: OperationRequest,
    /** The input of the base's handler. */
    readonly input: Readonly<Record<string, unknown>>,
    private readonly parsers: RequestParsers,
    /** Why the revision's contract layer rejects it; undefined if it does not. */
    readonly refusal?: Failure,
  ) {}

  /** Parsed by the base. */
  get sent(): SentRequest | undefined {
    if (!('sent' in this.known)) this.known.sent = this.parsers.base();
    return this.known.sent;
  }

  /** Parsed by the revision. */
  get revised(): SentRequest | undefined {
    if (!('revised' in this.known)) this.known.revised = this.parsers.revision();
    return this.known.revised;
  }
}

/** A change that affects an exchange, or may affect it. */
export interface AffectingChange {
  readonly change: Change;
  /** True if the recording lacks data that decides it. */
  readonly isUnclear?: boolean;
}

/**
 * A recorded exchange in both versions, with their operations and the targets under their servers.
 */
interface BothExchanges {
  readonly base: Exchange;
  readonly revision: Exchange;
}

/** A recorded response, whose parts are evaluated on demand and once. */
export class RecordedResponse {
  /**
   * Its documentation in the base; undefined if it may be from another source than the operation.
   */
  readonly judged: JudgedResponse | undefined;
  private readonly known = new Map<string, Readings>();
  private readonly refused = new Map<string, readonly Refusal[]>();

  constructor(
    private readonly exchanges: BothExchanges,
    private readonly versions: VersionJudges,
    private readonly schemas: ComparedSchemas,
  ) {
    this.judged = judgedResponse(exchanges.base, versions.base.document);
  }

  /** Its documentation in the revision. */
  get revised(): JudgedResponse | undefined {
    return judgedResponse(this.exchanges.revision, this.versions.revision.document);
  }

  /**
   * Whether it has a header.
   * @param pointer of the Header Object in that version, or of its field `required`
   * @returns undefined if the document describes no such header
   */
  hasHeader(side: Side, pointer: string): boolean | undefined {
    const judged = side === 'base' ? this.judged : this.revised;
    const { loaded } = this.versions[side].document;
    const isIt = (at: string): boolean => [at, childPointer(at, 'required')].includes(pointer);
    const texts = judged && headerTexts(judged, loaded, isIt);
    return texts && texts.length > 0;
  }

  /** Its values for a schema of the base. */
  readings(schema: string): Readings {
    const { judged, known, versions } = this;
    if (judged === undefined) return [];
    const readings =
      known.get(schema) ?? responseReadings(judged, schema, versions.base.document.loaded);
    known.set(schema, readings);
    return readings;
  }

  /** Why the revision, but not the base, rules it out. @param known refusals by known changes */
  refusals(schemas: ChangedSchemas, known: readonly Refusing[]): readonly Refusal[] {
    const { base = '', revision } = schemas;
    // Several responses of the base may have become one.
    const key = `${base}\n${revision}`;
    const refusals =
      this.refused.get(key) ?? schemaRefusals(this.schemas, this.readings(base), schemas, known);
    this.refused.set(key, refusals);
    return refusals;
  }
}
