import { createDraft, textOf, type Draft } from '../../../bench/request-text';
import type { Plant } from '../../../../../src/plant-store/plants/plant';
import type { Random } from '../../../../../src/cli/random';
import { bodyOf } from './bodies';

/** What must become of a request: its response, and the connection after it. */
export interface Expected {
  /** The statuses of which the response has one; `refusal` stands for any 4xx. 503 is allowed besides. */
  readonly statuses: readonly number[] | 'refusal';
  /**
   * What the connection does after the response: a request behind one that `closes` must have no effect.
   * After `either`, the response's own Connection header says which.
   */
  readonly connection: 'stays' | 'closes' | 'either';
  /** A response of 200 has its name and tag, and it is kept then; after another response it is not. */
  readonly plant?: Plant;
  /** The response has no content, whatever its Content-Length says. */
  readonly isHead?: boolean;
}

/** A request of a connection, good or bad. */
export interface HostileRequest {
  /** What it is, in a few words: messages and counts name it so. */
  readonly kind: string;
  /** The bytes, each as the character of that number. */
  readonly bytes: string;
  /** Absent: nothing is certain of it, nor of what follows it on the connection. */
  readonly expected?: Expected;
}

/** What requests are made of. */
export interface Ingredients {
  readonly random: Random;
  /** A plant that nobody else sends. */
  readonly nextPlant: () => Plant;
}

/** Makes one request of a kind. */
export type Recipe = (ingredients: Ingredients) => HostileRequest;

/** A draft that is another kind of request than its recipe says. */
interface KindOfDraft extends Draft {
  readonly kind?: string;
}

/** The recipe of creates of plants of their own that are changed in one way, as drafts or as texts. */
export function createRecipe(
  kind: string,
  statuses: Expected['statuses'],
  connection: Expected['connection'],
  change: (draft: Draft, random: Random) => KindOfDraft | string,
): Recipe {
  return ({ random, nextPlant }) => {
    const plant = nextPlant();
    const changed = change(createDraft(bodyOf(random, plant)), random);
    const expected = { statuses, connection, plant };
    return typeof changed === 'string'
      ? { kind, bytes: changed, expected }
      : { kind: changed.kind ?? kind, bytes: textOf(changed), expected };
  };
}

/** True for a request after which the connection must go on. */
export function isLasting({ expected }: HostileRequest): boolean {
  return expected?.connection === 'stays';
}
