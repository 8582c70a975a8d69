import type { ValidationError } from '../../../src/contract';
import { coverageValues, type Direction, errorOfValue, ValueMaker } from '../../generate/index';
import { holdsName, namesOnlyIn } from './property-names';
import type { VersionedSchema } from './version';

/** A value that one version of a schema takes and the other refuses. */
export interface Witness {
  readonly value: unknown;
  /** Why it is refused. */
  readonly error: ValidationError;
}

/** Values that are tried for each pair of schemas. */
const MAX_CANDIDATES = 600;
const VARIED = 30;

const WAYS = ['request', 'response'] as const;

/** What was found by trying values. */
export interface Trial {
  /** Values that one schema takes and the other refuses, each for another reason. */
  readonly witnesses: readonly Witness[];
  /** False where no value at all was found that the first schema takes. */
  readonly hasValues: boolean;
}

/**
 * Looks for values that are valid by one schema and not by another. Both validators of each version agree
 * on each witness.
 *
 * @param taking the schema that takes them
 * @param refusing the schema that refuses them
 * @param readings what a value may mean to the one who refuses it, such as one that travels as text
 */
export async function tryValues(
  taking: VersionedSchema,
  refusing: VersionedSchema,
  direction: Direction,
  readings: (value: unknown) => readonly unknown[] = (value) => [value],
): Promise<Trial> {
  const found = new Map<string, Witness>();
  let hasValues = false;
  const unknown = namesOnlyIn(refusing, taking);
  for (const value of candidates(taking, refusing, direction)) {
    if (holdsName(value, unknown)) continue;
    if (errorOf(taking, direction, value) !== undefined) continue;
    hasValues = true;
    const errors = readings(value).map((each) => errorOf(refusing, direction, each));
    const [error] = errors;
    if (error === undefined || errors.includes(undefined)) continue;
    const key = `${error.instancePath.replace(/\/\d+/g, '/*')} ${error.keyword}`;
    if (found.has(key)) continue;
    if (await isAgreed(taking, refusing, direction, value, readings)) {
      found.set(key, { value, error });
    }
  }
  return { witnesses: [...found.values()], hasValues };
}

/**
 * Values at the boundaries of both schemas, and some at random. Clients also send back what they read, with
 * what is read-only in it.
 */
function* candidates(
  taking: VersionedSchema,
  refusing: VersionedSchema,
  direction: Direction,
): Iterable<unknown> {
  let count = 0;
  for (const { version, pointer } of [taking, refusing]) {
    for (const way of direction === 'request' ? WAYS : [direction]) {
      count = 0;
      for (const { value } of coverageValues(version.loaded, pointer, way)) {
        if (++count > MAX_CANDIDATES) break;
        yield value;
      }
    }
  }
  const maker = new ValueMaker(taking.version.loaded, 'witness');
  for (let index = 0; index < VARIED; index++) {
    yield maker.make(taking.pointer, direction, { vary: String(index) }).value;
  }
}

function errorOf(
  { version, pointer }: VersionedSchema,
  direction: Direction,
  value: unknown,
): ValidationError | undefined {
  return errorOfValue(version.loaded.validatorAt(pointer, direction), value);
}

async function isAgreed(
  taking: VersionedSchema,
  refusing: VersionedSchema,
  direction: Direction,
  value: unknown,
  readings: (value: unknown) => readonly unknown[],
): Promise<boolean> {
  const taken = await taking.version.second.accepts(taking.pointer, direction, value);
  if (taken !== true) return false;
  for (const each of readings(value)) {
    const isTaken = await refusing.version.second.accepts(refusing.pointer, direction, each);
    if (isTaken !== false) return false;
  }
  return true;
}
