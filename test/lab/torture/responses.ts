import type { Plant } from '../../../src/plant-store/plants/plant-store';
import { headerOf, type WireResponse } from '../../support/response-reader';
import { TOKEN } from '../request-text';

/** What the bodies of responses say. */

/** The members of the body that plants and errors have; none when it is no JSON object. */
export function membersOf({
  body,
}: Pick<WireResponse, 'body'>): Readonly<Partial<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Whether the body is the plant, without its id. */
export function isEcho(response: WireResponse, plant: Plant): boolean {
  const { name, tag } = membersOf(response);
  return name === plant.name && tag === plant.tag;
}

/** Headers that HTTP requires with a status (RFC 9110, sections 15.5.2 and 15.5.6). */
const REQUIRED_HEADERS: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
};

/** What a response of 4xx lacks of what each of them has; undefined when it is right. */
export function errorFault(response: WireResponse): string | undefined {
  const { status, head, body } = response;
  const header = REQUIRED_HEADERS[status];
  if (header !== undefined && headerOf(head, header) === undefined) {
    return `without the header ${header}`;
  }
  if (headerOf(head, 'content-type') !== 'application/json') return 'that is not application/json';
  const { error, message } = membersOf(response);
  if (!Number.isInteger(error) || typeof message !== 'string') return 'without an Error body';
  return body.includes(TOKEN) ? 'that repeats the token' : undefined;
}

/** Whether a response says that the service is unavailable for now, and when to try again. */
export function isUnavailable({ status, head }: WireResponse): boolean {
  return status === 503 && /\r\nretry-after: *\d+/i.test(head);
}
