import { asObject, isJsonObject } from '../../document';
import { matchTemplate } from '../../resources';
import { headerValues } from '../../judge';
import type { Step } from './steps';

/**
 * The target of the next page by a link in the header or the body.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
export function nextTarget(step: Step): { readonly target: string } | undefined {
  const link = linkOf(step);
  if (link === undefined) return undefined;
  const base = new URL(step.exchange.testCase.request.target, 'http://service.invalid');
  if (!URL.canParse(link, base.href)) return undefined;
  const { pathname, search } = new URL(link, base);
  const isSame = matchTemplate(step.operation.path, pathname) !== undefined;
  // Keeps the path of the request: behind a proxy, the service may not know its public prefix.
  return isSame && search !== '' ? { target: base.pathname + search } : undefined;
}

const LINK = /<([^>]*)>((?:\s*;\s*[^\s=;,]+\s*(?:=\s*(?:"[^"]*"|[^\s";,]*))?)*)/g;

function linkOf({ response, json }: Step): string | undefined {
  for (const [, target = '', parameters = ''] of headerValues(response, 'link')
    .join(', ')
    .matchAll(LINK)) {
    const [, relation = ''] = /;\s*rel\s*=\s*"?([^";]*)/i.exec(parameters) ?? [];
    if (relation.toLowerCase().trim().split(/\s+/).includes('next')) return target;
  }
  const { _links, links, next } = asObject(json);
  const found = [asObject(_links).next, asObject(links).next, next]
    .map((each) => (isJsonObject(each) ? each.href : each))
    .find((each) => typeof each === 'string' && /[/?]/.test(each));
  return found as string | undefined;
}

/** The cursor of the next page in the body, at the top or one level below, such as in `page`. */
export function nextIn(json: unknown, depth = 0): string | undefined {
  const members = Object.entries(asObject(json));
  for (const [name, value] of members) {
    const isNext = /^(?:next|end)_?(?:page_?)?(?:cursor|token)$/i.test(name);
    if (isNext && typeof value === 'string' && value !== '') return value;
  }
  if (depth > 0) return undefined;
  const inner = members.map(([, value]) => (isJsonObject(value) ? nextIn(value, 1) : undefined));
  return inner.find((next) => next !== undefined);
}
