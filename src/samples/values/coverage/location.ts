import { type JsonObject, isJsonObject } from '../../../document/model/json-object';
import type { Place, SchemaAt } from '../../../document/model/schema-at';
import { childPointer } from '../../../document/model/json-pointer';

/** A keyword of a schema, and a part of a value that fulfils it. */
export interface Location {
  readonly place: Place;
  readonly keyword: string;
  /** What the keyword says. */
  readonly bound: unknown;
  /** The part of the value. */
  readonly value: unknown;
  /** All schemas that apply to the part, the place among them. */
  readonly beside: readonly Place[];
  /** A value that these take and that also meets a requirement; undefined when none is found. */
  readonly meeting: (requirement: JsonObject) => unknown;
  /** The same without the keyword. */
  readonly breaking: (requirement: JsonObject) => unknown;
  /** A value of another schema; undefined when none is found. */
  readonly valueOf: (at: SchemaAt) => unknown;
  readonly takes: (at: SchemaAt, value: unknown) => boolean;
  /** True for a property that does not go this way. */
  readonly isHidden: (name: string) => boolean;
}

/** What may be put in place of the part, to be judged. */
export interface Candidate {
  /** Undefined when no such value was found, which the judge passes over. */
  readonly value: unknown;
  readonly description: string;
  /** JSON Pointer in the candidate of what is at the boundary or broken. */
  readonly at?: string;
}

/** Candidates of a keyword, those first that say most. */
type Candidates = (location: Location) => Iterable<Candidate>;

/** How values of a keyword are found. */
interface KeywordCandidates {
  /** Values at the boundary of what is valid. */
  readonly valid?: Candidates;
  /** Values that break the keyword, if need be with others. */
  readonly broken?: Candidates;
}

export type CandidateTable = Readonly<Record<string, KeywordCandidates>>;

/** The object that a schema is held against; an empty one for what is none. */
export function objectOf({ value }: Location): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The object with a property of some value, as its other schemas may want it. */
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

/** Also one called `__proto__`. */
export function withProperty(object: JsonObject, name: string, value: unknown): JsonObject {
  return Object.fromEntries([...Object.entries(object), [name, value]]);
}
