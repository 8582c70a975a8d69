import { STATUS_CODES } from 'node:http';
import type { Context, Refusal, Response } from './exchange';
import { mediaTypesAt, type Operation, responseAt } from './library';

const PROBLEM = 'application/problem+json';

/** The response for a refusal, as documented for the operation. */
export function refusalResponse(
  { status, message, headers }: Refusal,
  operation: Operation,
  context: Context,
): Response {
  const { has, is } = context;
  if (operation.id === 'getBook' && status === 404 && has('ok-for-missing')) {
    return { ...problem(404, message, context), status: 200 };
  }
  if (operation.id === 'createBook' && status === 400 && has('ok-for-invalid')) {
    return { ...problem(400, message, context), status: 201 };
  }
  if (operation.id === 'createHold' && status === 400 && has('undocumented-refusal')) {
    return failure(422, message, context);
  }
  if (operation.id === 'createHold' && has('error-as-html')) return htmlPage(status);
  const isRange = !(String(status) in operation.responses);
  const sent = status === 400 && isRange && is('statuses-by-range') ? 422 : status;
  const response = responseAt(operation, sent);
  const mediaTypes = response === undefined ? [PROBLEM] : mediaTypesAt(response);
  if (is('framework-defaults') && mediaTypes.includes('text/html')) return htmlPage(sent);
  if (mediaTypes.length === 0) return { status: sent, headers };
  const isFailure = mediaTypes.includes('application/json');
  return { headers, ...(isFailure ? failure : problem)(sent, message, context) };
}

/** @see https://www.rfc-editor.org/rfc/rfc9457 */
export function problem(status: number, detail: string, { has, is }: Context): Response {
  const title = STATUS_CODES[status];
  const mediaType = PROBLEM;
  if (is('other-error-shape')) {
    const errors = [{ reason: detail, at: null }];
    return { status, mediaType, body: { title, status, instance: '/errors/17', errors } };
  }
  const body = { type: 'about:blank', title, status, detail };
  return {
    status,
    mediaType,
    body: has('error-off-schema') && status === 404 ? { status, detail } : body,
  };
}

function failure(status: number, message: string, { has }: Context): Response {
  const code = { 404: 'missing', 409: 'taken' }[status] ?? 'invalid';
  const more = has('failure-open') && status === 409 ? { details: { constraint: 'id' } } : {};
  return { status, body: { code, message, ...more } };
}

/** The default error page of frameworks. */
export function htmlPage(status: number): Response {
  const title = STATUS_CODES[status] ?? 'Error';
  const body = `<!DOCTYPE html>\n<html lang="en"><title>Error</title><pre>${title}</pre></html>\n`;
  return { status, mediaType: 'text/html; charset=utf-8', body };
}
