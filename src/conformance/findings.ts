import { failureKinds, type FailureKind } from '../contract';
import type { JsonObject } from '../generate/index';
import type { OperationValues } from '../samples/requests/operation-request';
import { inputPlace, PLAIN } from './cause';
import type { Check, Violation } from './checks/check';
import { type Exchange, responseOf, type TestCase } from './exchange';
import type { Finding } from './finding';

/** A rule that an exchange breaks. */
export interface Broken {
  readonly check: Check;
  readonly violation: Violation;
}

interface Found {
  readonly key: string;
  readonly finding: Finding;
  /** What it has in common with those of the same operation that a service answers alike. */
  readonly group: string;
  times: number;
  /** Whether what its request is about makes it fail; undefined where that was not tried. */
  isCause?: boolean;
}

/** Of the places in the input that were broken, how many fail alike where it is no place that makes them fail. */
const MOST = { share: 0.8, places: 4 };

/**
 * What was found, once for each fault as far as faults can be told. Two failures of one operation with the same
 * status are two where the responses say different things. Where they say the same, what the requests are about
 * tells them apart, unless nearly every invalid request fails so too; what is valid has to fail among values that
 * were accepted as well; and where a plain valid request fails alike, what could not be tried so is not told apart.
 */
export class Findings {
  private readonly found = new Map<string, Found>();
  /** By operation, the places that invalid requests have broken. */
  private readonly broken = new Map<string, Set<string>>();
  /** Keys of findings by what shows that a request at random has found the same. */
  private readonly causes = new Map<string, string>();
  /** What was looked into and is no finding. */
  private readonly settled = new Set<string>();

  /** True for what is found, or settled, already; it is counted. */
  knows(exchange: Exchange, broken: Broken): boolean {
    const key = keyOf(exchange, broken);
    const isRandom = exchange.testCase.phase === 'random';
    const cause = isRandom ? this.causes.get(causeOf(exchange, broken)) : undefined;
    const general = isRandom ? this.general(groupOf(exchange, broken), exchange)?.key : undefined;
    const known = this.found.get(key) ?? this.found.get(cause ?? general ?? '');
    if (known !== undefined) known.times++;
    return known !== undefined || this.settled.has(settledKey(exchange, broken));
  }

  /** To be called with each exchange. */
  note(exchange: Exchange, document: JsonObject): void {
    if (!isInvalid(exchange)) return;
    const operationId = exchange.testCase.operation?.operationId ?? '';
    const places = this.broken.get(operationId) ?? new Set();
    this.broken.set(operationId, places.add(inputPlace(exchange, document)));
  }

  /** Failures of requests that are not invalid: what each is about may not be the cause. */
  get inDoubt(): Found[] {
    return [...this.found.values()].filter(
      ({ finding: { operationId, exchanges }, key, group, isCause }) =>
        group !== key &&
        isCause === undefined &&
        operationId !== undefined &&
        !exchanges.some(isInvalid),
    );
  }

  /** What was seen and comes from the state of the service, or of its network. */
  settle(exchange: Exchange, broken: Broken): void {
    this.settled.add(settledKey(exchange, broken));
  }

  /** @param exchanges in their order; the last one shows it */
  add(exchanges: readonly Exchange[], { check, violation }: Broken): void {
    const last = exchanges.at(-1);
    if (last === undefined) return;
    const key = keyOf(last, { check, violation });
    const known = this.found.get(key);
    if (known !== undefined) {
      known.times++;
      return;
    }
    const { message, pointer, fault = 'service', ofAll = false } = violation;
    const operationId = ofAll ? undefined : last.testCase.operation?.operationId;
    const found = { check: check.id, fault, operationId, message, pointer, exchanges, times: 1 };
    const finding = { ...found, cause: violation.cause?.place };
    const isOfInput = violation.cause?.said !== undefined;
    const group = isOfInput ? groupOf(last, { check, violation }) : key;
    this.found.set(key, { key, finding, group, times: 1 });
    // Other credentials are another case.
    const isOfCredentials = last.testCase.covers.some(({ keyword }) => keyword === 'security');
    if (!isOfCredentials) this.causes.set(causeOf(last, { check, violation }), key);
  }

  /** The finding that stands for its group, where its own place in the input is not the cause. */
  private general(group: string, exchange: Exchange, isCause?: boolean): Found | undefined {
    if (isCause === true) return undefined;
    const all = [...this.found.values()].filter((each) => each.group === group);
    const alike = all.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    const plain = alike.find(({ finding }) => finding.cause === PLAIN);
    if (plain !== undefined) return plain;
    const invalid = alike.filter(({ finding }) => finding.exchanges.some(isInvalid));
    const operationId = exchange.testCase.operation?.operationId ?? '';
    const places = this.broken.get(operationId)?.size ?? 0;
    const areMost = invalid.length >= Math.max(MOST.places, MOST.share * places);
    if (areMost && exchange.judgement.expected !== 'acceptance') {
      return invalid[0] && withCause(invalid[0], 'invalid requests');
    }
    if (isCause === undefined) return undefined;
    const others = alike.filter((each) => !invalid.includes(each));
    const shown = others.find((each) => each.isCause !== false);
    return shown ?? (others[0] && withCause(others[0], 'some valid requests'));
  }

  get size(): number {
    return this.found.size;
  }

  get all(): Finding[] {
    const all = new Map<string, Finding>();
    for (const found of this.found.values()) {
      const { finding, key, group, isCause } = found;
      const last = group === key ? undefined : finding.exchanges.at(-1);
      const shown = (last && this.general(group, last, isCause)) ?? found;
      const times = (all.get(shown.key)?.times ?? 0) + found.times;
      all.set(shown.key, { ...shown.finding, times });
    }
    const ofDocument = ({ fault }: Finding): boolean => fault === 'document';
    const findings = [...all.values()];
    return [...findings.filter((each) => !ofDocument(each)), ...findings.filter(ofDocument)];
  }
}

/** Of several requests the first is shown, and the next run may see another first. */
function withCause(found: Found, cause: string): Found {
  return { ...found, finding: { ...found.finding, cause } };
}

/** What the same request once more shows says nothing of other requests. */
function settledKey(exchange: Exchange, broken: Broken): string {
  const key = keyOf(exchange, broken);
  return broken.check.confirm === 'same request' ? `${key} ${exchange.testCase.title}` : key;
}

/** What two findings have in common that are the same. */
export function keyOf(exchange: Exchange, broken: Broken): string {
  return `${groupOf(exchange, broken)} ${broken.violation.cause?.place}`;
}

export function groupOf(exchange: Exchange, { check, violation }: Broken): string {
  const { operation, request } = exchange.testCase;
  const where = operation?.operationId ?? `${request.method} ${request.target.split('?')[0] ?? ''}`;
  const status = responseOf(exchange)?.status ?? exchange.outcome.kind;
  return [check.id, where, violation.pointer, status, violation.cause?.said].join(' ');
}

const OF_INPUT: readonly FailureKind[] = [
  failureKinds.invalidBody,
  failureKinds.invalidParameter,
  failureKinds.missingBody,
  failureKinds.malformedBody,
];

function isInvalid({ judgement }: Exchange): boolean {
  return judgement.expected === 'refusal' && OF_INPUT.includes(judgement.kind);
}

function causeOf(exchange: Exchange, broken: Broken): string {
  const { judgement } = exchange;
  const said = broken.violation.cause?.said ?? responseOf(exchange)?.body.toString() ?? '';
  const cause = judgement.expected === 'refusal' ? judgement.message : said;
  const { operation } = exchange.testCase;
  const status = responseOf(exchange)?.status ?? exchange.outcome.kind;
  return [broken.check.id, operation?.operationId, status, cause].join(' ');
}

/** A rule that an exchange breaks, as long as nothing shows that it does so for what it is about. */
export interface Suspicion {
  readonly exchange: Exchange;
  readonly broken: Broken;
}

/** Some operations go on while others are not available. */
const MOST_EXAMPLES = 5;

/** Keeps what each operation accepts, and what waits until it has accepted something. */
export class Suspicions {
  /** By operation and media type of the body. */
  private readonly accepted = new Map<string, OperationValues>();
  /** By operation, one that was accepted. */
  private readonly examples = new Map<string, TestCase>();
  private readonly waiting = new Map<string, Suspicion[]>();

  note(exchange: Exchange): void {
    const { testCase, judgement } = exchange;
    const { operation, values } = testCase;
    const status = responseOf(exchange)?.status ?? 0;
    const isSuccess = status >= 200 && status < 300 && judgement.expected === 'acceptance';
    if (!isSuccess || operation === undefined || values === undefined) return;
    this.examples.set(operation.operationId, testCase);
    const key = formOf(testCase);
    if (!this.accepted.has(key)) this.accepted.set(key, values);
  }

  /** Requests that were accepted before: one of the same operation, or some with the same method. */
  acceptedLike({ request, operation }: TestCase): readonly TestCase[] {
    const own = this.examples.get(operation?.operationId ?? '');
    if (own !== undefined) return [own];
    const isAlike = (each: TestCase): boolean => each.request.method === request.method;
    return [...this.examples.values()].filter(isAlike).slice(0, MOST_EXAMPLES);
  }

  hasAccepted({ operation }: TestCase): boolean {
    return this.examples.has(operation?.operationId ?? '');
  }

  /** What need not wait any longer. */
  ready(testCase: TestCase): readonly Suspicion[] {
    const key = formOf(testCase);
    const waiting = this.waiting.get(key) ?? [];
    if (!this.accepted.has(key)) return [];
    this.waiting.delete(key);
    return waiting;
  }

  /** True where it has to wait. */
  waits(exchange: Exchange, broken: Broken): boolean {
    const { operation, among } = exchange.testCase;
    if (operation === undefined || among === undefined || !isByValues(broken.check)) return false;
    const key = formOf(exchange.testCase);
    if (this.accepted.has(key)) return false;
    const waiting = this.waiting.get(key) ?? [];
    this.waiting.set(key, [...waiting, { exchange, broken }]);
    return true;
  }

  /** Values that the operation accepted, with a body of the same media type; undefined where there are none. */
  valuesLike(testCase: TestCase): OperationValues | undefined {
    return this.accepted.get(formOf(testCase));
  }

  get left(): Suspicion[] {
    return [...this.waiting.values()].flat();
  }
}

function formOf({ operation, values }: TestCase): string {
  return `${operation?.operationId ?? ''} ${values?.body?.media.pointer ?? ''}`;
}

function isByValues({ confirm }: Check): boolean {
  return confirm === 'other values';
}
