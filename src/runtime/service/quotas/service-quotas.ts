import { createHash } from 'node:crypto';
import {
  type Caller,
  type Quotas,
  type ClientQuotas,
  clientNetwork,
  type Failure,
  isOfBytes,
  type Limited,
  type RateLimit,
  tooManyRequests,
} from '../../contract';
import { type CounterTable, SharedUsageExchange } from './shared-usage';
import { type Counted, type Counter, type LimitNames, namesOf, type Usage } from './usage-counter';

export type OperationRates = ReadonlyMap<string, readonly RateLimit[]>;

export interface OpenQuotas {
  /** The quotas of a program, in addition to those of the whole service; undefined where nothing is limited. */
  quotasOf(operations: OperationRates): Quotas | undefined;
  /** Ends the exchange with other instances; call it before the store is closed. */
  close(): Promise<void>;
}

/** How quotas are counted. */
export interface Counting {
  readonly counterOf: (counted: Counted) => Counter;
  /** Shares counts between instances; without one, this instance counts alone. */
  readonly table?: CounterTable | undefined;
  /** Called when counts can no longer be shared, once each time. */
  readonly onFault: (error: unknown) => void;
}

export function openQuotas(
  limits: readonly RateLimit[],
  { counterOf, table, onFault }: Counting,
): OpenQuotas {
  const exchange = table && new SharedUsageExchange(table, onFault);
  const counters = limits.map((limit) => counterOf({ limit, names: namesOf(limit) }));
  return {
    quotasOf: (operations) =>
      limits.length + operations.size === 0
        ? undefined
        : quotasBy(counters, operations, { counterOf, exchange }),
    close: () => exchange?.close() ?? Promise.resolve(),
  };
}

/**
 * Credentials verified per second for an address with too many failures: far more than people behind one address send,
 * and a limit for the time spent on verifying.
 */
const VERIFIED: Counted = {
  limit: { name: 'failures', quota: 100, windowSeconds: 1 },
  names: { policy: 'verified', shared: 'verified' },
};

function quotasBy(
  ofService: readonly Counter[],
  operations: OperationRates,
  { counterOf, exchange }: Pick<Counting, 'counterOf'> & Pick<Parts, 'exchange'>,
): Quotas {
  const verified = counterOf(VERIFIED);
  const partsOf = (counters: readonly Counter[]): Parts => {
    const shown = counters.filter(({ limit }) => limit.name !== 'failures');
    const policy = shown.length === 0 ? undefined : policyField(shown);
    return { counters, verified, policy, exchange };
  };
  const ofAll = partsOf(ofService);
  const ofEach = new Map(
    Array.from(operations, ([operationId, limits]) => {
      const own = limits.map((limit) =>
        counterOf({ limit, names: operationNames(limit, operationId) }),
      );
      return [operationId, partsOf([...ofService, ...own])] as const;
    }),
  );
  return {
    open: (address, operationId = '') =>
      new CountedClient(ofEach.get(operationId) ?? ofAll, clientKey(clientNetwork(address))),
  };
}

interface Parts {
  /** The service's counters, followed by the operation's. */
  readonly counters: readonly Counter[];
  readonly verified: Counter;
  /** Absent where there is no limit to announce. */
  readonly policy: string | undefined;
  readonly exchange: SharedUsageExchange | undefined;
}

class CountedClient implements ClientQuotas {
  private readonly usages = new Map<Counter, Usage>();
  private caller: string | undefined;

  constructor(
    private readonly parts: Parts,
    private readonly network: string,
  ) {}

  async admitAddress(): Promise<Failure | undefined> {
    const wait = Math.max(
      await this.use('address', this.network),
      await this.see('address-bytes', this.network),
    );
    return wait === 0 ? undefined : refusal('This address', wait);
  }

  async admitCaller({ client }: Caller): Promise<Failure | undefined> {
    this.caller = clientKey(client);
    const wait = Math.max(
      await this.use('token', this.caller),
      await this.see('token-bytes', this.caller),
    );
    return wait === 0 ? undefined : refusal('The caller', wait);
  }

  async admitCredentials(): Promise<Failure | undefined> {
    const { verified } = this.parts;
    const [counter] = this.countersOf('failures');
    const failures = await counter?.look(this.network);
    if (failures === undefined || failures.left > 0) return undefined;
    const { isExceeded, msLeft } = await verified.add(this.network, 1);
    return isExceeded ? manyFailures(wholeSeconds(msLeft)) : undefined;
  }

  /** Only failures are refused, with a wait that doubles up to the end of the window. */
  async refuseCredentials(): Promise<Failure | undefined> {
    const [counter] = this.countersOf('failures');
    if (counter === undefined) return undefined;
    const failures = await this.count(counter, this.network, 1);
    if (!failures.isExceeded) return undefined;
    const beyond = failures.used - counter.limit.quota - 1;
    return manyFailures(Math.min(2 ** Math.min(beyond, 30), wholeSeconds(failures.msLeft)));
  }

  countBytes(bytes: number): void {
    void this.countFor('address-bytes', this.network, bytes);
    if (this.caller !== undefined) void this.countFor('token-bytes', this.caller, bytes);
  }

  headers(): Readonly<Record<string, string>> {
    const { policy } = this.parts;
    if (policy === undefined) return {};
    const headers = { [RATE_LIMIT_POLICY_FIELD]: policy };
    return this.usages.size === 0
      ? headers
      : { ...headers, [RATE_LIMIT_FIELD]: usageField(this.usages) };
  }

  private countersOf(name: Limited): readonly Counter[] {
    return this.parts.counters.filter(({ limit }) => limit.name === name);
  }

  /** Counts a request. @returns milliseconds to wait when it exceeds a limit, else 0 */
  private async use(name: Limited, client: string): Promise<number> {
    let wait = 0;
    for (const { isExceeded, msLeft } of await this.countFor(name, client, 1)) {
      if (isExceeded) wait = Math.max(wait, msLeft);
    }
    return wait;
  }

  /** @returns milliseconds to wait when nothing is left, else 0: the body that exceeds the quota is accepted */
  private async see(name: Limited, client: string): Promise<number> {
    let wait = 0;
    for (const counter of this.countersOf(name)) {
      const usage = (await counter.look(client)) ?? unused(counter.limit);
      this.usages.set(counter, usage);
      if (usage.left === 0) wait = Math.max(wait, usage.msLeft);
    }
    return wait;
  }

  private async countFor(name: Limited, client: string, amount: number): Promise<Usage[]> {
    const usages: Usage[] = [];
    for (const counter of this.countersOf(name)) {
      const usage = await this.count(counter, client, amount);
      this.usages.set(counter, usage);
      usages.push(usage);
    }
    return usages;
  }

  private async count(counter: Counter, client: string, amount: number): Promise<Usage> {
    const usage = await counter.add(client, amount);
    // A client refused here is refused by all instances, for the rest of the window.
    if (usage.used - amount <= counter.limit.quota) {
      this.parts.exchange?.share(counter, client, amount);
    }
    return usage;
  }
}

function unused({ quota, windowSeconds }: RateLimit): Usage {
  return { used: 0, left: quota, msLeft: windowSeconds * 1_000, isExceeded: false };
}

function refusal(who: string, waitMs: number): Failure {
  const seconds = wholeSeconds(waitMs);
  return tooManyRequests(`${who} has used up its quota; try again in ${seconds} s`, seconds);
}

function manyFailures(seconds: number): Failure {
  const message = `Too many credentials from this address were refused; send valid ones, or try again in ${seconds} s`;
  return tooManyRequests(message, seconds);
}

/** Short texts of plain characters: counts of any client take about the same memory. */
const PLAIN = /^[\x21-\x7e]{1,64}$/;

function clientKey(client: string): string {
  return PLAIN.test(client) ? client : `sha256:${digest(client)}`;
}

function operationNames(limit: RateLimit, operationId: string): LimitNames {
  const { policy, shared } = namesOf(limit);
  const plain = operationId.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return {
    policy: `${plain}-${policy}`,
    shared: digest(`${operationId} ${shared}`).slice(0, 22),
  };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * The header fields that announce limits, as structured field lists.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10
 * @see https://www.rfc-editor.org/rfc/rfc9651#section-3.1
 */

const RATE_LIMIT_FIELD = 'RateLimit';
const RATE_LIMIT_POLICY_FIELD = 'RateLimit-Policy';

/** Announces the limits: the quota, its unit unless it is requests, the window in seconds. */
function policyField(counters: readonly Counter[]): string {
  return counters
    .map(({ names: { policy }, limit: { name, quota, windowSeconds } }) => {
      const unit = isOfBytes(name) ? ';qu="content-bytes"' : '';
      return `"${policy}";q=${quota}${unit};w=${windowSeconds}`;
    })
    .join(', ');
}

/** The remaining quotas, and the seconds until their windows end. */
function usageField(usages: ReadonlyMap<Counter, Usage>): string {
  return Array.from(
    usages,
    ([
      {
        names: { policy },
      },
      { left, msLeft },
    ]) => `"${policy}";r=${left};t=${wholeSeconds(msLeft)}`,
  ).join(', ');
}

/** Whole seconds, rounded up, and at least one. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
