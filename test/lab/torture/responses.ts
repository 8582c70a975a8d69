import type { Plant } from '../../../src/plant-store/plants/plant-store';
import type { WireResponse } from '../../support/response-reader';

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

/** Whether a response says that the service is unavailable for now, and when to try again. */
export function isUnavailable({ status, head }: WireResponse): boolean {
  return status === 503 && /\r\nretry-after: *\d+/i.test(head);
}
