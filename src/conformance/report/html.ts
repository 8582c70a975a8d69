import type { Results } from '../results';
import { coverageTotals } from './coverage-totals';
import { factsOf } from './finding-facts';
import { coverageSection } from './html/coverage';
import { documentSection, failuresSection } from './html/findings';
import { html } from './html/markup';
import { noticesSection } from './html/notices';
import { overview } from './html/overview';
import { STYLE } from './html/style';

/**
 * The results as one HTML page that needs nothing beside itself and no script, and which nothing that a
 * service sent can change.
 */
export function htmlReport(results: Results): string {
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
        ${overview(results, {
          failures: service.length,
          gaps: document.length,
          totals: coverageTotals(results.coverage),
        })}
        <main>
          ${failuresSection(service)} ${coverageSection(results)} ${documentSection(document)}
          ${noticesSection(results)}
        </main>
      </body>
    </html> `;
  return page.text;
}
