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

/** Parses a recorded request by each version; undefined where a version has no such operation. */
interface RequestParsers {
  base(): SentRequest | undefined;
  revision(): SentRequest | undefined;
}

/** A recorded request that the base takes. It is parsed when a change asks for it. */
export class RecordedRequest {
  private known: { sent?: SentRequest | undefined; revised?: SentRequest | undefined } = {};

  constructor(
    readonly request: OperationRequest,
    /** What a handler of the base gets. */
    readonly input: Readonly<Record<string, unknown>>,
    private readonly parsers: RequestParsers,
    /** Why the contract layer refuses it by the revision; undefined where it does not. */
    readonly refusal?: Failure,
  ) {}

  /** As the base has it. */
  get sent(): SentRequest | undefined {
    if (!('sent' in this.known)) this.known.sent = this.parsers.base();
    return this.known.sent;
  }

  /** As the revision has it. */
  get revised(): SentRequest | undefined {
    if (!('revised' in this.known)) this.known.revised = this.parsers.revision();
    return this.known.revised;
  }
}

/** A change that affects an exchange, or may affect it. */
export interface AffectingChange {
  readonly change: Change;
  /** True where the recording lacks what it depends on. */
  readonly isUnclear?: boolean;
}

/** A recorded exchange by both versions: their operations, and targets under their servers. */
interface BothExchanges {
  readonly base: Exchange;
  readonly revision: Exchange;
}

/** A recorded response, of which each thing is worked out once, when a change asks for it. */
export class RecordedResponse {
  /** What the base says of it; undefined where it is not certain that the operation gave it. */
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

  /** What the revision says of it. */
  get revised(): JudgedResponse | undefined {
    return judgedResponse(this.exchanges.revision, this.versions.revision.document);
  }

  /**
   * Whether it has a header.
   *
   * @param pointer of the Header Object in that version, or of its field `required`
   * @returns undefined where the document describes no such header of it
   */
  hasHeader(side: Side, pointer: string): boolean | undefined {
    const judged = side === 'base' ? this.judged : this.revised;
    const { loaded } = this.versions[side].document;
    const isIt = (at: string): boolean => [at, childPointer(at, 'required')].includes(pointer);
    const texts = judged && headerTexts(judged, loaded, isIt);
    return texts && texts.length > 0;
  }

  /** What it has for a schema of the base. */
  readings(schema: string): Readings {
    const { judged, known, versions } = this;
    if (judged === undefined) return [];
    const readings =
      known.get(schema) ?? responseReadings(judged, schema, versions.base.document.loaded);
    known.set(schema, readings);
    return readings;
  }

  /** Why the revision rules out what the base does not. @param known as changes have it */
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
