import type { MetricsFormat, MetricsText, WriteMetrics } from '../management/metrics';

/** Seconds for which the main thread is waited for: half of what a scrape of Prometheus may take by default. */
const LIMIT_S = 5;

type Metrics = Awaited<ReturnType<WriteMetrics>>;

/** Asks the main thread for its metrics, once at a time in each format, however many want them. */
export class MetricsRequests {
  private readonly pending = new Map<
    MetricsFormat,
    { readonly answer: Promise<MetricsText>; readonly resolve: (metrics: MetricsText) => void }
  >();

  /**
   * @param ask asks the main thread; what it gives comes by `answer`
   * @param limitS seconds until that counts as hung
   */
  constructor(
    private readonly ask: (format: MetricsFormat) => void,
    private readonly limitS = LIMIT_S,
  ) {}

  /** Resolves to the metrics, or to why there are none. */
  async get(format: MetricsFormat): Promise<Metrics> {
    let request = this.pending.get(format);
    if (request === undefined) {
      const { promise: answer, resolve } = deferred<MetricsText>();
      request = { answer, resolve };
      this.pending.set(format, request);
      this.ask(format);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Metrics>((resolve) => {
      timer = setTimeout(() => {
        resolve({ unavailable: `The main thread has given no metrics for ${this.limitS} s` });
      }, this.limitS * 1_000);
    });
    const metrics = await Promise.race([request.answer, late]);
    clearTimeout(timer);
    return metrics;
  }

  /** What the main thread gives. */
  answer(format: MetricsFormat, metrics: MetricsText): void {
    this.pending.get(format)?.resolve(metrics);
    this.pending.delete(format);
  }
}

function deferred<Value>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((take) => {
    resolve = take;
  });
  return { promise, resolve };
}
