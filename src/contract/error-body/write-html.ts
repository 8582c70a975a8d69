import { STATUS_CODES } from 'node:http';
import { escapeMarkup } from '../response/write-xml';
import { cut } from './fill-template';

/**
 * A document of one paragraph, which is cut where the document would be longer than it may be.
 *
 * @see https://html.spec.whatwg.org/multipage/syntax.html#writing
 */
export function writeHtml(status: number, message: string, maxLength = Infinity): string {
  const title = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  for (let length = message.length; ;) {
    const text = escapeMarkup(cut(message, length));
    const html = `<!DOCTYPE html>\n<html lang="en"><title>${title}</title><p>${text}</p></html>\n`;
    if (html.length <= maxLength || length === 0) return html;
    length = Math.max(0, length - (html.length - maxLength));
  }
}
