import { failureKinds, type FailureKind } from 'openapi-trellis/tools';
import { type JsonObject, getOrMake } from '../document';
import {
  inputPlace,
  PLAIN,
  type Check,
  type Violation,
  type Exchange,
  responseOf,
  statusOrReason,
} from '../judge';
import type { Finding } from './finding';

/** A rule that an exchange breaks. */
export interface Broken {
  readonly check: Check;
  readonly violation: Violation;
}

interface Found extends Broken {
  readonly key: string;
  finding: Finding;
  /** Key shared by findings of one check and operation with the same response. */
  readonly group: string;
  times: number;
  /** Whether the part that its request is about makes it fail; undefined if that was not tried. */
  isCause?: boolean;
}

/** If at least this share and number of the broken places fail alike, the place is not the cause. */
const MOST = { share: 0.8, places: 4 };

/**
 * The findings, one for each fault as far as faults can be told apart. Failures of one operation with the same
 * status are several findings if the texts of the responses differ. If they are the same, the parts that the
 * requests are about tell the findings apart, with three exceptions, each of which is one finding:
 *
 * - nearly every invalid request fails
 * - a valid value does not fail among values that were accepted
 * - a plain valid request fails too, and a case could not be tried among accepted values
 */
export class Findings {
  private readonly found = new Map<string, Found>();
  /** The places that invalid requests have broken, by operation. */
  private readonly broken = new Map<string, Set<string>>();
  /** Keys of findings, by the text that shows that a random request has found the same fault. */
  private readonly causes = new Map<string, string>();
  /** Violations that were examined and are no findings. */
  private readonly settled = new Set<string>();

  /** True for a violation that is already found or settled; counts it. */
  has(exchange: Exchange, broken: Broken): boolean {
    const key = findingKey(exchange, broken);
    const isRandom = exchange.testCase.phase === 'random';
    const cause = isRandom ? this.causes.get(causeOf(exchange, broken)) : undefined;
    const known = this.found.get(key) ?? this.found.get(cause ?? '');
    if (known !== undefined) {
      known.times++;
      if (broken.violation.cause?.isRule === true)
        known.finding = withCase(known.finding, exchange, broken);
    }
    return known !== undefined || this.settled.has(settledKey(exchange, broken));
  }

  /** Must be called with each exchange. */
  record(exchange: Exchange, document: JsonObject): void {
    if (!isInvalid(exchange)) return;
    const operationId = exchange.testCase.operation?.operationId ?? '';
    const places = getOrMake(this.broken, operationId, () => new Set());
    places.add(inputPlace(exchange, document));
  }

  /** Failures of requests that are not invalid: the part that each is about may not be the cause. */
  get inDoubt(): Found[] {
    return [...this.found.values()].filter(
      ({ finding: { operationId, exchanges }, key, group, isCause }) =>
        group !== key &&
        isCause === undefined &&
        operationId !== undefined &&
        !exchanges.some(isInvalid),
    );
  }

  /** Marks a violation as one that comes from the state of the service or from its network. */
  markReported(exchange: Exchange, broken: Broken): void {
    this.settled.add(settledKey(exchange, broken));
  }

  /** @param exchanges in order; the last one shows the fault */
  add(exchanges: readonly Exchange[], { check, violation }: Broken): void {
    const last = exchanges.at(-1);
    if (last === undefined) return;
    const key = findingKey(last, { check, violation });
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
    this.found.set(key, { check, violation, key, finding, group, times: 1 });
    // A request without a required answer has another reason to fail.
    if (last.judgement.expected !== 'open')
      this.causes.set(causeOf(last, { check, violation }), key);
  }

  /** The finding that represents its group, if the place in the input is not the cause. */
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
    if (areMost && !isValid(exchange)) {
      return invalid[0] && withCause(invalid[0], 'invalid requests');
    }
    if (isCause === undefined) return undefined;
    const others = alike.filter(({ finding }) => isValid(finding.exchanges.at(-1)));
    const shown = others.find((each) => each.isCause !== false);
    return shown ?? (others[0] && withCause(others[0], 'some valid requests'));
  }

  /** Removes the findings about which later exchanges leave a doubt. */
  drop(isDoubtful: (exchange: Exchange, broken: Broken) => boolean): void {
    for (const [key, found] of this.found) {
      const last = found.finding.exchanges.at(-1);
      if (last !== undefined && isDoubtful(last, found)) this.found.delete(key);
    }
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

/** Other cases that a finding names. */
const MOST_OTHERS = 5;

/** Adds a case that breaks the same rule. One that is made to break its keyword shows the fault best. */
function withCase(finding: Finding, exchange: Exchange, { violation }: Broken): Finding {
  const { operation, title } = exchange.testCase;
  const shown = finding.exchanges.at(-1);
  if (shown === undefined || exchange.testCase.phase !== 'coverage') return finding;
  const isBetter = finding.pointer === operation?.pointer && violation.pointer !== finding.pointer;
  const { message, pointer } = violation;
  const better = isBetter ? { message, pointer, exchanges: [exchange] } : {};
  const titles = new Set([...(finding.others ?? []), title, shown.testCase.title]);
  titles.delete(isBetter ? title : shown.testCase.title);
  return { ...finding, ...better, others: [...titles].slice(0, MOST_OTHERS) };
}

/** Replaces the cause: the place of the first request varies from run to run. */
function withCause(found: Found, cause: string): Found {
  return { ...found, finding: { ...found.finding, cause } };
}

/** If the same request confirms a check, its outcome says nothing about other requests. */
function settledKey(exchange: Exchange, broken: Broken): string {
  const key = findingKey(exchange, broken);
  return broken.check.confirm === 'same request' ? `${key} ${exchange.testCase.title}` : key;
}

/** Key of a finding; the same for two findings of the same fault. */
export function findingKey(exchange: Exchange, broken: Broken): string {
  return `${groupOf(exchange, broken)} ${broken.violation.cause?.place}`;
}

export function groupOf(exchange: Exchange, { check, violation }: Broken): string {
  const { operation, request } = exchange.testCase;
  const where = operation?.operationId ?? `${request.method} ${request.target.split('?')[0] ?? ''}`;
  const pointer = violation.cause?.isRule === true ? '' : violation.pointer;
  return [check.id, where, pointer, statusOrReason(exchange), violation.cause?.said].join(' ');
}

const OF_INPUT: readonly FailureKind[] = [
  failureKinds.invalidBody,
  failureKinds.invalidParameter,
  failureKinds.missingBody,
  failureKinds.malformedBody,
];

function isValid(exchange: Exchange | undefined): boolean {
  return exchange?.judgement.expected === 'acceptance';
}

function isInvalid({ judgement }: Exchange): boolean {
  return judgement.expected === 'refusal' && OF_INPUT.includes(judgement.kind);
}

function causeOf(exchange: Exchange, broken: Broken): string {
  const { judgement } = exchange;
  const said = broken.violation.cause?.said ?? responseOf(exchange)?.body.toString() ?? '';
  const cause = judgement.expected === 'refusal' ? judgement.message : said;
  const { operation } = exchange.testCase;
  return [broken.check.id, operation?.operationId, statusOrReason(exchange), cause].join(' ');
}
