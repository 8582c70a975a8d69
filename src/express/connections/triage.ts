import type { Admission } from './admission';
import { PlainRequests } from './plain-requests';

/** The exchanges of the connection whose bytes are sorted. */
export interface Exchanges {
  /** False after what ends the connection. */
  readonly isReading: boolean;
  /** True while no response is due, so that what arrives may be answered at once. */
  readonly isFree: boolean;
  /** The message that was parsed last, if as a whole. */
  readonly newestWhole: object | undefined;
  /** False for a target whose requests are to be parsed. */
  isRefusable(target: string): boolean;
  /** Answers so many requests that were not parsed, after those that were. */
  refuse(count: number): void;
}

/** What requests are parsed with. */
export interface Parsing {
  /** False while it takes nothing, since the client does not take its responses. */
  readonly isReady: boolean;
  /** Takes whole requests, or what is no plain one. */
  parse(bytes: Buffer): void;
}

/** The first bytes of a request that is not the first one of a text. */
const LATER_REQUEST = /(?!^)(?:GET|POST|PUT|PATCH|DELETE) \/[!-~]* HTTP\/1\.1\r\n/;

/** Milliseconds that a part of a request is kept for the rest of it, before the parser and its time-outs get it. */
const HOLD_MS = 250;

/**
 * Sorts what arrives on a connection, while there is less time than requests: those that are served go to
 * the parser, and as many refusals as there are others follow them. It must know that the parser is between two
 * requests; it does for a new connection, and once it has seen a message come to its end by a certain byte.
 */
export class Triage {
  /** True when of what was sorted last some requests were refused. */
  refusesSome = false;
  private held: Buffer | undefined;
  /** When the first of it arrived, in milliseconds of `performance.now()`. */
  private heldSince: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  /** @param isParserBetweenRequests true for a connection of which nothing has been parsed yet */
  constructor(
    private readonly exchanges: Exchanges,
    private readonly admission: Admission,
    private readonly parsing: Parsing,
    private isParserBetweenRequests: boolean,
  ) {}

  /** True when all requests have been sorted of which anything arrived. */
  get isBetweenRequests(): boolean {
    return this.isParserBetweenRequests && this.held === undefined;
  }

  /** What arrived, behind the part of a request that arrived before it. */
  withHeld(bytes: Buffer): Buffer {
    const held = this.takeHeld();
    return held === undefined ? bytes : Buffer.concat([held, bytes]);
  }

  /** The part of a request that is kept. */
  takeHeld(): Buffer | undefined {
    const { held } = this;
    this.held = undefined;
    clearTimeout(this.timer);
    return held;
  }

  /** Keeps a part of a request. @param onLong told when the rest of it does not arrive in time */
  hold(part: Buffer, onLong: () => void): void {
    const now = performance.now();
    this.held = part;
    this.heldSince ??= now;
    this.timer = setTimeout(onLong, this.heldSince + HOLD_MS - now);
  }

  /** Keeps it for as long again, where it could not be parsed by then. */
  holdAgain(part: Buffer, onLong: () => void): void {
    this.heldSince = undefined;
    this.hold(part, onLong);
  }

  /** Told when bytes go to the parser that were not sorted. */
  forget(): void {
    this.isParserBetweenRequests = false;
    this.heldSince = undefined;
  }

  /**
   * @param bytes that follow those which were parsed or sorted before
   * @param onHeldLong told when the rest of a request does not arrive
   * @returns what must be parsed, once those before it have been answered
   */
  sort(bytes: Buffer, onHeldLong: () => void): Buffer | undefined {
    const text = bytes.toString('latin1');
    if (this.isParserBetweenRequests) return this.sortRequests(bytes, text, onHeldLong);
    const rest = this.parseToEnd(bytes, text);
    if (rest.length === 0 || !this.exchanges.isReading) return undefined;
    return this.sortBehind(rest, onHeldLong);
  }

  private sortBehind(rest: Buffer, onHeldLong: () => void): Buffer | undefined {
    return this.isParserBetweenRequests && this.parsing.isReady
      ? this.sort(rest, onHeldLong)
      : rest;
  }

  private sortRequests(bytes: Buffer, text: string, onHeldLong: () => void): Buffer | undefined {
    const { exchanges } = this;
    const requests = new PlainRequests(text, (target) => exchanges.isRefusable(target));
    const { ends, endsWithin } = requests;
    const served = exchanges.isFree && ends.length > 0 ? this.admission.admitted(ends.length) : 0;
    const refused = ends.length - served;
    this.refusesSome = refused > 0;
    if (refused > 0) exchanges.refuse(refused);
    if (served > 0) this.parsing.parse(bytes.subarray(ends[refused - 1] ?? 0, ends.at(-1)));
    if (ends.length > 0) this.heldSince = undefined;
    const rest = bytes.subarray(ends.at(-1) ?? 0);
    if (rest.length === 0 || !exchanges.isReading) return undefined;
    if (!endsWithin) return rest;
    this.hold(rest, onHeldLong);
    return undefined;
  }

  /**
   * Parses up to where a request ends, if that can be seen: the last byte of it makes a message whole.
   *
   * @returns what is behind, and what is not taken
   */
  private parseToEnd(bytes: Buffer, text: string): Buffer {
    const start = text.search(LATER_REQUEST);
    const end = start === -1 ? bytes.length : start;
    const { exchanges, parsing } = this;
    if (end > 1) parsing.parse(bytes.subarray(0, end - 1));
    if (!parsing.isReady) return bytes.subarray(end - 1);
    const before = exchanges.newestWhole;
    if (exchanges.isReading) parsing.parse(bytes.subarray(end - 1, end));
    const after = exchanges.newestWhole;
    this.isParserBetweenRequests = after !== undefined && after !== before;
    return bytes.subarray(end);
  }
}
