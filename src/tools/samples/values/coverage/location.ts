import {
  type JsonObject,
  isJsonObject,
  type ObjectSchemaAt,
  type SchemaAt,
  childPointer,
} from '../../../document';

/** The largest text, list or object made for a bound. */
export const MAX_SIZE = 100_000;

/** Values of each kind, listed values and branches that are tried for each keyword. */
export const MAX_TRIED = 20;

/** A keyword of a schema, and a part of a value that satisfies it. */
export interface Location {
  readonly place: ObjectSchemaAt;
  readonly keyword: string;
  /** The value of the keyword. */
  readonly bound: unknown;
  readonly value: unknown;
  /** All schemas that apply to the part, including this one. */
  readonly beside: readonly ObjectSchemaAt[];
  /** A value that all of them accept and that meets a requirement; undefined when none is found. */
  readonly meeting: (requirement: JsonObject) => unknown;
  /** The same without this keyword. */
  readonly breaking: (requirement: JsonObject) => unknown;
  /** A value of another schema; undefined when none is found. */
  readonly valueOf: (at: SchemaAt) => unknown;
  readonly takes: (at: SchemaAt, value: unknown) => boolean;
  /** True for a property hidden in the direction. */
  readonly isHidden: (name: string) => boolean;
}

/** A replacement for the part, to be checked. */
export interface Candidate {
  /** Undefined when no such value was found; it is then skipped. */
  readonly value: unknown;
  readonly description: string;
  /** JSON Pointer in the candidate to the value at the boundary, or to the broken value. */
  readonly at?: string;
}

/** Candidates of a keyword, the most telling first. */
type Candidates = (location: Location) => Iterable<Candidate>;

/** Generators of values for a keyword. */
export interface KeywordCandidates {
  /** Values at the boundary of validity. */
  readonly valid?: Candidates;
  /** Values that break the keyword, and possibly others. */
  readonly broken?: Candidates;
}

export type CandidateTable = Readonly<Record<string, KeywordCandidates>>;

/** The object at the location, or an empty one for other values. */
export function objectOf({ value }: Location): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The object with a property of various values, one of which its schemas may accept. */
export function* withAny(
  object: JsonObject,
  name: string,
  description: string,
): Iterable<Candidate> {
  const known: unknown[] = Object.values(object).slice(0, 1);
  for (const value of ['text', 1, null, {}, [], true, ...known]) {
    yield withProperty(object, name, value, description);
  }
}

/** The object with a value for a property. Works for the name `__proto__` too. */
export function withProperty(
  object: JsonObject,
  name: string,
  value: unknown,
  description: string,
): Candidate {
  return { value: { ...object, [name]: value }, description, at: childPointer('', name) };
}

export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** Values with a number of parts; `make` gives one that meets a requirement. */
export type Sized = (
  location: Location,
  count: number,
  make: Location['meeting'],
  description: string,
) => Iterable<Candidate>;

/**
 * Candidates for a bound on the number of parts.
 *
 * @param more 1 if more parts than the bound break it, -1 if fewer do
 * @param parts in the plural
 * @param broken describes a value with one part too many or too few
 * @param missized makes the values that break it
 */
export function counted(
  more: 1 | -1,
  parts: string,
  broken: (bound: string) => string,
  sized: Sized,
  missized = sized,
): Required<KeywordCandidates> {
  const named = ({ keyword, bound }: Location): string => `${keyword} (${Number(bound)})`;
  return {
    valid: (location) => {
      const description = `exactly ${named(location)} ${parts}`;
      return sized(location, Number(location.bound), location.meeting, description);
    },
    broken: (location) => {
      const count = Number(location.bound) + more;
      return missized(location, count, location.breaking, broken(named(location)));
    },
  };
}
