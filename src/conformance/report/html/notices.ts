import type { Results } from '../../results';
import { html, type Markup } from './markup';

/** What a reader should know beside. */
export function noticesSection({ notices }: Results): Markup | string {
  if (notices.length === 0) return '';
  return html`<section id="notices" aria-labelledby="notices-title">
    <h2 id="notices-title">Notices</h2>
    <ul>
      ${notices.map((notice) => html`<li>${notice}</li>`)}
    </ul>
  </section>`;
}
