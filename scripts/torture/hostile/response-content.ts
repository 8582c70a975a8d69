import type { Plant } from '../../../src/plants/plant';
import { TOKEN } from '../tasks';
import type { Response } from './response-reader';

/** What the bodies of responses say. */

interface Members {
  readonly name?: unknown;
  readonly tag?: unknown;
  readonly error?: unknown;
  readonly message?: unknown;
}

/** True when the body is the plant, without its id. */
export function isEcho(response: Pick<Response, 'body'>, plant: Plant): boolean {
  const { name, tag } = membersOf(response);
  return name === plant.name && tag === plant.tag;
}

/** The name of the plant in the body; undefined when it has none. */
export function nameIn(response: Response): string | undefined {
  const { name } = membersOf(response);
  return typeof name === 'string' ? name : undefined;
}

/** Headers that HTTP wants beside a status (RFC 9110, sections 15.5.2 and 15.5.6). */
const WANTED_HEADERS: Readonly<Record<number, string>> = { 401: 'www-authenticate', 405: 'allow' };

/** What a response of 4xx lacks of what each of them has; undefined when it is right. */
export function errorFault(response: Response): string | undefined {
  const { status, headers, body } = response;
  const header = WANTED_HEADERS[status];
  if (header !== undefined && !headers.has(header)) return `without the header ${header}`;
  if (headers.get('content-type') !== 'application/json') return 'that is not application/json';
  const { error, message } = membersOf(response);
  if (!Number.isInteger(error) || typeof message !== 'string') return 'without an Error body';
  return body.includes(TOKEN) ? 'that repeats the token' : undefined;
}

/** None when the body is not JSON object. */
function membersOf({ body }: Pick<Response, 'body'>): Members {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
