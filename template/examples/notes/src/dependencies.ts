import { Notes } from './notes.js';

/** What handlers get beside their input, such as stores and clients of other services. */
export interface Dependencies {
  readonly notes: Notes;
}

/** Makes them, once for each start. */
export function createDependencies(): Dependencies {
  return { notes: new Notes() };
}
