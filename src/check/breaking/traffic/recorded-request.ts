import type { Failure } from '../../../contract';
import type { SentRequest } from '../../../conformance/judge/sent-request';
import type { OperationRequest } from '../../../samples/requests/operation-request';
import type { Change } from '../change';

/** How the versions take a request apart; undefined where the operation is not there. */
export interface TakenApart {
  base(): SentRequest | undefined;
  revision(): SentRequest | undefined;
}

/** A recorded request that the base takes. It is taken apart when a change asks for it. */
export class RecordedRequest {
  private known: { sent?: SentRequest | undefined; revised?: SentRequest | undefined } = {};

  constructor(
    readonly request: OperationRequest,
    /** What a handler of the base gets. */
    readonly input: Readonly<Record<string, unknown>>,
    private readonly takenApart: TakenApart,
    /** Why the contract layer refuses it by the revision; undefined where it does not. */
    readonly refusal?: Failure,
  ) {}

  /** As the base has it. */
  get sent(): SentRequest | undefined {
    if (!('sent' in this.known)) this.known.sent = this.takenApart.base();
    return this.known.sent;
  }

  /** As the revision has it. */
  get revised(): SentRequest | undefined {
    if (!('revised' in this.known)) this.known.revised = this.takenApart.revision();
    return this.known.revised;
  }
}

/** A change that an exchange meets, or may meet. */
export interface Met {
  readonly change: Change;
  /** True where the recording lacks what it depends on. */
  readonly isUnclear?: boolean;
}
