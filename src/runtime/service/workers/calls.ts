import type { Worker } from 'node:cluster';
import type { MetricsFormat, MetricsText } from '../../management/metrics';
import type { Counted, Usage } from '../quotas/usage-counter';
import type { ProcessMetrics } from '../telemetry/metrics';

/** Where a worker listens, and how long it takes to close at most. */
export interface Listening {
  readonly url: string;
  readonly managementUrl: string;
  readonly shutdownMs: number;
}

/** Methods of a worker, which the first process calls. */
export interface WorkerCalls {
  /** To answer is proof enough that it does not hang. */
  ping(): void;
  /** Why it serves no request now; undefined when it does. */
  notReady(): Promise<string | undefined>;
  metrics(): Promise<ProcessMetrics>;
  /** Finishes what is in flight. @param isReplaced another worker serves in its place: nothing is refused meanwhile */
  close(isReplaced: boolean): Promise<void>;
}

/** Methods of the first process, which a worker calls. */
export interface FirstCalls {
  listening(at: Listening): void;
  /** The terminal has closed, which all processes are told. */
  hangUp(): void;
  /** To answer is proof enough: this process looks after the workers. */
  live(): void;
  notReady(): Promise<string | undefined>;
  metrics(format: MetricsFormat): Promise<MetricsText>;
  addUsage(of: Counted, client: string, amount: number): Promise<Usage>;
  lookUpUsage(of: Counted, client: string): Promise<Usage | undefined>;
  adoptUsage(of: Counted, client: string, used: number, msLeft: number): Promise<void>;
}

type Method = (...args: unknown[]) => unknown;

type Call = readonly ['call', number: number, name: string, args: unknown[]];
type Reply = readonly ['reply', number: number, result: unknown, error?: string];

/** What one turn of the event loop has to say, since a message costs as much as a small request. */
type Message = readonly ['openapi-trellis', ...(Call | Reply)[]];

interface Pending {
  resolve(result: unknown): void;
  readonly reject: (error: Error) => void;
}

/** Calls between the first process and one worker, in both directions, beside messages of others. */
export class Calls<Ours extends object, Theirs extends object> {
  private readonly pending = new Map<number, Pending>();
  private unsent: (Call | Reply)[] = [];
  private lastNumber = 0;
  private end: Error | undefined;

  /** @param worker the other process, or in a worker itself */
  constructor(
    private readonly worker: Worker,
    private readonly ours: Ours,
  ) {
    worker.on('message', (message: unknown) => {
      if (!isOurs(message)) return;
      const [, ...parts] = message;
      for (const part of parts) {
        if (part[0] === 'call') void this.reply(part);
        else this.settle(part);
      }
    });
    const fail = (): void => {
      this.end = new Error('The other process has ended');
      for (const { reject } of this.pending.values()) reject(this.end);
      this.pending.clear();
    };
    worker.once('disconnect', fail);
    worker.once('exit', fail);
  }

  /** @throws Error with the message of what the other side throws, or because it has ended */
  async call<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Theirs[Name] extends (...args: infer Args) => unknown ? Args : never
  ): Promise<Theirs[Name] extends (...args: never[]) => infer Result ? Awaited<Result> : never> {
    if (this.end !== undefined) throw this.end;
    const number = ++this.lastNumber;
    return new Promise((resolve, reject) => {
      this.pending.set(number, { resolve, reject });
      this.send(['call', number, name, args]);
    });
  }

  private async reply([, number, name, args]: Call): Promise<void> {
    const method = this.ours[name as keyof Ours] as Method;
    try {
      this.send(['reply', number, await method(...args)]);
    } catch (error) {
      this.send(['reply', number, undefined, String(error)]);
    }
  }

  private settle([, number, result, error]: Reply): void {
    const pending = this.pending.get(number);
    this.pending.delete(number);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error));
  }

  /** Calls to an exited worker are dropped; `exit` reports it. */
  private send(part: Call | Reply): void {
    this.unsent.push(part);
    if (this.unsent.length > 1) return;
    setImmediate(() => {
      const message: Message = ['openapi-trellis', ...this.unsent];
      this.unsent = [];
      this.worker.send(message, () => undefined);
    });
  }
}

function isOurs(message: unknown): message is Message {
  return Array.isArray(message) && message[0] === 'openapi-trellis';
}
