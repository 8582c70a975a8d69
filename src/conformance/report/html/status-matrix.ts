import type { Results } from '../../results';
import { html, type Markup } from './markup';

/** Operations by statuses: what the document lists, and what was seen. */
export function statusMatrix({ operations, coverage }: Results): Markup {
  const listed = new Set(
    coverage
      .filter(({ kind }) => kind === 'status')
      .map(({ operationId, name }) => `${operationId} ${name}`),
  );
  const columns = columnsOf(operations, coverage);
  const rows = operations.map((operation) => {
    const { operationId, method, path, statuses } = operation;
    const cells = columns.map((status) =>
      cell(statuses[status] ?? 0, isListed(listed, operationId, status), status),
    );
    return html`<tr>
      <th scope="row"><span class="method">${method}</span> ${path}</th>
      ${cells}
    </tr>`;
  });
  return html`<ul class="legend">
      <li><span class="status seen">12</span> listed and seen, how often</li>
      <li><span class="status missed">–</span> listed, never seen</li>
      <li><span class="status unlisted">12 !</span> not listed, or no response</li>
    </ul>
    <div class="scroll" role="region" aria-label="Statuses by operation" tabindex="0">
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Operation</th>
            ${columns.map((status) => html`<th scope="col">${nameOf(status)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** Statuses by number, ranges and `default` behind them. */
function columnsOf(
  operations: Results['operations'],
  coverage: Results['coverage'],
): readonly string[] {
  const seen = operations.flatMap(({ statuses }) => Object.keys(statuses));
  const named = coverage.filter(({ kind }) => kind === 'status').map(({ name }) => name);
  return [...new Set([...seen, ...named])].sort((one, other) => rank(one) - rank(other));
}

function rank(status: string): number {
  if (status === 'default') return 1_000;
  if (status === 'none') return 1_001;
  return /^\d{3}$/.test(status) ? Number(status) : 600 + Number(status[0]);
}

/** @see https://spec.openapis.org/oas/v3.1.1#responses-object */
function isListed(listed: ReadonlySet<string>, operationId: string, status: string): boolean {
  const keys = [status, `${status[0] ?? ''}XX`, 'default'];
  return keys.some((key) => status !== 'none' && listed.has(`${operationId} ${key}`));
}

function cell(count: number, isInDocument: boolean, status: string): Markup {
  if (count === 0) {
    return isInDocument ? html`<td><span class="status missed">–</span></td>` : html`<td></td>`;
  }
  return isInDocument
    ? html`<td><span class="status seen">${count}</span></td>`
    : html`<td><span class="status unlisted" title="${nameOf(status)}">${count} !</span></td>`;
}

function nameOf(status: string): string {
  return status === 'none' ? 'no response' : status;
}
