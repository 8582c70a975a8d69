import type { Exchange } from '../../../judge';
import { html, lines, type Markup } from '../../../findings';
import type { Alike, FindingFacts } from '../finding-facts';
import { expectationText, requestText, responseText, type MessageText } from '../message-text';

const BODY = { characters: 4_000, lines: 60 };

/** Further findings are collapsed, which keeps a long page readable. */
const MOST_OPEN = 20;

/** Findings for which the service is at fault. */
export function failuresSection(all: readonly Alike[]): Markup {
  const articles = all.map((group, index) => article(group, index + 1));
  return html`<section id="failures" aria-labelledby="failures-title">
    <h2 id="failures-title">Failures</h2>
    ${all.length === 0 ? html`<p>No failures.</p>` : ''} ${all.length > 1 ? contents(all) : ''}
    ${variablesLine(all.map(({ shown }) => shown))} ${articles}
  </section>`;
}

function variablesLine([first]: readonly FindingFacts[]): Markup | string {
  const { variables = [] } = first ?? {};
  return variables.length === 0
    ? ''
    : html`<p>Lines take from the shell: ${variables.join(', ')}</p>`;
}

/** Findings for which only the document is at fault. */
export function documentSection(all: readonly Alike[]): Markup | string {
  if (all.length === 0) return '';
  return html`<section id="document" aria-labelledby="document-title">
    <h2 id="document-title">Gaps of the document</h2>
    <p>The document does not say what the service does. These are no failures of the service.</p>
    ${all.map((group) => article(group, undefined))}
  </section>`;
}

/** A table of the checks with findings, with links to these. */
function contents(all: readonly Alike[]): Markup {
  const checks = [...new Set(all.map(({ shown }) => shown.finding.check))];
  const rows = checks.map((check) => {
    const found = [...all.entries()].filter(([, { shown }]) => shown.finding.check === check);
    const links = found.map(([index]) => html`<a href="#failure-${index + 1}">${index + 1}</a> `);
    return html`<tr>
      <th scope="row"><code>${check}</code></th>
      <td>${found[0]?.[1].shown.rule ?? ''}</td>
      <td class="links">${links}</td>
    </tr>`;
  });
  return html`<table class="contents">
    <caption>
      By check
    </caption>
    <thead>
      <tr>
        <th scope="col">Check</th>
        <th scope="col">Rule</th>
        <th scope="col">Failures</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

/** @param number number of a failure; undefined for a gap of the document */
function article({ shown, others }: Alike, number: number | undefined): Markup {
  const { finding, rule, see } = shown;
  const { check, operationId, message, times } = finding;
  const id = number === undefined ? '' : html` id="failure-${number}"`;
  const open = number !== undefined && number <= MOST_OPEN ? html` open` : '';
  return html`<article${id}>
    <details${open}>
      <summary>
        <h3>${number === undefined ? '' : html`<span class="number">${number}</span> `}${message}</h3>
        <p class="tags">
          <code class="check">${check}</code> <span>${operationId ?? 'no operation'}</span>
          ${times > 1 ? html`<span>seen ${times} times</span>` : ''}
          ${others.length > 0 ? html`<span>and ${others.length} like it</span>` : ''}
        </p>
      </summary>
      <p class="rule">${rule}${reference(see)}</p>
      ${shownBy(shown)} ${others.map(other)}
    </details>
  </article>`;
}

function other(facts: FindingFacts): Markup {
  const { operationId, message } = facts.finding;
  return html`<details>
    <summary>${operationId ?? 'no operation'}: ${message}</summary>
    ${shownBy(facts)}
  </details>`;
}

function shownBy(facts: FindingFacts): Markup {
  const { exchanges, message } = facts.finding;
  return html`<p class="place">At <code>${facts.place}</code></p>
    <ol class="exchanges">
      ${exchanges.map((exchange) => exchangeItem(exchange, message))}
    </ol>
    ${commands(facts)}`;
}

function reference(see: string): Markup | string {
  return /^https?:\/\//.test(see) ? html` (<a href="${see}" rel="noreferrer">standard</a>)` : '';
}

function exchangeItem(exchange: Exchange, about: string): Markup {
  const { testCase, judgement, outcome, durationMs } = exchange;
  return html`<li>
    <p>
      ${testCase.title}<br /><span class="expected">Expected: ${expectationText(judgement)}</span>
    </p>
    <div class="messages">
      ${messageFigure('Request', requestText(testCase.request, BODY, about))}
      ${messageFigure(
        `Response, after ${Math.round(durationMs)} ms`,
        responseText(outcome, BODY, about),
      )}
    </div>
  </li>`;
}

function messageFigure(name: string, { start, headers, body }: MessageText): Markup {
  const rest = [...headers, ...(body === '' ? [] : ['', body])].map((line) => `\n${line}`);
  return html`<figure>
    <figcaption>${name}</figcaption>
    <pre tabindex="0"><strong>${start}</strong>${lines(rest.join(''))}</pre>
  </figure>`;
}

function commands({ curl, repeat, finding }: FindingFacts): Markup {
  const what = finding.exchanges.length === 1 ? 'request' : 'requests';
  return html`<figure>
      <figcaption>Send the ${what} again</figcaption>
      <pre tabindex="0">${lines(curl.join('\n'))}</pre>
    </figure>
    <figure>
      <figcaption>Find it again</figcaption>
      <pre tabindex="0">${repeat}</pre>
    </figure>`;
}
