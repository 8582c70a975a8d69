/** Dependencies of handlers, such as stores and clients of other services. */
export type Dependencies = object;

/** Called once for each start. */
export function createDependencies(): Dependencies {
  return {};
}
