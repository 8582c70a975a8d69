import type { Plant } from '../../../src/plant-store/plants/plant';
import { TOKEN } from '../bench/request-text';
import type { Response } from './response-reader';

/** What the bodies of responses say. */

/** Those that plants and errors have. */
type Members = Readonly<Partial<Record<'name' | 'tag' | 'error' | 'message', unknown>>>;

/** A response whose body is bytes, or a text of a character for each. */
interface WithBody {
  readonly body: Buffer | string;
}

/** True when the body is the plant, without its id. */
export function isEcho(response: WithBody, plant: Plant): boolean {
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

/** The members of the body; none when it is no JSON object. */
export function membersOf({ body }: WithBody): Members {
  try {
    const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
