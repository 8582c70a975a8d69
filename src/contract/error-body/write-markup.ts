import { STATUS_CODES } from 'node:http';
import { stringifyJson } from '../json/stringify-json';
import type { XmlShape } from './error-template';
import { cut } from './fill-template';

/** Text as markup has it, in an element or an attribute. @see https://www.w3.org/TR/xml/#syntax */
export function escapeMarkup(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // XML has no way to write them.
      .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
  );
}

/** A value as the text of an element: a string as it is, another as JSON writes it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

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

/** A value as an XML document. @see https://spec.openapis.org/oas/v3.1.1#xml-object */
export function writeXml(value: unknown, shape: XmlShape): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(value, shape)}\n`;
}

function element(value: unknown, shape: XmlShape): string {
  if (Array.isArray(value)) return list(value, shape);
  const { name, members = {} } = shape;
  if (typeof value !== 'object' || value === null) {
    return `<${name}>${value === null ? '' : escapeMarkup(textOf(value))}</${name}>`;
  }
  const shapes = Object.entries(value).map(
    ([key, member]) => [member as unknown, members[key] ?? { name: key }] as const,
  );
  const attributes = shapes
    .filter(([, { attribute }]) => attribute)
    .map(([member, { name: key }]) => ` ${key}="${escapeMarkup(textOf(member))}"`);
  const elements = shapes
    .filter(([, { attribute }]) => !attribute)
    .map(([member, inner]) => element(member, inner));
  return `<${name}${attributes.join('')}>${elements.join('')}</${name}>`;
}

function list(items: readonly unknown[], { name, wrapped, items: shape }: XmlShape): string {
  const texts = items.map((item) => element(item, shape ?? { name })).join('');
  return wrapped ? `<${name}>${texts}</${name}>` : texts;
}
