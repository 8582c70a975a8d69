import { githubAnnotation } from '../../cli/github-annotation';
import type { Results } from '../results';
import { findingFacts } from './finding-facts';
import { statusText } from './message-text';
import { visibleText } from './visible';

/** An annotation for each finding, at its line of the document: a warning where that is at fault. */
export function github(results: Results): string {
  return results.findings
    .map((finding) => {
      const { file, line, rule, repeat } = findingFacts(results, finding);
      const { check, fault, operationId, message, exchanges } = finding;
      const last = exchanges.at(-1);
      const sent = last && `${last.testCase.request.method} ${last.testCase.request.target}`;
      const came =
        last?.outcome.kind === 'response'
          ? statusText(last.outcome.response.status)
          : 'no response';
      const text = [message, rule, ...(sent === undefined ? [] : [`${sent}: ${came}`]), repeat];
      return githubAnnotation({
        level: fault === 'service' ? 'error' : 'warning',
        file,
        line,
        title: operationId === undefined ? check : `${check} ${operationId}`,
        message: text.map(visibleText).join('\n'),
      });
    })
    .join('');
}
