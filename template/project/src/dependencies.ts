/** What handlers get beside their input, such as stores and clients of other services. */
export type Dependencies = object;

/** Makes them, once for each start. */
export function createDependencies(): Dependencies {
  return {};
}
