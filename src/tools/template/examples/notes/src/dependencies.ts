import { Notes } from './notes.js';

/** The objects that handlers get in addition to their input, such as stores and clients of other services. */
export interface Dependencies {
  readonly notes: Notes;
}

/** Creates the dependencies, once per start. */
export function createDependencies(): Dependencies {
  return { notes: new Notes() };
}
