import { at, mediaTypesAt, responseAt, step } from './library';
import type { Received } from './client';
import { routesOf } from './routing';
import { responseValidators } from './validation';

/**
 * Contradictions between a response and the document, which show that the service or a variant is not correct.
 * Ignores undocumented paths and methods.
 */
export function contradictions(method: string, path: string, received: Received): string[] {
  const routes = routesOf(path.replace(/\?.*/s, ''));
  const operation = routes.map((each) => each.operation).find((each) => each.method === method);
  if (operation === undefined) return [];
  const pointer = responseAt(operation, received.status);
  if (pointer === undefined) return [`${operation.id}: status ${received.status}`];
  return [...headersOf(pointer, received), ...contentOf(pointer, received)].map(
    (each) => `${operation.id} ${received.status}: ${each}`,
  );
}

function headersOf(response: string, { headers }: Received): string[] {
  return Object.keys(at(response)[0].headers ?? {}).flatMap((name) => {
    const [header, pointer] = at(`${response}/headers/${name}`);
    const text = headers.get(name);
    if (text === null) return header.required === true ? [`no ${name}`] : [];
    const isInteger = at(`${pointer}/schema`)[0].type === 'integer';
    const wrong = responseValidators(`${pointer}/schema`)(isInteger ? Number(text) : text);
    return wrong === undefined ? [] : [`${name}: ${wrong}`];
  });
}

function contentOf(response: string, { headers, body }: Received): string[] {
  const documented = mediaTypesAt(response);
  if (documented.length === 0) return body === '' ? [] : ['content'];
  const [type = ''] = (headers.get('content-type') ?? 'none').toLowerCase().split(';');
  if (!documented.includes(type)) return [`media type ${type}`];
  const wrong = responseValidators(`${response}/content/${step(type)}/schema`)(body);
  return wrong === undefined ? [] : [wrong];
}
