import type { components } from '../generated/types.js';

export type Note = components['schemas']['Note'];

/** What handlers get beside their input, such as stores and clients of other services. */
export interface Dependencies {
  /** By their ids. They are gone with the process; a store would keep them. */
  readonly notes: Map<string, Note>;
}

/** Makes them, once for each start. */
export function createDependencies(): Dependencies {
  return { notes: new Map() };
}
