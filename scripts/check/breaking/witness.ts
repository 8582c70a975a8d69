import type { ValidationError } from '../../../src/contract';
import { holdsMember } from '../../conformance/judge/other-way';
import { coverageValues, type Direction, errorOfValue, ValueMaker } from '../../generate/index';
import { alternatives } from './alternatives';
import { keywordPlace } from './keyword-place';
import { namesOnlyIn } from './property-names';
import type { VersionedSchema } from './version';

/** A value that one version of a schema takes and the other refuses. */
export interface Witness {
  readonly value: unknown;
  /** Why it is refused. */
  readonly error: ValidationError;
}

/** What a value may mean to the one who takes it by a schema: a text may be read in several ways. */
export type Readings = (value: unknown, schema: VersionedSchema) => readonly unknown[];

/** Values of each schema that are tried. */
const MAX_BOUNDARIES = 600;
const VARIED = 20;

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
 * @param values that are tried, as `candidates` gives them
 * @param taking the schema that takes them
 * @param refusing the schema that refuses them
 * @param readings what a value may mean to the one who refuses it, such as one that travels as text
 */
export async function tryValues(
  values: readonly unknown[],
  taking: VersionedSchema,
  refusing: VersionedSchema,
  direction: Direction,
  readings: Readings = (value) => [value],
): Promise<Trial> {
  const found = new Map<string, Witness>();
  let hasValues = false;
  const unknown = namesOnlyIn(refusing, taking);
  for (const value of values) {
    if (holdsMember(value, unknown)) continue;
    if (errorOf(taking, direction, value) !== undefined) continue;
    hasValues = true;
    const errors = readings(value, refusing).map((each) => errorOf(refusing, direction, each));
    const [error] = errors;
    if (error === undefined || errors.includes(undefined)) continue;
    const key = `${keywordPlace(refusing, error)} ${error.keyword}`;
    if (found.has(key)) continue;
    if (await isAgreed(taking, refusing, direction, value, readings)) {
      found.set(key, { value, error });
    }
  }
  return { witnesses: [...found.values()], hasValues };
}

/**
 * Values at the boundaries of both schemas, and some of each at random. Clients also send back what they
 * read, with what is read-only in it.
 */
export function candidates(
  base: VersionedSchema,
  revision: VersionedSchema,
  direction: Direction,
): unknown[] {
  const ways = direction === 'request' ? WAYS : [direction];
  const values = (one: VersionedSchema, other: VersionedSchema): unknown[] => [
    ...ways.flatMap((way) => boundaries(one, other, way)),
    ...varied(one, direction),
  ];
  return [...values(base, revision), ...values(revision, base)];
}

const CHOICES = ['enum', 'oneOf', 'anyOf'];

function boundaries(one: VersionedSchema, other: VersionedSchema, direction: Direction): unknown[] {
  const values: unknown[] = [];
  const chosen = new Set<string>();
  let count = 0;
  for (const shown of coverageValues(one.version.loaded, one.pointer, direction)) {
    if (count++ >= MAX_BOUNDARIES) break;
    values.push(shown.value);
    if (!shown.valid || !CHOICES.includes(shown.keyword) || chosen.has(shown.pointer)) continue;
    chosen.add(shown.pointer);
    values.push(...alternatives(one, shown, other, direction));
  }
  return values;
}

function varied({ version, pointer }: VersionedSchema, direction: Direction): unknown[] {
  const maker = new ValueMaker(version.loaded, 'witness');
  return Array.from(
    { length: VARIED },
    (_, index) => maker.make(pointer, direction, { vary: String(index) }).value,
  );
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
  readings: Readings,
): Promise<boolean> {
  const taken = await taking.version.second.accepts(taking.pointer, direction, value);
  if (taken !== true) return false;
  for (const each of readings(value, refusing)) {
    const isTaken = await refusing.version.second.accepts(refusing.pointer, direction, each);
    if (isTaken !== false) return false;
  }
  return true;
}
