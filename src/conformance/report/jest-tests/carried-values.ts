import { isUtf8 } from 'node:buffer';
import { isJsonObject } from '../../../generate/index';
import { headerValues, responseOf, type Exchange } from '../../exchange';
import { literal, templateText, withTokens } from './literal';

/**
 * The target of a request, as JavaScript: segments of its path that an earlier response gave, such as the
 * id of what it created, are taken from that response, since they are others each time.
 *
 * @param earlier those before it, whose responses are called `response1` and so on
 */
export function targetCode(target: string, earlier: readonly Exchange[]): string {
  const [path = '', ...query] = target.split('?');
  const codes = path.split('/').map((segment) => ({ segment, code: sourceOf(segment, earlier) }));
  if (codes.every(({ code }) => code === undefined)) return withTokens(target, 'URL');
  const written = codes.map(({ segment, code }) =>
    code === undefined ? templateText(segment) : `\${${code}}`,
  );
  return `\`${[written.join('/'), ...query.map(templateText)].join('?')}\``;
}

/** What a segment is taken from; undefined where the request that got the response named it itself. */
function sourceOf(segment: string, earlier: readonly Exchange[]): string | undefined {
  if (segment === '') return undefined;
  for (const [index, exchange] of earlier.entries()) {
    if (isSent(segment, exchange)) continue;
    const source = memberOf(segment, exchange) ?? locationOf(segment, exchange);
    if (source !== undefined) return `response${index + 1}${source}`;
  }
  return undefined;
}

function isSent(segment: string, { testCase: { request } }: Exchange): boolean {
  return request.target.includes(segment) || request.body?.includes(segment) === true;
}

function memberOf(segment: string, exchange: Exchange): string | undefined {
  const value = jsonOf(responseOf(exchange)?.body);
  if (!isJsonObject(value)) return undefined;
  const found = Object.entries(value).find(
    ([, member]) =>
      (typeof member === 'string' || typeof member === 'number') &&
      encodeURIComponent(member) === segment,
  );
  if (found === undefined) return undefined;
  const [name] = found;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.json.${name}` : `.json[${literal(name)}]`;
}

function locationOf(segment: string, exchange: Exchange): string | undefined {
  const response = responseOf(exchange);
  const [location = ''] = response === undefined ? [] : headerValues(response, 'location');
  return location.split('/').at(-1) === segment ? `.headers.location.split('/').at(-1)` : undefined;
}

function jsonOf(body: Buffer | undefined): unknown {
  if (body === undefined || !isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    // It holds no member that a later request could take.
    return undefined;
  }
}
