import { escapeMarkup } from 'openapi-trellis/tools';
import { visibleLine, visibleText } from '../cli';

/** HTML that is written without escaping; any other text is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Content of a template; a list is written item by item. */
type Content = string | number | Markup | readonly Content[];

/** HTML from a template; values are escaped, unless they are Markup. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...contents.map(written)));
}

/** Text with its line breaks, for `pre`. */
export function lines(text: string): Markup {
  return new Markup(escapeMarkup(visibleText(text)));
}

function written(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(written).join('');
  return escapeMarkup(visibleLine(String(content)));
}
