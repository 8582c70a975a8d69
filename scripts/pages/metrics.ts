import { codeSpan, escapeMarkdown, markdownTable } from '../../src/tools/findings/index';
import { StoreMetrics } from '../../src/plant-store/stores/store-metrics';
import { Metrics } from '../../src/runtime/service';

/** The metrics of a service and of the plant store's database. */
export function metricsTable(): string {
  const families = [new Metrics(), new StoreMetrics()].flatMap((each) => each.getMetricsAsJSON());
  const rows = families.map(({ name, type, help }) => [codeSpan(name), type, escapeMarkdown(help)]);
  const table = markdownTable({ columns: ['metric', 'type', 'meaning'], rows });
  return `<!-- prettier-ignore -->\n${table}`;
}
