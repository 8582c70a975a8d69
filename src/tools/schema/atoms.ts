import type { Resolver, SchemaAt } from '../document';

/** Schemas of the same value. */
export type Schemas = readonly SchemaAt[];

/** The versions of a document that schemas are of. */
export type Side = 'base' | 'revision';

export type Sides = Readonly<Record<Side, Resolver>>;

/** A schema of one of two versions, or its negation. */
export interface Term {
  readonly side: Side;
  readonly at: SchemaAt;
  readonly isNegated?: boolean;
  /** Equal for schemas of the same meaning; by default the place. */
  readonly key?: string;
}

/** Schemas that all apply to the same value. */
export type Terms = readonly Term[];

class Undecided extends Error {}

/** Thrown if there is no answer. A single instance, since it is thrown often. */
const UNDECIDED = new Undecided('undecided');

export function undecided(): never {
  throw UNDECIDED;
}

/** @returns undefined if there is no answer */
export function ifDecided<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch (error) {
    if (error === UNDECIDED) return undefined;
    throw error;
  }
}

/** One assertion about values of one type. */
export interface Atom {
  /** A keyword of JSON Schema, or of the table below; with the prefix `not ` if negated. */
  readonly keyword: string;
  readonly value?: unknown;
  /** Schemas of a part of the value. */
  readonly terms?: Terms;
}

/** Assertions that all hold. A form is a disjunction of these. */
export type Conjunction = readonly Atom[];
export type Form = readonly Conjunction[];

export const ALL: Form = [[]];
export const NONE: Form = [];

export const NEVER: Terms = [{ side: 'base', at: { schema: false, pointer: '#false' } }];

export function termsKey(terms: Terms): string {
  const [only] = terms;
  if (only !== undefined && terms.length === 1) return keyOfTerm(only);
  return [...new Set(terms.map(keyOfTerm))].sort().join(' ');
}

export function keyOfTerm({ side, at, isNegated, key = `${side} ${at.pointer}` }: Term): string {
  return isNegated === true ? `!${key}` : key;
}

/** True if no value is valid. */
export function isNever(terms: Terms): boolean {
  return terms.some(({ at, isNegated = false }) => at.schema === isNegated);
}

export function negated(term: Term): Term {
  return { ...term, isNegated: term.isNegated !== true };
}

/** Maximum conjunctions of a form; undecided beyond it. */
const MAX_FORM = 200;

export function either(forms: readonly Form[]): Form {
  return bounded(forms.flat());
}

export function both(one: Form, other: Form): Form {
  if (one.length * other.length > MAX_FORM) undecided();
  return bounded(one.flatMap((a) => other.map((b) => [...a, ...b])));
}

/** The conjunction of all forms. */
export function together(forms: readonly Form[]): Form {
  const single = forms.filter(({ length }) => length === 1).flat(2);
  return forms.filter(({ length }) => length !== 1).reduce<Form>(both, [single]);
}

export function neither(form: Form): Form {
  return together(form.map((conjunction) => either(conjunction.map(negation))));
}

function bounded(form: Form): Form {
  if (form.some(({ length }) => length === 0)) return ALL;
  if (form.length > MAX_FORM) undecided();
  return form;
}

/** For each bound, the bound of the numbers outside of it. */
const OUTSIDE: Readonly<Record<string, string>> = {
  minimum: 'exclusiveMaximum',
  maximum: 'exclusiveMinimum',
  exclusiveMinimum: 'maximum',
  exclusiveMaximum: 'minimum',
};

/** The negation of an assertion. */
export function negation(atom: Atom): Form {
  const { keyword, value, terms = [] } = atom;
  const outside = OUTSIDE[keyword];
  if (outside !== undefined) return [[{ keyword: outside, value }]];
  const [, bound, amount] = /^(min|max)(Length|Items|Properties|Contains)$/.exec(keyword) ?? [];
  if (bound !== undefined && typeof value === 'number') {
    if (bound === 'min' && value === 0) return NONE;
    const other = bound === 'min' ? `max${amount}` : `min${amount}`;
    return contained({ ...atom, keyword: other, value: bound === 'min' ? value - 1 : value + 1 });
  }
  switch (keyword) {
    case 'required':
      return [[absent(String(value))]];
    case 'property':
      return terms.map((term) => [
        { keyword: 'required', value },
        ...(isNever([term]) ? [] : [{ ...atom, terms: [negated(term)] }]),
      ]);
    case 'item':
      return terms.map((term) => [
        { keyword: 'minItems', value: Number(value) + 1 },
        { ...atom, terms: [negated(term)] },
      ]);
    case 'items':
      if (value !== 0) undecided();
      return terms.map((term) => [{ keyword: 'minContains', value: 1, terms: [negated(term)] }]);
    default: {
      const other = keyword.startsWith('not ') ? keyword.slice(4) : `not ${keyword}`;
      return [[{ ...atom, keyword: other }]];
    }
  }
}

/** Replaces `maxContains: 0` by the negated schema for each item. */
export function contained(atom: Atom): Form {
  const { keyword, value, terms = [] } = atom;
  const [term, ...others] = terms;
  if (keyword !== 'maxContains' || value !== 0 || term === undefined) return [[atom]];
  if (others.length > 0) undecided();
  return [[{ keyword: 'items', value: 0, terms: [negated(term)] }]];
}

export function absent(name: string): Atom {
  return { keyword: 'property', value: name, terms: NEVER };
}
