import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsFormat, MetricsText } from '../../management/metrics';
import type { MetricsSource, ProcessMetrics } from './metrics';

/**
 * Collects metrics, and those of the process: memory, processor time, and from the first call on garbage collection and
 * event loop delay.
 */
export async function collect(sources: readonly MetricsSource[]): Promise<ProcessMetrics> {
  const families = await Promise.all(sources.map(async (source) => source.getMetricsAsJSON()));
  const ofProcess = await processMetrics().getMetricsAsJSON();
  return [...families.flat(), ...withoutUnknownDelays(ofProcess).map(sinceItsStart)];
}

export async function writeMetrics(
  sources: readonly MetricsSource[],
  format: MetricsFormat,
): Promise<MetricsText> {
  const collected = await collect(sources);
  return write([collected.map((each) => ({ ...each, aggregator: 'first' }))], format);
}

/** Writes the metrics of several processes together: each is aggregated by prom-client's rule for it, or summed. */
export function writeAll(
  processes: readonly ProcessMetrics[],
  format: MetricsFormat,
): Promise<MetricsText> {
  return write(processes.map(aggregated), format);
}

/** Sums the counters and histograms of ended processes. */
export function sumOfCounters(processes: readonly ProcessMetrics[]): Promise<ProcessMetrics> {
  const counters = processes.map((families) =>
    families.filter(({ type }) => type === 'counter' || type === 'histogram'),
  );
  return AggregatorRegistry.aggregate(counters.map(aggregated)).getMetricsAsJSON();
}

type Aggregated = ProcessMetrics[number] & { readonly aggregator: string };

function aggregated(families: ProcessMetrics): Aggregated[] {
  return families.map((family) => {
    const { aggregator = 'sum' } = family as Partial<Aggregated>;
    // The start time of the process: the service has started when the first process has.
    return { ...family, aggregator: aggregator === 'omit' ? 'min' : aggregator };
  });
}

/**
 * Creates the registry each time, from data: after writing OpenMetrics, a registry cannot write text any more.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
function write(processes: Aggregated[][], format: MetricsFormat): Promise<MetricsText> {
  if (format === 'text') return metricsText(AggregatorRegistry.aggregate(processes));
  const registry = AggregatorRegistry.aggregate<typeof OPENMETRICS>(
    processes.map((families) => families.map(asOpenMetrics)),
  );
  registry.setContentType(OPENMETRICS);
  return metricsText(registry);
}

type OfProcess = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const DELAY = 'nodejs_eventloop_lag_';
const MEAN_DELAY = `${DELAY}mean_seconds`;

/**
 * Leaves out event loop delays where none was measured since the last scrape: their mean is then not a number (which
 * prom-client writes as `Nan`), and their minimum 292 years.
 */
function withoutUnknownDelays(families: OfProcess): OfProcess {
  const mean = families.find(({ name }) => name === MEAN_DELAY);
  if (!mean?.values.some(({ value }) => Number.isNaN(value))) return families;
  return families.filter(({ name }) => !name.startsWith(DELAY) || name === `${DELAY}seconds`);
}

/** The processor time of the whole process: prom-client counts it from its first call on. */
function sinceItsStart(family: OfProcess[number]): OfProcess[number] {
  const part = /^process_cpu_(user_|system_|)seconds_total$/.exec(family.name)?.[1];
  if (part === undefined) return family;
  const { user, system } = process.cpuUsage();
  const microseconds = { user_: user, system_: system }[part] ?? user + system;
  return { ...family, values: [{ labels: {}, value: microseconds / 1e6 }] };
}

/** An OpenMetrics registry itself adds `_total` to the names of counter values. */
function asOpenMetrics<Family extends { readonly name: string; readonly type: unknown }>(
  family: Family,
): Family {
  // prom-client's types declare this as a number, but its data holds names.
  const isCounter = String(family.type) === 'counter';
  return isCounter ? { ...family, name: family.name.replace(/_total$/, '') } : family;
}

const OPENMETRICS = Registry.OPENMETRICS_CONTENT_TYPE;

/** A registry of either format. */
interface WrittenRegistry {
  readonly contentType: string;
  metrics(): Promise<string>;
}

async function metricsText(registry: WrittenRegistry): Promise<MetricsText> {
  return { contentType: registry.contentType, text: await registry.metrics() };
}

let ofProcess: Registry | undefined;

/** Once in a process, since the measurements cannot be stopped. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
