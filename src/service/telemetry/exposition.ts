import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsFormat, MetricsText } from '../../management/metrics';
import type { MetricsSource } from './metrics';

/**
 * Writes metrics as text, with those of the process: memory, processor time, garbage collection and the
 * delay of the event loop, from the first time on. The registry is made each time, from data: one
 * that has been written as OpenMetrics cannot be written as text any more.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export async function writeMetrics(
  sources: readonly MetricsSource[],
  format: MetricsFormat,
): Promise<MetricsText> {
  const families = await Promise.all(sources.map(async (source) => source.getMetricsAsJSON()));
  const ofProcess = await processMetrics().getMetricsAsJSON();
  const all = [...families.flat(), ...withoutUnknownDelays(ofProcess)].map((each) => ({
    ...each,
    aggregator: 'first',
  }));
  if (format === 'text') return textOf(AggregatorRegistry.aggregate([all]));
  const registry = AggregatorRegistry.aggregate<typeof OPENMETRICS>([all.map(asOpenMetrics)]);
  registry.setContentType(OPENMETRICS);
  return textOf(registry);
}

type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const DELAY = 'nodejs_eventloop_lag_';
const MEAN_DELAY = `${DELAY}mean_seconds`;

/**
 * Leaves out the delays of the event loop where none was measured since the last scrape: their mean is not a number
 * then (which prom-client writes as `Nan`), and their minimum 292 years.
 */
function withoutUnknownDelays(families: ProcessMetrics): ProcessMetrics {
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
