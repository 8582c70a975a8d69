import { parseParameters } from '../../media-type';

/** What a Content-Disposition says of a part. */
export interface Disposition {
  readonly name?: string;
  readonly filename?: string;
}

/**
 * Reads the names of a part's field and file. Clients write a double quote in them as `%22` or `\"`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4.2
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
 */
export function parseDisposition(value: string): Disposition {
  const type = /^[^;]*/.exec(value)?.[0] ?? '';
  const { name, filename } = parseParameters(value, type.length) ?? {};
  return {
    ...(name !== undefined && { name: unescape(name) }),
    ...(filename !== undefined && { filename: unescape(filename) }),
  };
}

function unescape(text: string): string {
  return text.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n');
}
