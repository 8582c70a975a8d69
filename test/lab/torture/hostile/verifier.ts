import type { Plant } from '../../../../src/plant-store/plants/plant-store';
import { headerOf, type WireResponse } from '../../../support/response-reader';
import { errorFault, isEcho, membersOf } from '../responses';
import type { Expected, HostileRequest } from './requests';
import type { Script } from './script';

/** Something that must not be. */
interface Problem {
  /** The kind of the request that it is about. */
  readonly kind: string;
  readonly what: string;
}

/**
 * How a connection ended: the server closed it, or reset it; `cut`, it was gone when the client wrote;
 * `left`, the client went away by its script; `overdue`, what the script waits for did not come.
 */
export type Ending = 'closed' | 'reset' | 'cut' | 'left' | 'overdue';

/** What was sent by the end of a connection. */
interface Sent {
  readonly bytes: number;
  readonly isHalfClosed: boolean;
}

/** What the store may have of the plants of a connection. */
export interface Verdict {
  readonly acknowledged: readonly Plant[];
  /** Each of them may be kept or not. */
  readonly possible: readonly Plant[];
  /** With the reason why it must not be kept. */
  readonly forbidden: readonly { readonly plant: Plant; readonly why: string }[];
}

/**
 * Compares the responses of a connection with the requests of its script, as far as it is certain what
 * must become of them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
export class Verifier {
  readonly problems: Problem[] = [];
  /** Final responses so far. */
  answered = 0;
  /** The request by whose response the connection ends. */
  private last: number | undefined;
  private readonly requests: readonly HostileRequest[];
  /** Requests before the first one of which nothing is certain. */
  private readonly certain: number;
  /** By the place of its request, each create that was answered: true when it was acknowledged. */
  private readonly outcomes = new Map<number, boolean>();

  constructor(script: Pick<Script, 'requests'>) {
    this.requests = script.requests;
    const free = this.requests.findIndex(({ expected }) => expected === undefined);
    this.certain = free < 0 ? this.requests.length : free;
  }

  /** True when the next final response is one to HEAD. */
  get isForHead(): boolean {
    return this.next?.expected?.isHead === true;
  }

  /** True when nothing more can be waited for, of the requests that were sent as a whole. */
  isSettled(bytes: number): boolean {
    if (this.last !== undefined || this.problems.length > 0) return true;
    return this.answered >= Math.min(this.wholeWithin(bytes), this.certain);
  }

  /** Takes the next response. */
  take(response: WireResponse): void {
    const { status } = response;
    if (status < 200) {
      if (status !== 100) this.problem(`an interim response of ${status}`);
      return;
    }
    const { next } = this;
    const isCertain = this.isCertain && next !== undefined;
    this.checkAny(response);
    if (this.last !== undefined) {
      this.problem('a response after the one that closes the connection');
    } else if (isCertain) this.checkNext(response, next);
    else if (this.isCertain && this.certain === this.requests.length) {
      this.problem(`a response of ${status} to no request`);
    }
    const isLast = isCertain && next.expected?.connection === 'closes';
    // A response in a wrong place says nothing of the request there.
    const isSound = this.problems.length === 0;
    if (isSound && (isLast || saysClose(response))) this.last ??= this.answered;
    this.answered++;
  }

  /** What arrived is no response. */
  malformed(message: string): void {
    this.problem(message);
  }

  /** The connection is over. @param isWithin whether a response had begun and was not complete */
  end(ending: Ending, sent: Sent, isWithin: boolean): void {
    if (ending === 'left' || ending === 'cut' || this.problems.length > 0) return;
    if (ending === 'overdue') this.problem(this.overdue());
    else if (isWithin) this.problem('the connection closes within a response');
    else if (this.last === undefined && this.isCertain) this.checkEnd(ending, sent);
  }

  /** What the store may have now. @param bytes that were sent */
  verdict(bytes: number): Verdict {
    const whole = this.wholeWithin(bytes);
    const last = this.last ?? this.requests.findIndex(closes);
    const isOver = last >= 0 && last < this.certain;
    const acknowledged: Plant[] = [];
    const possible: Plant[] = [];
    const forbidden: { plant: Plant; why: string }[] = [];
    for (const [at, { kind, expected }] of this.requests.entries()) {
      const plant = expected?.plant;
      if (plant === undefined) continue;
      const outcome = this.outcomes.get(at);
      if (outcome === true) acknowledged.push(plant);
      else if (outcome === false) forbidden.push({ plant, why: `its ${kind} was refused` });
      else if (at >= whole) forbidden.push({ plant, why: `its ${kind} was not sent completely` });
      else if (isOver && at > last) forbidden.push({ plant, why: afterClose(this.requests[last]) });
      else possible.push(plant);
    }
    return { acknowledged, possible, forbidden };
  }

  private get next(): HostileRequest | undefined {
    return this.requests[this.answered];
  }

  private get isCertain(): boolean {
    return this.problems.length === 0 && this.answered <= this.certain;
  }

  /** What holds for each response, whatever it is to. */
  private checkAny(response: WireResponse): void {
    const { status } = response;
    if (status >= 500 && status !== 503) {
      this.problem(`a response of ${status}`);
    } else if (status >= 400 && status !== 503 && !this.isForHead) {
      const fault = errorFault(response);
      if (fault !== undefined) this.problem(`a response of ${status} ${fault}`);
    }
  }

  private checkNext(response: WireResponse, { expected, kind }: HostileRequest): void {
    const { status } = response;
    if (expected === undefined || status === 503) return;
    const { plant, connection } = expected;
    const isEchoed = status === 200 && plant !== undefined && isEcho(response, plant);
    if (!allows(expected, status) || (status === 200 && plant !== undefined && !isEchoed)) {
      this.mismatch(response, expected);
      return;
    }
    if (plant !== undefined) this.outcomes.set(this.answered, isEchoed);
    if (connection === 'stays' && saysClose(response)) {
      this.problem(`the response of ${status} to a good ${kind} closes the connection`);
    }
  }

  private mismatch(response: WireResponse, expected: Expected): void {
    const { name } = membersOf(response);
    const owner = this.requests.findIndex((other) => other.expected?.plant?.name === name);
    const place = `response ${this.answered + 1}`;
    if (typeof name === 'string' && owner >= 0 && owner !== this.answered) {
      this.problem(`${place} is the one to request ${owner + 1}`);
    } else if (response.status === 200 && allows(expected, 200)) {
      this.problem(`${place} is of another plant`);
    } else {
      this.problem(`${place} is ${response.status}, not ${wanted(expected)}`);
    }
  }

  private checkEnd(ending: Ending, { bytes, isHalfClosed }: Sent): void {
    const due = Math.min(this.wholeWithin(bytes), this.certain);
    if (this.answered < due) {
      const place = `request ${this.answered + 1} of ${this.requests.length}`;
      this.problem(`the connection is ${ending} without a response to ${place}`);
    } else if (this.certain === this.requests.length && !isHalfClosed) {
      this.problem(`the connection is ${ending} for no reason`);
    }
  }

  private overdue(): string {
    if (this.last !== undefined) return 'the connection stays open after its last response';
    if (this.answered < this.certain) return 'no response, and the connection stays open';
    return 'the connection stays open, though the client has ended its side';
  }

  /** Requests of which all bytes are among the first ones. */
  private wholeWithin(bytes: number): number {
    let end = 0;
    const next = this.requests.findIndex((request) => (end += request.bytes.length) > bytes);
    return next < 0 ? this.requests.length : next;
  }

  /** Notes what must not be, by the request that is the likely reason. */
  private problem(what: string): void {
    const at = this.last ?? Math.min(this.answered, this.requests.length - 1);
    const about = this.requests[at];
    // A good request suffers from its neighbour more likely than from itself.
    const neighbours = this.requests.slice(Math.max(0, at - 1));
    const suspect = neighbours.find(({ expected }) => expected?.connection !== 'stays') ?? about;
    const place = suspect === about ? '' : `, to "${about?.kind ?? ''}"`;
    this.problems.push({ kind: suspect?.kind ?? 'nothing', what: `${what}${place}` });
  }
}

function allows({ statuses }: Expected, status: number): boolean {
  return statuses === 'refusal' ? status >= 400 && status < 500 : statuses.includes(status);
}

function wanted({ statuses }: Expected): string {
  return statuses === 'refusal' ? 'a refusal (4xx)' : statuses.join(' or ');
}

function closes({ expected }: HostileRequest): boolean {
  return expected?.connection === 'closes';
}

function afterClose(request: HostileRequest | undefined): string {
  return `it came after "${request?.kind ?? ''}", after which the connection closes`;
}

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6 */
function saysClose({ head }: WireResponse): boolean {
  const options = headerOf(head, 'connection')?.toLowerCase().split(',') ?? [];
  return options.some((option) => option.trim() === 'close');
}
