import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startPlantService } from '../../../support/plant-service';
import { readMetrics } from '../../../support/log-lines';

const ROOT = path.join(__dirname, '..', '..', '..', '..');

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(
  readFileSync(path.join(ROOT, 'docs', 'grafana-dashboard.json'), 'utf8'),
) as { readonly panels: readonly Panel[] };

/** What the dashboard does not show, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  nodejs_active_handles: 'by kind; the dashboard has the total',
  nodejs_active_requests: 'by kind; the dashboard has the total',
  nodejs_active_resources: 'by kind; the dashboard has the total',
  nodejs_eventloop_lag_seconds: 'a single look at each scrape; the dashboard has percentiles',
  nodejs_eventloop_lag_mean_seconds: 'hides what is late; the dashboard has percentiles',
  nodejs_eventloop_lag_min_seconds: 'says nothing of what is late',
  nodejs_eventloop_lag_p90_seconds: 'between those that are shown',
  nodejs_eventloop_lag_stddev_seconds: 'says less than percentiles',
  nodejs_heap_space_size_available_bytes: 'for a closer look at the heap',
  nodejs_heap_space_size_total_bytes: 'for a closer look at the heap',
  nodejs_heap_space_size_used_bytes: 'for a closer look at the heap',
  nodejs_version_info: 'does not change',
  process_cpu_seconds_total: 'the sum of the two that are shown',
  process_heap_bytes: 'of Linux alone, and close to what is shown',
  process_start_time_seconds: 'does not change',
  process_virtual_memory_bytes: 'says little of the memory that is used',
};

/** Names of metrics in a query: not functions, labels, their values or ranges. */
function metricsIn(expr: string): string[] {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, '');
  return [...bare.matchAll(/[a-z_]\w*_\w*\b(?!\s*\()/g)].map(([name]) => name);
}

it('the dashboard asks for metrics that are served, and leaves out none without a reason', async () => {
  const service = await startPlantService();
  await service.post('{"id":1,"name":"Fern"}');
  await service.post('{}');
  // The delay of the event loop is measured from the first scrape on.
  let scrape = await readMetrics(service.url);
  while (!scrape.values.has('nodejs_eventloop_lag_p50_seconds')) {
    scrape = await readMetrics(service.url);
  }
  const { text, values } = scrape;
  await service.close();
  const samples = new Set([...values.keys()].map((name) => name.replace(/\{.*/s, '')));
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '']) => name);

  const asked = dashboard.panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => metricsIn(expr)),
  );
  expect(asked.length).toBeGreaterThan(20);
  // Whether there was a collection yet is not for a test to say.
  const served = new Set([...samples, 'nodejs_gc_duration_seconds_sum']);
  expect(asked.filter((name) => !served.has(name))).toEqual([]);

  const shown = new Set(asked.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
  const known = (name: string): boolean => shown.has(name) || Object.hasOwn(LEFT_OUT, name);
  expect(families.filter((name) => !known(name))).toEqual([]);
  expect(Object.keys(LEFT_OUT).filter((name) => shown.has(name))).toEqual([]);
});
