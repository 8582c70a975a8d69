import {
  type JsonObject,
  isJsonObject,
  type ObjectSchemaAt,
  type SchemaAt,
  childPointer,
} from '../../../document';

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
interface KeywordCandidates {
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
    yield { value: withProperty(object, name, value), description, at: childPointer('', name) };
  }
}

/** Works for the name `__proto__` too. */
export function withProperty(object: JsonObject, name: string, value: unknown): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}
