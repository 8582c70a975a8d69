import type { Check, Violation } from './checks/check';
import type { Exchange } from './exchange';
import { responseOf } from './exchange';
import type { Finding } from './finding';

/** A rule that an exchange breaks. */
export interface Broken {
  readonly check: Check;
  readonly violation: Violation;
}

/** What was found, the same once. */
export class Findings {
  private readonly found = new Map<string, { finding: Finding; times: number }>();
  /** Keys of findings by what shows that a request at random has found the same. */
  private readonly causes = new Map<string, string>();
  /** What was looked into and is no finding. */
  private readonly settled = new Set<string>();

  /** True for what is found, or settled, already; it is counted. */
  knows(exchange: Exchange, broken: Broken): boolean {
    const key = keyOf(exchange, broken);
    const isRandom = exchange.testCase.phase === 'random';
    const cause = isRandom ? this.causes.get(causeOf(exchange, broken)) : undefined;
    const known = this.found.get(key) ?? this.found.get(cause ?? '');
    if (known !== undefined) known.times++;
    return known !== undefined || this.settled.has(settledKey(exchange, broken));
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
    const finding = { check: check.id, fault, operationId, message, pointer, exchanges, times: 1 };
    this.found.set(key, { finding, times: 1 });
    // Other credentials are another case.
    const isOfCredentials = last.testCase.covers.some(({ keyword }) => keyword === 'security');
    if (!isOfCredentials) this.causes.set(causeOf(last, { check, violation }), key);
  }

  get size(): number {
    return this.found.size;
  }

  /** Faults of the service first. */
  get all(): Finding[] {
    const all = [...this.found.values()].map(({ finding, times }) => ({ ...finding, times }));
    const ofDocument = ({ fault }: Finding): boolean => fault === 'document';
    return [...all.filter((each) => !ofDocument(each)), ...all.filter(ofDocument)];
  }
}

/** What the same request once more shows says nothing of other requests. */
function settledKey(exchange: Exchange, broken: Broken): string {
  const key = keyOf(exchange, broken);
  return broken.check.confirm === 'same request' ? `${key} ${exchange.testCase.title}` : key;
}

/** What two findings have in common that are the same. */
export function keyOf(exchange: Exchange, { check, violation }: Broken): string {
  const { operation, request } = exchange.testCase;
  const where = operation?.operationId ?? `${request.method} ${request.target.split('?')[0] ?? ''}`;
  const status = responseOf(exchange)?.status ?? exchange.outcome.kind;
  return [check.id, where, violation.pointer, status].join(' ');
}

/** The part of the request that is wrong, or what the service says of it. */
function causeOf(exchange: Exchange, broken: Broken): string {
  const { judgement } = exchange;
  const said = responseOf(exchange)?.body.toString() ?? '';
  const cause = judgement.expected === 'refusal' ? judgement.message : said;
  const { operation } = exchange.testCase;
  const status = responseOf(exchange)?.status ?? exchange.outcome.kind;
  return [broken.check.id, operation?.operationId, status, cause].join(' ');
}
