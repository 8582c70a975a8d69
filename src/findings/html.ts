import { escapeMarkup } from '../contract';
import { visibleLine, visibleText } from '../cli/visible';

/** A piece of HTML that is written out as it is; any other text is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

/** What may stand in a template: a list stands for its items, one after the other. */
type Content = string | number | Markup | readonly Content[];

/** HTML of a template: what is filled in is text, unless it is HTML itself. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: parts }, ...contents.map(written)));
}

/** Text that keeps its lines, for `pre`. */
export function lines(text: string): Markup {
  return new Markup(escapeMarkup(visibleText(text)));
}

function written(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(written).join('');
  return escapeMarkup(visibleLine(String(content)));
}
