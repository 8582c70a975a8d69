import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsFormat, MetricsText } from '../../management/metrics';
import type { MetricsSource, ProcessMetrics } from './metrics';

/**
 * Collects metrics, and those of the process: memory, processor time, garbage collection and the delay of the event
 * loop, from the first time on.
 */
export async function collect(sources: readonly MetricsSource[]): Promise<ProcessMetrics> {
  const families = await Promise.all(sources.map(async (source) => source.getMetricsAsJSON()));
  const ofProcess = await processMetrics().getMetricsAsJSON();
  return [...families.flat(), ...withoutUnknownDelays(ofProcess)];
}

/** Writes the metrics of this process as text. */
export async function writeMetrics(
  sources: readonly MetricsSource[],
  format: MetricsFormat,
): Promise<MetricsText> {
  const collected = await collect(sources);
  return write([collected.map((each) => ({ ...each, aggregator: 'first' }))], format);
}

/** Writes the metrics of several processes together: each is aggregated as prom-client has it for its kind, or summed. */
export function writeAll(
  processes: readonly ProcessMetrics[],
  format: MetricsFormat,
): Promise<MetricsText> {
  return write(processes.map(aggregated), format);
}

/** The counters and histograms of several processes, for when they are no more. */
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
    // That of the start of the process: the service has started when the first of them has.
    return { ...family, aggregator: aggregator === 'omit' ? 'min' : aggregator };
  });
}

/**
 * The registry is made each time, from data: one that has been written as OpenMetrics cannot be written as text any
 * more.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
function write(processes: Aggregated[][], format: MetricsFormat): Promise<MetricsText> {
  if (format === 'text') return textOf(AggregatorRegistry.aggregate(processes));
  const registry = AggregatorRegistry.aggregate<typeof OPENMETRICS>(
    processes.map((families) => families.map(asOpenMetrics)),
  );
  registry.setContentType(OPENMETRICS);
  return textOf(registry);
}

type OfProcess = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const DELAY = 'nodejs_eventloop_lag_';
const MEAN_DELAY = `${DELAY}mean_seconds`;

/**
 * Leaves out the delays of the event loop where none was measured since the last scrape: their mean is not a number
 * then (which prom-client writes as `Nan`), and their minimum 292 years.
 */
function withoutUnknownDelays(families: OfProcess): OfProcess {
  const mean = families.find(({ name }) => name === MEAN_DELAY);
  if (!mean?.values.some(({ value }) => Number.isNaN(value))) return families;
  return families.filter(({ name }) => !name.startsWith(DELAY) || name === `${DELAY}seconds`);
}

/** A registry of OpenMetrics adds `_total` to the names of the counters' values itself. */
function asOpenMetrics<Family extends { readonly name: string; readonly type: unknown }>(
  family: Family,
): Family {
  // prom-client has types by number in its own types, and by name in its data.
  const isCounter = String(family.type) === 'counter';
  return isCounter ? { ...family, name: family.name.replace(/_total$/, '') } : family;
}

const OPENMETRICS = Registry.OPENMETRICS_CONTENT_TYPE;

/** A registry of either format. */
interface WrittenRegistry {
  readonly contentType: string;
  metrics(): Promise<string>;
}

async function textOf(registry: WrittenRegistry): Promise<MetricsText> {
  return { contentType: registry.contentType, text: await registry.metrics() };
}

let ofProcess: Registry | undefined;

/** Once in a process, since nothing ends what they are measured by. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
