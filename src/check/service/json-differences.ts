import { cut, stringifyJson } from '../../contract';
import { childPointer, isJsonObject } from '../../generate/index';

/** A place in which two JSON values differ. */
export interface Difference {
  /** JSON Pointer, in the first value. */
  readonly pointer: string;
  /** What differs, such as `has 2 in place of 1`, said of the second value. */
  readonly message: string;
}

/**
 * Where a JSON value differs from another one: as high up as one of them has what the other has not. The
 * order of members makes no difference.
 *
 * @param expected bigints are exact integers, as in `actual`
 */
export function* jsonDifferences(
  expected: unknown,
  actual: unknown,
  pointer = '',
): Generator<Difference> {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const most = Math.max(expected.length, actual.length);
    for (let index = 0; index < most; index++) {
      const at = childPointer(pointer, index);
      const [is, was] = [index < actual.length, index < expected.length];
      yield* memberDifferences({ is, was }, expected[index], actual[index], at);
    }
  } else if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const at = childPointer(pointer, name);
      const [is, was] = [Object.hasOwn(actual, name), Object.hasOwn(expected, name)];
      yield* memberDifferences({ is, was }, expected[name], actual[name], at);
    }
  } else if (expected !== actual) {
    yield { pointer, message: `has ${shown(actual)} in place of ${shown(expected)}` };
  }
}

function* memberDifferences(
  { is, was }: { readonly is: boolean; readonly was: boolean },
  expected: unknown,
  actual: unknown,
  pointer: string,
): Generator<Difference> {
  if (is && was) yield* jsonDifferences(expected, actual, pointer);
  else if (is) yield { pointer, message: `has ${shown(actual)}, which the document has not` };
  else yield { pointer, message: `lacks ${shown(expected)}` };
}

/** Characters of a value that are shown: enough to know it by. */
const MOST_SHOWN = 60;

function shown(value: unknown): string {
  return cut(stringifyJson(value), MOST_SHOWN);
}
