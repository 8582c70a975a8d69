import { createHash } from 'node:crypto';
import {
  type Caller,
  type Quotas,
  type ClientQuotas,
  clientNetwork,
  type Failure,
  tooManyRequests,
} from '../../contract';
import { type RateLimit, type Limited, isOfBytes } from './rate-limits';
import { type CounterTable, SharedUsageExchange } from './shared-usage';
import { type Usage, UsageCounter } from './usage-counter';

/** The quotas of a service that runs. */
export interface OpenQuotas {
  /** Absent where nothing is limited. */
  readonly quotas?: Quotas;
  /** Ends the exchange with other instances; call it before the store is closed. */
  close(): Promise<void>;
}

/**
 * Puts the quotas together.
 *
 * @param table where instances share counts; without one, this instance counts by itself
 * @param onFault called when counts can no longer be shared, once each time
 */
export function openQuotas(
  limits: readonly RateLimit[],
  table: CounterTable | undefined,
  onFault: (error: unknown) => void,
): OpenQuotas {
  if (limits.length === 0) return { close: () => Promise.resolve() };
  const exchange = table && new SharedUsageExchange(table, onFault);
  return {
    quotas: createQuotas(limits, exchange),
    close: () => exchange?.close() ?? Promise.resolve(),
  };
}

/**
 * Credentials of an address that are verified in a second once too many of it have failed: far more than
 * people behind one address send, and what bounds the time that goes into verifying.
 */
const VERIFIED_PER_SECOND = 100;

/**
 * The quotas of a service by its limits.
 *
 * @param exchange where counts are shared with other instances; by default they are this instance's own
 */
export function createQuotas(
  limits: readonly RateLimit[],
  exchange?: Pick<SharedUsageExchange, 'share'>,
): Quotas {
  const counters = new Map(limits.map((limit) => [limit.name, new UsageCounter(limit)]));
  const verified = new UsageCounter({
    name: 'failures',
    quota: VERIFIED_PER_SECOND,
    windowSeconds: 1,
  });
  const shown = limits.filter(({ name }) => name !== 'failures');
  const policy = shown.length === 0 ? undefined : policyField(shown);
  const parts: Parts = { counters, verified, policy, exchange };
  return { open: (address) => new CountedClient(parts, keyOf(clientNetwork(address))) };
}

interface Parts {
  readonly counters: ReadonlyMap<Limited, UsageCounter>;
  readonly verified: UsageCounter;
  /** Absent where clients are told of no limit. */
  readonly policy: string | undefined;
  readonly exchange: Pick<SharedUsageExchange, 'share'> | undefined;
}

/** The quotas of one request. */
class CountedClient implements ClientQuotas {
  private readonly usages = new Map<Limited, Usage>();
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
    this.caller = keyOf(client);
    const wait = Math.max(
      await this.use('token', this.caller),
      await this.see('token-bytes', this.caller),
    );
    return wait === 0 ? undefined : refusal('The caller', wait);
  }

  async admitCredentials(): Promise<Failure | undefined> {
    const { counters, verified } = this.parts;
    const failures = await counters.get('failures')?.look(this.network);
    if (failures === undefined || failures.left > 0) return undefined;
    const { isExceeded, msLeft } = await verified.add(this.network, 1);
    return isExceeded ? manyFailures(wholeSeconds(msLeft)) : undefined;
  }

  /** Only what fails is refused, with a wait that doubles up to the end of the window. */
  async refuseCredentials(): Promise<Failure | undefined> {
    const failures = await this.count('failures', this.network, 1);
    if (failures?.isExceeded !== true) return undefined;
    const beyond = failures.used - this.quotaOf('failures') - 1;
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

  /** Counts a request. @returns milliseconds to wait when it is one too many, else 0 */
  private async use(name: Limited, client: string): Promise<number> {
    const usage = await this.countFor(name, client, 1);
    return usage?.isExceeded === true ? usage.msLeft : 0;
  }

  /** @returns milliseconds to wait when nothing is left, else 0: the body that uses up the rest is taken */
  private async see(name: Limited, client: string): Promise<number> {
    const counter = this.parts.counters.get(name);
    if (counter === undefined) return 0;
    const usage = (await counter.look(client)) ?? unused(counter.limit);
    this.usages.set(name, usage);
    return usage.left === 0 ? usage.msLeft : 0;
  }

  private async countFor(
    name: Limited,
    client: string,
    amount: number,
  ): Promise<Usage | undefined> {
    const usage = await this.count(name, client, amount);
    if (usage !== undefined) this.usages.set(name, usage);
    return usage;
  }

  private async count(name: Limited, client: string, amount: number): Promise<Usage | undefined> {
    const { counters, exchange } = this.parts;
    const counter = counters.get(name);
    if (counter === undefined) return undefined;
    const usage = await counter.add(client, amount);
    // What is refused here is refused by all, for as long as the window lasts.
    if (usage.used - amount <= counter.limit.quota) exchange?.share(counter, client, amount);
    return usage;
  }

  private quotaOf(name: Limited): number {
    return this.parts.counters.get(name)?.limit.quota ?? 0;
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

/** Short, and of plain characters, so that counts of any client take the same room. */
const PLAIN = /^[\x21-\x7e]{1,64}$/;

/** What a client is counted by. */
function keyOf(client: string): string {
  if (PLAIN.test(client)) return client;
  return `sha256:${createHash('sha256').update(client).digest('base64url')}`;
}

/**
 * The header fields that tell clients of limits, as lists of structured fields.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10
 * @see https://www.rfc-editor.org/rfc/rfc9651#section-3.1
 */

const RATE_LIMIT_FIELD = 'RateLimit';
const RATE_LIMIT_POLICY_FIELD = 'RateLimit-Policy';

/** The limits as clients are told of them: the quota, its unit unless it is requests, the window in seconds. */
function policyField(limits: readonly RateLimit[]): string {
  return limits
    .map(({ name, quota, windowSeconds }) => {
      const unit = isOfBytes(name) ? ';qu="content-bytes"' : '';
      return `"${name}";q=${quota}${unit};w=${windowSeconds}`;
    })
    .join(', ');
}

/** What is left of limits, and the seconds until there is more. */
function usageField(usages: ReadonlyMap<Limited, Usage>): string {
  return Array.from(
    usages,
    ([name, { left, msLeft }]) => `"${name}";r=${left};t=${wholeSeconds(msLeft)}`,
  ).join(', ');
}

/** Seconds after which a moment is surely past: no fraction, and at least one. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
