import { isAmbiguous, type WrittenStyle } from '../contract';

/** Checks for values of parameters and fields. */

/** Adds the subject to errors of `write`. @throws TypeError */
export function naming<T>(subject: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TypeError(`${subject} cannot be written: ${reason}`, { cause: error });
  }
}

/** An object without undefined members; any other value unchanged. @throws TypeError for a Date, a Blob and the like */
export function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (kind !== 'Object') throw new TypeError(`a ${kind} has no form there`);
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** @throws TypeError for a value that its style would turn into another */
export function refuseAmbiguous(value: unknown, how: WrittenStyle): void {
  if (isAmbiguous(value, how)) {
    throw new TypeError(
      `it holds a delimiter, or a space at an end, which the style "${how.style}" does not encode there`,
    );
  }
}

/** An object whose members are sent under their own names. */
export interface SpreadObject {
  readonly name: string;
  readonly members: object;
}

/**
 * @param taken names of other values
 * @throws TypeError for a member that would be read as another value
 */
export function refuseSharedNames(objects: readonly SpreadObject[], taken: Iterable<string>): void {
  const owned = new Set(taken);
  for (const { name, members } of objects) {
    for (const member of Object.keys(members)) {
      if (owned.has(member)) {
        throw new TypeError(
          `the property ${JSON.stringify(member)} of ${JSON.stringify(name)} has the name of another value`,
        );
      }
      owned.add(member);
    }
  }
}
