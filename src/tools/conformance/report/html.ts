import type { Results } from '../results';
import { html, type Markup } from '../../findings';
import { byReason } from '../../judge';
import { coverageTotals, PLURALS, type CoverageTotal, requestsOf, soundVerdict } from './verdict';
import { alike, factsOf, type Reported } from './finding-facts';
import { coverageSection } from './html/coverage';
import { documentSection, failuresSection } from './html/findings';
import { STYLE } from './html/style';

/** The results as one self-contained HTML page without scripts, into which a service cannot inject markup. */
export function htmlReport(results: Reported): string {
  const service = factsOf(results, 'service');
  const document = factsOf(results, 'document');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${results.title} ${results.version}: conformance</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        ${overview(results, service.length, document.length)}
        <main>
          ${failuresSection(alike(service, results.checks))} ${coverageSection(results)}
          ${documentSection(alike(document, results.checks))} ${noticesSection(results)}
          ${noVerdictsSection(results)}
        </main>
      </body>
    </html> `;
  return page.text;
}

/** The verdict, and the numbers of the run. */
function overview(results: Reported, failures: number, gaps: number): Markup {
  const { title, version, url, spec, seed, startedAt, durationMs, phases, judged } = results;
  const totals = coverageTotals(results.coverage).map(total);
  const verdict = failures === 0 ? 'passed' : 'failed';
  const ended = phases
    .filter((phase) => phase.ended !== 'complete')
    .map((phase) => `${phase.phase} phase ended by ${phase.ended}`);
  return html`<header>
    <p class="product">${title} ${version}</p>
    <h1 class="${verdict}">
      <span aria-hidden="true">${failures === 0 ? '✓' : '✕'}</span> ${headline(results, failures)}
    </h1>
    <p class="of">
      <code>${url}</code> by <code>${spec}</code>, at
      <time datetime="${new Date(startedAt).toISOString()}">${dateText(startedAt)}</time>
    </p>
    <dl class="facts">
      ${fact('Requests', requestsOf(results).toLocaleString('en'))}
      ${fact('To accept', judged.acceptance)} ${fact('To refuse', judged.refusal)}
      ${fact('Left open', judged.open)} ${fact('Duration', `${(durationMs / 1_000).toFixed(1)} s`)}
      ${fact('Seed', seed)}
    </dl>
    ${ended.length > 0 ? html`<p class="of">Not complete: ${ended.join(', ')}</p>` : ''}
    <dl class="totals">${exercisedTotal(results)} ${totals}</dl>
    <nav aria-label="Parts of the report">
      <a href="#failures">Failures (${failures})</a>
      <a href="#coverage">Coverage</a>
      ${gaps > 0 ? html`<a href="#document">Gaps of the document (${gaps})</a>` : ''}
      ${
        results.notices.length > 0
          ? html`<a href="#notices">Notices (${results.notices.length})</a>`
          : ''
      }
    </nav>
  </header>`;
}

function headline(results: Reported, failures: number): string {
  if (failures === 0) return soundVerdict(results);
  return `${failures} failure${failures === 1 ? '' : 's'} of the service`;
}

function fact(name: string, value: string | number): Markup {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function exercisedTotal({ operations }: Results): Markup {
  const exercised = operations.filter((operation) => operation.exercised).length;
  return html`<div>
    <dt>operations</dt>
    <dd>${meter('exercised', exercised, operations.length)}</dd>
  </div>`;
}

function total({ kind, parts, valid, breakable, invalid }: CoverageTotal): Markup {
  return html`<div>
    <dt>${PLURALS[kind]}</dt>
    <dd>
      ${meter(kind === 'status' || kind === 'header' ? 'seen' : 'kept', valid, parts)}
      ${breakable > 0 ? meter('broken', invalid, breakable) : ''}
    </dd>
  </div>`;
}

/** A bar next to the numbers it shows. */
function meter(name: string, count: number, all: number): Markup {
  const share = all === 0 ? 0 : Math.round((100 * count) / all);
  return html`<span class="meter ${name}">
    <span class="bar" aria-hidden="true"><span style="width:${share}%"></span></span>
    ${name} ${count} of ${all}
  </span>`;
}

function dateText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function noticesSection({ notices }: Results): Markup | string {
  if (notices.length === 0) return '';
  return html`<section id="notices" aria-labelledby="notices-title">
    <h2 id="notices-title">Notices</h2>
    <ul>
      ${notices.map((notice) => html`<li>${notice}</li>`)}
    </ul>
  </section>`;
}

function noVerdictsSection({ noVerdicts }: Results): Markup | string {
  if (noVerdicts.length === 0) return '';
  return html`<section id="no-verdict" aria-labelledby="no-verdict-title">
    <h2 id="no-verdict-title">No verdict</h2>
    <ul>
      ${byReason(noVerdicts).map(
        ({ reason, count, operations }) =>
          html`<li>${count} requests: ${reason} (${operations.join(', ')})</li>`,
      )}
    </ul>
  </section>`;
}
