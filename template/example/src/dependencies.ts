import type { components } from '../generated/types.js';

export type Note = components['schemas']['Note'];

/** Dependencies of handlers, such as stores and clients of other services. */
export interface Dependencies {
  /** Notes by id. They are lost when the process ends; a store would keep them. */
  readonly notes: Map<string, Note>;
}

/** Called once for each start. */
export function createDependencies(): Dependencies {
  return { notes: new Map() };
}
