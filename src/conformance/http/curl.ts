import type { OperationRequest } from '../../samples/requests/operation-request';

/**
 * A line for a POSIX shell that sends a request with curl, byte for byte.
 *
 * @param url of the service; its path is that of the document's server, which the target begins with
 */
export function curlLine({ method, target, headers, body }: OperationRequest, url: string): string {
  const named = headers.map(
    ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
  );
  const curl = [
    'curl -sig --path-as-is',
    method === 'HEAD' ? '--head' : `-X ${quoted(method)}`,
    quoted(new URL(url).origin + target),
    ...named,
  ].join(' ');
  if (body === undefined) return curl;
  const text = body.toString();
  if (/^[^\p{C}]*$/u.test(text) && Buffer.from(text).equals(body)) {
    return `${curl} --data-raw ${quoted(text)}`;
  }
  return `printf %s ${body.toString('base64')} | base64 -d | ${curl} --data-binary @-`;
}

/** One word of a shell. */
export function quoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
