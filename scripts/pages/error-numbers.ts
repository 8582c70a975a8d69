import { type FailureKind, failureKinds } from '../../src/runtime/contract';
import { markdownTable } from '../../src/tools/findings/index';
import { plantFailureKinds } from '../../src/plant-store/plants/handler';

/** The kinds of failures of the plant store, by number. */
export function errorNumbersTable(): string {
  const kinds: FailureKind[] = Object.values({ ...failureKinds, ...plantFailureKinds });
  const rows = kinds
    .map(({ status, number = status, description }) => [`${number}`, `${status}`, description])
    .sort(([a], [b]) => Number(a) - Number(b));
  const table = markdownTable({ columns: ['error', 'natural status', 'kind'], rows });
  return `<!-- prettier-ignore -->\n${table}`;
}
