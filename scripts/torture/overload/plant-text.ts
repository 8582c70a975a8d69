import type { Plant } from '../../../src/plants/plant';
import { createDraft, textOf } from '../../bench/request-text';

/** Creates as they are sent in masses: all alike but for the id, which the name repeats. */

/** Ids from here on have as many digits. */
export const FIRST_ID = 1_000_000_000_000;
export const MOST_IDS = 1_000_000_000;

const WHERE = '0000000000000';
const [BEFORE = '', BETWEEN = '', AFTER = ''] = textOf(
  createDraft(`{"id":${WHERE},"name":"plant ${WHERE}"}`),
).split(WHERE);

/** @param id of 13 digits */
export function createText(id: number): string {
  return `${BEFORE}${id}${BETWEEN}${id}${AFTER}`;
}

/** The content of the response to it. */
export function echoText(id: number): string {
  return `{"name":"plant ${id}"}`;
}

export function massPlant(id: number): Plant {
  return { id: BigInt(id), name: `plant ${id}` };
}

/** True for a plant of such a create, which may be kept or not. */
export function isMassPlant({ id, name }: Plant): boolean {
  return name === `plant ${id}`;
}
