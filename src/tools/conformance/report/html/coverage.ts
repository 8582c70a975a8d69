import { groupBy } from 'openapi-trellis/tools';
import type { CoveredPart, OperationResult, Results } from '../../results';
import { isBreakable, PLURALS } from '../verdict';
import { html, type Markup } from '../../../findings';

const KINDS = ['media type', 'parameter', 'keyword', 'header', 'security'] as const;

/** The parts of the document that requests and responses covered. */
export function coverageSection(results: Results): Markup {
  const partsOf = groupBy(results.coverage, ({ operationId }) => operationId);
  return html`<section id="coverage" aria-labelledby="coverage-title">
    <h2 id="coverage-title">Coverage</h2>
    <h3>Statuses</h3>
    ${statusMatrix(results)}
    <h3>Parts of the operations</h3>
    ${LEGEND}
    <div class="operations">
      ${results.operations.map((operation) =>
        operationCard(operation, partsOf.get(operation.operationId) ?? [], results.placeOf),
      )}
    </div>
  </section>`;
}

const LEGEND = html`<ul class="legend">
  <li>${cellOf('yes', 'yes')} kept by a request or a response, and broken by a request</li>
  <li>${cellOf('yes', 'no')} kept, never broken</li>
  <li>${cellOf('no', 'yes')} broken, never kept</li>
  <li>${cellOf('no', 'no')} neither</li>
  <li>${cellOf('yes')} kept; no request can break it</li>
</ul>`;

function operationCard(
  operation: OperationResult,
  parts: readonly CoveredPart[],
  placeOf: Results['placeOf'],
): Markup {
  const { method, path, requests, exercised } = operation;
  const strips = KINDS.map((kind) =>
    strip(
      kind,
      parts.filter((part) => part.kind === kind),
    ),
  );
  const gaps = parts.flatMap((part) => gapOf(part, placeOf));
  return html`<section class="operation">
    <h4><span class="method">${method}</span> ${path}</h4>
    <p>
      ${requests}
      request${requests === 1 ? '' : 's'}${
        exercised ? '' : html`, <strong class="warning">not exercised</strong>`
      }
    </p>
    <dl>${strips}</dl>
    ${gaps.length > 0 ? gapList(gaps) : ''}
  </section>`;
}

function strip(kind: CoveredPart['kind'], parts: readonly CoveredPart[]): Markup | string {
  if (parts.length === 0) return '';
  const kept = parts.filter(({ valid }) => valid > 0).length;
  const breakable = parts.filter(isBreakable);
  const broken = breakable.filter(({ invalid }) => invalid > 0).length;
  const says = `${kept} of ${parts.length} kept${breakable.length > 0 ? `, ${broken} of ${breakable.length} broken` : ''}`;
  return html`<dt>${PLURALS[kind]}</dt>
    <dd>
      <span class="strip" role="img" aria-label="${says}">${parts.map(cell)}</span>
      <span class="says" aria-hidden="true">${says}</span>
    </dd>`;
}

function cell(part: CoveredPart): Markup {
  const { name, valid, invalid } = part;
  const broken = isBreakable(part) ? `, broken ${invalid} times` : '';
  return cellOf(
    yes(valid > 0),
    isBreakable(part) ? yes(invalid > 0) : undefined,
    `${name}: kept ${valid} times${broken}`,
  );
}

type Side = 'yes' | 'no';

function yes(is: boolean): Side {
  return is ? 'yes' : 'no';
}

/** A tile: the upper half is filled if the part was kept, the lower half if it was broken. */
function cellOf(kept: Side, broken?: Side, title = ''): Markup {
  const lower = broken === undefined ? '' : html`<i class="broken ${broken}"></i>`;
  return html`<b class="tile" title="${title}"><i class="kept ${kept}"></i>${lower}</b>`;
}

/** The uses of a part that are missing, with its place; empty if there are none. */
function gapOf(part: CoveredPart, placeOf: Results['placeOf']): Markup[] {
  const { kind, name, pointer, valid, invalid } = part;
  const never = [
    ...(valid > 0 ? [] : [kind === 'status' || kind === 'header' ? 'seen' : 'kept']),
    ...(invalid > 0 || !isBreakable(part) ? [] : ['broken']),
  ];
  if (never.length === 0) return [];
  const { file, line } = placeOf(pointer);
  const place = `${file}${line === undefined ? '' : `:${line}`} #${pointer}`;
  const what = kind === name ? kind : `${kind} ${name}`;
  return [html`${what}: never ${never.join(', never ')}<br /><code>${place}</code>`];
}

function gapList(gaps: readonly Markup[]): Markup {
  return html`<details>
    <summary>Not covered (${gaps.length})</summary>
    <ul>
      ${gaps.map((gap) => html`<li>${gap}</li>`)}
    </ul>
  </details>`;
}

/** A table of operations and statuses: those documented and those seen. */
function statusMatrix({ operations, coverage }: Results): Markup {
  const listed = new Map(
    coverage
      .filter(({ kind }) => kind === 'status')
      .map(({ operationId, name, valid }) => [`${operationId} ${name}`, valid]),
  );
  const columns = columnsOf(operations, coverage);
  const rows = operations.map((operation) => {
    const { operationId, method, path, statuses } = operation;
    const cells = columns.map((status) => {
      const key = `${operationId} ${status}`;
      const count = statuses[status] ?? listed.get(key) ?? 0;
      const isInDocument = count > 0 ? isListed(listed, operationId, status) : listed.has(key);
      return statusCell(count, isInDocument, status);
    });
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
            ${columns.map((status) => html`<th scope="col">${statusName(status)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>`;
}

/** Statuses by number, followed by ranges and `default`. */
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
function isListed(
  listed: ReadonlyMap<string, number>,
  operationId: string,
  status: string,
): boolean {
  const ranges = /^\d{3}$/.test(status) ? [`${status.charAt(0)}XX`, 'default'] : [];
  return [status, ...ranges].some((key) => listed.has(`${operationId} ${key}`));
}

function statusCell(count: number, isInDocument: boolean, status: string): Markup {
  if (count === 0) {
    return isInDocument ? html`<td><span class="status missed">–</span></td>` : html`<td></td>`;
  }
  return isInDocument
    ? html`<td><span class="status seen">${count}</span></td>`
    : html`<td><span class="status unlisted" title="${statusName(status)}">${count} !</span></td>`;
}

function statusName(status: string): string {
  return status === 'none' ? 'no response' : status;
}
