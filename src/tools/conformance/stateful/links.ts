import { isJsonObject, plainText, valueAt } from '../../document';
import { type Link, namesOf } from '../../resources';
import { exactJson, type Exchange, headerValues, jsonOf, responseOf } from '../../judge';

/**
 * The path parameters that a link gives its target.
 *
 * @returns undefined if some are missing
 */
export function keysByLink(link: Link, exchange: Exchange): unknown[] | undefined {
  const parameters = isJsonObject(link.value.parameters) ? link.value.parameters : {};
  const keys = namesOf(link.target.path).map((name) => {
    const expression = parameters[`path.${name}`] ?? parameters[name];
    return evaluateExpression(expression ?? `$request.path.${name}`, exchange);
  });
  return keys.includes(undefined) || keys.includes(null) ? undefined : keys;
}

/**
 * The value of a runtime expression; a constant is its own value.
 *
 * @returns undefined if the exchange has no such value
 * @see https://spec.openapis.org/oas/v3.1.1#runtime-expressions
 */
export function evaluateExpression(expression: unknown, exchange: Exchange): unknown {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return evaluated(expression, exchange);
  const values: unknown[] = [];
  const text = expression.replace(/\{(\$[^{}]*)\}/g, (_, inner: string) => {
    const value = evaluated(inner, exchange);
    values.push(value);
    return plainText(value);
  });
  return values.includes(undefined) ? undefined : text;
}

function evaluated(expression: string, exchange: Exchange): unknown {
  const { request } = exchange.testCase;
  if (expression === '$method') return request.method;
  if (expression === '$statusCode') return responseOf(exchange)?.status;
  const [, side = '', source = ''] = /^\$(request|response)\.(.*)$/s.exec(expression) ?? [];
  if (source === 'body') return bodyOf(side, exchange);
  const [, pointer] = /^body#(.*)$/s.exec(source) ?? [];
  if (pointer !== undefined) return valueAt(bodyOf(side, exchange), pointer);
  const [, kind = '', name = ''] = /^(header|query|path)\.(.+)$/s.exec(source) ?? [];
  if (kind === 'header') return headerOf(side, name, exchange);
  return side === 'request' ? parameterOf(kind, name, exchange) : undefined;
}

function bodyOf(side: string, exchange: Exchange): unknown {
  const { body } = exchange.testCase.request;
  if (side === 'request') return body && exactJson(body);
  const response = responseOf(exchange);
  return response && jsonOf(response);
}

function headerOf(side: string, name: string, exchange: Exchange): string | undefined {
  const message = side === 'request' ? exchange.testCase.request : responseOf(exchange);
  return message && headerValues(message, name.toLowerCase())[0];
}

function parameterOf(location: string, name: string, { testCase }: Exchange): unknown {
  const given = testCase.values?.parameters ?? [];
  return given.find(({ parameter: { value } }) => value.in === location && value.name === name)
    ?.value;
}

/** Resolves a reference to a target; undefined for another server. */
export function targetOf(location: string, base: string): string | undefined {
  try {
    const { origin, pathname, search } = new URL(location, new URL(base, LOCAL));
    return origin === LOCAL ? pathname + search : undefined;
  } catch {
    return undefined;
  }
}

const LOCAL = 'http://service.invalid';
