import path from 'node:path';

/** Whether a path is one of these, or in a folder that is. */
export function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(place + path.sep));
}
