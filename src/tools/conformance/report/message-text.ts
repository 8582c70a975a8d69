import { STATUS_CODES } from 'node:http';
import type { OperationRequest, HeaderField } from '../../samples';
import { visibleBody, visibleLine, type BodyLimits } from '../../cli';
import type { Judgement, ExchangeOutcome } from '../../judge';

/** Maximum number of characters of listed operation names. */
export const MOST_NAMES = 300;

/** A message in a form for readers. */
export interface MessageText {
  /** Method and target, or the status; if there was no response, the reason. */
  readonly start: string;
  /** Header lines, without headers that do not concern the operation. */
  readonly headers: readonly string[];
  /** Empty if there is no body. */
  readonly body: string;
}

/** @param about text that names headers to show in any case */
export function requestText(
  request: OperationRequest,
  limits: BodyLimits,
  about: string,
): MessageText {
  const { method, target, headers, body } = request;
  return {
    start: cutLine(`${method} ${target}`),
    headers: telling(headers, about),
    body: body === undefined ? '' : visibleBody(body, limits),
  };
}

/** @param about text that names headers to show in any case */
export function responseText(
  outcome: ExchangeOutcome,
  limits: BodyLimits,
  about: string,
): MessageText {
  if (outcome.kind !== 'response') {
    return {
      start: cutLine(`no response (${outcome.kind}): ${outcome.message}`),
      headers: [],
      body: '',
    };
  }
  const { status, headers, body, isCut } = outcome.response;
  return {
    start: statusText(status) + (isCut ? ' (cut, since items still came)' : ''),
    headers: telling(headers, about),
    body: visibleBody(body, limits),
  };
}

/** A status with its name, such as `404 Not Found`. */
export function statusText(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}

/** Describes the answer that the document requires, for a text after "expected". */
export function expectationText(judgement: Judgement): string {
  switch (judgement.expected) {
    case 'acceptance':
      return 'acceptance, since the request is valid';
    case 'refusal':
      return visibleLine(`refusal as with ${judgement.kind.status}: ${judgement.message}`);
    case 'open':
      return visibleLine(`nothing for certain: ${judgement.reason}`);
  }
}

function telling(headers: readonly HeaderField[], about: string): string[] {
  const isNamed = (name: string): boolean => about.toLowerCase().includes(name.toLowerCase());
  const kept = headers.filter(([name]) => !USUAL.test(name) || isNamed(name));
  const lines = kept
    .filter(([name], index) => index < MOST_HEADERS || isNamed(name))
    .map(([name, value]) => cutLine(`${name}: ${value}`));
  return lines.length === kept.length
    ? lines
    : [...lines, `... (cut, ${kept.length} headers in all)`];
}

const MOST_HEADERS = 20;

/** Headers that do not concern the operation. */
const USUAL =
  /^(?:accept-encoding|access-control-.*|cache-control|connection|content-length|content-security-policy|cross-origin-.*|date|host|keep-alive|origin-agent-cluster|permissions-policy|referrer-policy|server|strict-transport-security|transfer-encoding|user-agent|vary|x-content-type-options|x-dns-prefetch-control|x-download-options|x-frame-options|x-permitted-cross-domain-policies|x-powered-by|x-xss-protection)$/i;

function cutLine(text: string): string {
  return visibleBody(Buffer.from(visibleLine(text)), { characters: 300, lines: 1 });
}
