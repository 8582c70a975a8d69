import { parseParameters } from '../../media-type';

/** What a Content-Disposition says of a part. */
export interface Disposition {
  readonly name?: string;
  readonly filename?: string;
}

/**
 * Reads the names of a part's field and file, as browsers write them: a backslash is itself, a double quote
 * is `%22`, and line ends are `%0D` and `%0A`. Other clients write a double quote as `\"`, so that only one
 * with `;` or nothing behind it ends a name.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4.2
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
 */
export function parseDisposition(value: string): Disposition {
  const start = /^[^;]*/.exec(value)?.[0].length ?? 0;
  const parameters = readAsWritten(value, start) ?? parseParameters(value, start);
  const [name, filename] = [parameters?.name, parameters?.filename];
  return {
    ...(name !== undefined && { name: unescape(name) }),
    ...(filename !== undefined && { filename: unescape(filename) }),
  };
}

const NAME = /;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=)?/y;
const TOKEN = /[^ \t";]*/y;
const END = /[ \t]*(?=;|$)/y;

/** Parameters by lower-case name; undefined when they cannot be read so. */
function readAsWritten(text: string, start: number): Record<string, string> | undefined {
  const parameters: [string, string][] = [];
  let at = start;
  while (at < text.length) {
    const name = matchAt(NAME, text, at);
    if (name === undefined) return undefined;
    at += name[0].length;
    if (name[1] !== undefined) {
      const isQuoted = text[at] === '"';
      const end = isQuoted
        ? quotedEnd(text, at + 1)
        : at + (matchAt(TOKEN, text, at)?.[0].length ?? 0);
      if (end < 0) return undefined;
      parameters.push([name[1].toLowerCase(), text.slice(isQuoted ? at + 1 : at, end)]);
      at = isQuoted ? end + 1 : end;
    }
    const gap = matchAt(END, text, at);
    if (gap === undefined) return undefined;
    at += gap[0].length;
  }
  return Object.fromEntries(parameters);
}

/** Where a quoted text ends that begins at `from`; -1 when it does not. */
function quotedEnd(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && matchAt(END, text, at + 1) === undefined) at = text.indexOf('"', at + 1);
  return at;
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

function unescape(text: string): string {
  return text
    .replace(/\\"/g, '"')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
}
