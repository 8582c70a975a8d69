import { isUtf8 } from 'node:buffer';
import { cut, isJson, parseMediaType, type SecurityScheme, stringifyJson } from '../../../contract';
import { Redaction } from '../../../conformance/report/redact';
import { visibleLine } from '../../../findings/index';
import { type Exchange, responseOf } from '../../../conformance/exchange';
import type { OperationRequest } from '../../../samples/requests/operation-request';
import { isJsonObject } from '../../../generate/index';
import { shownValue } from '../change';
import type { RecordedExample } from './recorded';

/** Maximum characters shown of a target or a text. */
const MOST_SHOWN = 200;

/** A token in the query, even if undocumented. @see https://www.rfc-editor.org/rfc/rfc6750#section-2.3 */
const TOKEN_IN_QUERY = { type: 'apiKey', in: 'query', name: 'access_token' } as const;

/**
 * A recorded exchange for display. Credentials are removed everywhere, as in conformance testing, as are
 * secrets in the body.
 * @param schemes of both versions
 */
export function recordedExample(
  exchange: Exchange,
  schemes: readonly SecurityScheme[],
  { withStatus }: { readonly withStatus: boolean },
): RecordedExample {
  const redaction = new Redaction({
    tokens: tokensOf(exchange.testCase.request, schemes),
    securitySchemes: Object.fromEntries(
      [...schemes, TOKEN_IN_QUERY].map((scheme, index) => [`${index}`, scheme]),
    ),
  });
  const { title, request } = redaction.exchange(exchange).testCase;
  const body = bodyText(request);
  const status = responseOf(exchange)?.status;
  return {
    place: title,
    request: cut(visibleLine(`${request.method} ${request.target}`), MOST_SHOWN),
    ...(body !== undefined && { body }),
    ...(withStatus && status !== undefined && { status }),
  };
}

/** The credentials of a request, which may also occur elsewhere in it. */
function tokensOf({ headers }: OperationRequest, schemes: readonly SecurityScheme[]): string[] {
  const keys = schemes.flatMap((scheme) =>
    scheme.type === 'apiKey' ? [scheme.name.toLowerCase()] : [],
  );
  return headers.flatMap(([name, value]) => {
    switch (name.toLowerCase()) {
      case 'authorization':
      case 'proxy-authorization': {
        const token = value.replace(/^\S+ +/, '');
        const [, ...password] = Buffer.from(token, 'base64').toString().split(':');
        return [token, password.join(':')].filter(Boolean);
      }
      case 'cookie':
        return value.split(';').map((pair) => pair.trim().replace(/^[^=]*=/, ''));
      default:
        return keys.includes(name.toLowerCase()) ? [value] : [];
    }
  });
}

/** JSON and plain text; the contents of forms and files are not shown. */
function bodyText({ headers, body }: OperationRequest): string | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const mediaType = parseMediaType(contentType)?.essence ?? 'no media type';
  if (!isUtf8(body)) return `of ${body.length} bytes of ${mediaType}`;
  if (mediaType === 'text/plain') return shownValue(body.toString());
  const value = isJson(mediaType) ? jsonOf(body.toString()) : undefined;
  if (value === undefined) return `of ${body.length} bytes of ${mediaType}`;
  const text = holdsSecret(value)
    ? stringifyJson(withoutSecrets(value))
    : body.toString().replace(/\s*\n\s*/g, ' ');
  return cut(visibleLine(text), MOST_SHOWN);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const SECRET = /pass(?:word|wd|phrase|code)|secret|token|credential|api.?key|private.?key|otp$/i;

function holdsSecret(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsSecret);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([name, member]) => SECRET.test(name) || holdsSecret(member));
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET.test(name) ? 'REDACTED' : withoutSecrets(member),
    ]),
  );
}
