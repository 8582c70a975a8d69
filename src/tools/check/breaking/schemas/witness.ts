import { type ValidationError, canonicalText, pointerKeys } from 'openapi-trellis/tools';
import { boundaryCases, type BoundaryCase } from '../../../samples';
import { errorOfValue, textsIn } from '../../../schema';
import {
  type Direction,
  greatestOf,
  leastOf,
  isJsonObject,
  without,
  isPlace,
  itemSchemas,
  strings,
  UNEVALUATED,
  listAt,
  type ObjectSchemaAt,
  withValueAt,
  type JsonObject,
  visitSchemas,
  childPointer,
  memberAt,
  memberSchemas,
  POSSIBLY,
  textIn,
  type SchemaAt,
} from '../../../document';
import type { VersionedSchema } from '../versions';
import { unannouncedError } from './announced';
import type { Alternatives, OwnDifference } from './differing-places';
import { type PlacePair, placesOf, type Side } from './place-pairs';

/** A value that one version of a schema accepts and the other rejects. */
export interface Witness {
  readonly value: unknown;
  /** Why it is rejected. */
  readonly error: ValidationError;
  /** JSON Pointer of the rejecting keyword, in the version that rejects it. */
  readonly pointer: string;
  /** True if it is only rejected for properties that the base announced as going. */
  readonly isAnnounced?: boolean;
}

/** The possible meanings of a value to a receiver with this schema: a text may be read in several ways. */
export type Readings = (value: unknown, schema: VersionedSchema) => readonly unknown[];

/** Maximum values to try for each schema. */
const MAX_BOUNDARIES = 600;
const VARIED = 20;

const WAYS = ['request', 'response'] as const;

/** The outcome of trying values. */
export interface Trial {
  /** Values that one schema accepts and the other rejects, each for another reason. */
  readonly witnesses: readonly Witness[];
  /** False if no value was found that the first schema accepts. */
  readonly hasValues: boolean;
}

/** Schemas of two versions, in messages of a direction. */
export interface Compared {
  readonly base: VersionedSchema;
  readonly revision: VersionedSchema;
  /** That of requests if both schemas mean the same in responses. */
  readonly direction: Direction;
  /** The possible meanings of a text to the rejecting receiver, if values travel as texts. */
  readonly readings?: Readings | undefined;
}

/**
 * Searches values that are valid by one schema and not by the other. Both validators of each version agree
 * on each witness.
 * @param values to try, from `candidates`
 * @param side the version that accepts them, while the other rejects them
 * @param pair of the schemas, and of all that may apply with them
 */
export async function tryValues(
  values: readonly unknown[],
  compared: Compared,
  side: Side,
  pair: PlacePair,
): Promise<Trial> {
  const { direction, readings = asIs } = compared;
  const other = side === 'base' ? 'revision' : 'base';
  const [taking, refusing] = [compared[side], compared[other]];
  const found = new Map<string, Witness>();
  let hasValues = false;
  for (const value of values) {
    if (pair.holdsOnlyIn(other, value)) continue;
    if (errorOf(taking, direction, value) !== undefined) continue;
    hasValues = true;
    const meant = readings(value, refusing);
    const errors = meant.map((each) => errorOf(refusing, direction, each));
    if (errors.includes(undefined)) continue;
    // Where a number is read as a string, its type is not what is wrong.
    const best =
      typeof value === 'string' ? 0 : errors.findIndex((each) => each?.keyword !== 'type');
    const first = errors[Math.max(best, 0)];
    if (first === undefined) continue;
    const left = unannouncedError(meant[Math.max(best, 0)], first, compared, side);
    const error = left ?? first;
    const pointer = keywordPlace(refusing, error);
    const witness = { value, error, pointer, ...(left === undefined && { isAnnounced: true }) };
    const key = keyOfWitness(witness);
    if (found.has(key)) continue;
    if (await isWitness(value, compared, side)) found.set(key, witness);
  }
  return { witnesses: [...found.values()], hasValues };
}

/** Equal for witnesses of the same difference. */
export function keyOfWitness(witness: Witness): string {
  const { pointer, error, isAnnounced } = witness;
  return [pointer, error.keyword, isOfSeveral(witness), isAnnounced].join(' ');
}

/** True for a value that is rejected because several alternatives of `oneOf` accept it. */
export function isOfSeveral({ error }: Pick<Witness, 'error'>): boolean {
  return error.keyword === 'oneOf' && Array.isArray(error.params.passingSchemas);
}

const asIs: Readings = (value) => [value];

/** True for a value that both validators of one version accept, and both of the other reject. */
export async function isWitness(value: unknown, compared: Compared, side: Side): Promise<boolean> {
  const { direction, readings = asIs } = compared;
  const taking = compared[side];
  const refusing = compared[side === 'base' ? 'revision' : 'base'];
  if (errorOf(taking, direction, value) !== undefined) return false;
  const meant = readings(value, refusing);
  if (meant.some((each) => errorOf(refusing, direction, each) === undefined)) return false;
  const isTaken = await taking.version.second.accepts(taking.pointer, direction, value);
  if (isTaken !== true) return false;
  for (const each of meant) {
    const isRefused = await refusing.version.second.accepts(refusing.pointer, direction, each);
    if (isRefused !== false) return false;
  }
  return true;
}

/**
 * Values at the boundaries of both schemas, and some random ones. Requests may contain read-only properties, since
 * clients send back what they read.
 */
export function candidates({ base, revision, direction }: Compared): unknown[] {
  const values = (one: VersionedSchema, other: VersionedSchema): unknown[] => {
    const isDirectional = one.version.loaded.isDirectional(one.pointer);
    const ways = direction === 'request' && isDirectional ? WAYS : [direction];
    return [...ways.flatMap((way) => boundaries(one, other, way)), ...varied(one, direction)];
  };
  const made = [...values(base, revision), ...values(revision, base)];
  const all = [...new Map(made.map((value) => [canonicalText(value), value])).values()];
  const both = [base, revision];
  return [
    ...all,
    ...(both.some((each) => says(each, 'contains')) ? joinedLists(all) : []),
    ...(both.some((each) => says(each, 'oneOf')) ? joinedObjects(all) : []),
    ...textsApart(base, revision),
    ...textsApart(revision, base),
  ];
}

function placesAt({ version: { loaded }, pointer }: VersionedSchema): ObjectSchemaAt[] {
  return placesOf(loaded.resolver, [loaded.resolver.at(pointer)], POSSIBLY);
}

function says(each: VersionedSchema, keyword: string): boolean {
  return placesAt(each).some(({ schema }) => keyword in schema);
}

function joinedLists(values: readonly unknown[]): unknown[] {
  const lists: unknown[][] = values.filter(Array.isArray);
  const kinds = new Map(lists.map((list) => [list.map((item) => typeof item).join(), list]));
  return paired([...kinds.values()], (one, other) => [...one, ...other]);
}

/** Objects with the properties of two objects. */
function joinedObjects(values: readonly unknown[]): unknown[] {
  return paired(values.filter(isJsonObject), (one, other) => ({ ...one, ...other }));
}

function paired<Value>(
  values: readonly Value[],
  join: (one: Value, other: Value) => unknown,
): unknown[] {
  const some = [...values.slice(0, MOST_JOINED), ...values.slice(-MOST_JOINED)];
  return some.flatMap((one) => some.map((other) => join(one, other)));
}

const MOST_JOINED = 6;

/** Texts that match the patterns of one schema, but not all patterns of the other. */
function textsApart(one: VersionedSchema, other: VersionedSchema): string[] {
  const [own, others] = [one, other].map((each) =>
    placesAt(each).flatMap(({ schema: { pattern } }) => strings([pattern])),
  );
  const amounts = placesAt(one).map(({ schema: { minLength = 0, maxLength = Infinity } }) => ({
    least: Number(minLength),
    most: Number(maxLength),
  }));
  const least = greatestOf(amounts.map((each) => each.least));
  const most = leastOf(amounts.map((each) => each.most));
  return (others ?? [])
    .filter((pattern) => own?.includes(pattern) !== true)
    .flatMap((pattern) => textIn({ matched: own ?? [], unmatched: [pattern], least, most }) ?? []);
}

/** Values that may show the differences of schemas, except for those of parts, which would hide them. */
export function ownCandidates(
  compared: Compared,
  { required, alternatives }: OwnDifference,
): unknown[] {
  const chosen = valuesOf(compared, alternatives).flat();
  const { base, revision } = compared;
  const wholes = [...made(base, compared), ...made(revision, compared)].filter(isJsonObject);
  // The schemas next to the alternatives may require more.
  const [beside] = wholes;
  return [
    ...chosen,
    ...chosen.filter(isJsonObject).map((value) => ({ ...beside, ...value })),
    ...(required.length === 0 ? [] : wholes),
    ...wholes.flatMap((value) => required.map((name) => without(value, name))),
  ];
}

/** Values that several of these alternatives may accept. */
export function sharedCandidates(compared: Compared, alternatives: Alternatives): unknown[] {
  const values = valuesOf(compared, alternatives);
  return [...values.flat(), ...joinedObjects(values.map(([first]) => first))];
}

function valuesOf(compared: Compared, alternatives: Alternatives): unknown[][] {
  return SIDES.flatMap((side) =>
    [...new Set(alternatives[side])].map((pointer) =>
      made({ ...compared[side], pointer }, compared),
    ),
  );
}

const SIDES = ['base', 'revision'] as const;

function made({ version, pointer }: VersionedSchema, { direction }: Compared): unknown[] {
  return MADE.map((options) => version.maker.make(pointer, direction, options).value);
}

/** Choices of optional parts: an author's usual ones, all, none, and some. */
const MADE = [
  {},
  { vary: '0', optional: 'all' },
  { vary: '1', optional: 'none' },
  { vary: '2' },
  { vary: '3' },
] as const;

const CHOICES = ['enum', 'oneOf', 'anyOf'];

function boundaries(one: VersionedSchema, other: VersionedSchema, direction: Direction): unknown[] {
  const values: unknown[] = [];
  const chosen = new Set<string>();
  let count = 0;
  for (const shown of boundaryCases(one.version.loaded, one.pointer, direction)) {
    if (count++ >= MAX_BOUNDARIES) break;
    values.push(shown.value);
    if (!shown.valid || !CHOICES.includes(shown.keyword) || chosen.has(shown.pointer)) continue;
    chosen.add(shown.pointer);
    for (const each of alternatives(one, shown, other, direction)) values.push(each);
  }
  return values;
}

function varied({ version, pointer }: VersionedSchema, direction: Direction): unknown[] {
  return Array.from(
    { length: VARIED },
    (_, index) => version.maker.make(pointer, direction, { vary: String(index) }).value,
  );
}

function errorOf(
  { version, pointer }: VersionedSchema,
  direction: Direction,
  value: unknown,
): ValidationError | undefined {
  return errorOfValue(version.loaded.validatorAt(pointer, direction), value);
}

/** Maximum alternatives of one keyword to try. */
const MOST = 300;

/**
 * Values for each alternative of an `enum`, `oneOf` or `anyOf`, replacing that of a coverage value. Coverage
 * has only some alternatives, and two versions may differ in any.
 * @param shown a valid coverage value of such a keyword
 * @param other schema whose `enum` alternatives are skipped, since they show nothing
 */
function* alternatives(
  { version }: VersionedSchema,
  shown: BoundaryCase,
  other: VersionedSchema,
  direction: Direction,
): Generator {
  const { loaded, maker } = version;
  const at = loaded.resolver.at(shown.pointer.slice(0, shown.pointer.lastIndexOf('/')));
  if (!isPlace(at)) return;
  const found =
    shown.keyword === 'enum'
      ? onlyIn(at, other)
      : listAt(at, shown.keyword).map((each) => maker.make(each.pointer, direction).value);
  for (const value of found.slice(0, MOST)) yield withValueAt(shown.value, shown.instance, value);
}

function onlyIn({ schema }: ObjectSchemaAt, other: VersionedSchema): unknown[] {
  const known = new Set(schemasIn(other).flatMap((each) => textsIn(each.enum)));
  const members: unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return members.filter((member) => !known.has(canonicalText(member)));
}

/** A schema, all its subschemas and all that it refers to, each once. */
function schemasIn({ version: { loaded }, pointer }: VersionedSchema): JsonObject[] {
  const found: JsonObject[] = [];
  const seen = new Set<string>();
  const waiting = [pointer];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    visitSchemas(loaded.resolver.at(at).schema, at, (schema, place) => {
      found.push(schema);
      const { $ref } = schema;
      if (typeof $ref === 'string') waiting.push(loaded.resolver.target($ref, place));
    });
  }
  return found;
}

/**
 * JSON Pointer of the keyword that rejects a value, as precisely as the error tells: some keywords are compiled
 * under another name.
 */
function keywordPlace(
  { version: { loaded }, pointer }: VersionedSchema,
  { instancePath, keyword, params }: ValidationError,
): string {
  const applying = (starts: readonly SchemaAt[]): ObjectSchemaAt[] =>
    placesOf(loaded.resolver, starts, POSSIBLY);
  let places = applying([loaded.resolver.at(pointer)]);
  for (const key of pointerKeys(instancePath)) {
    const inner = places.flatMap((place) => innerSchemas(place, key));
    const rest = places.flatMap(unevaluatedSchemas);
    if (inner.length + rest.length === 0) break;
    places = applying(inner.length === 0 ? rest : inner);
  }
  const saying = places.filter(({ schema }) => keyword in schema);
  const demanding = saying.find(({ schema }) =>
    strings(schema.required).includes(String(params.missingProperty)),
  );
  const place = (keyword === 'required' ? demanding : undefined) ?? saying[0];
  if (place !== undefined) return childPointer(place.pointer, keyword);
  return places[0]?.pointer ?? pointer;
}

function innerSchemas(place: ObjectSchemaAt, key: string): SchemaAt[] {
  return [...memberSchemas(place, key), ...itemSchemas(place, Number(key))].filter(isPlace);
}

function unevaluatedSchemas(place: ObjectSchemaAt): SchemaAt[] {
  return Object.values(UNEVALUATED)
    .map((keyword) => memberAt(place, keyword))
    .filter(isPlace);
}
