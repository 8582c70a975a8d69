import { canonicalText, regularExpression } from 'openapi-trellis/tools';
import {
  type Direction,
  greatestOf,
  isJsonObject,
  isPlace,
  leastOf,
  mayHaveText,
} from '../document';
import {
  type Atom,
  type Conjunction,
  type Form,
  ifDecided,
  isNever,
  termsKey,
  keyOfTerm,
  negation,
  NEVER,
  type Side,
  type Sides,
  type Terms,
  together,
  undecided,
} from './atoms';
import {
  amounts,
  indexOf,
  itemAt,
  knownNames,
  lastItem,
  namesIn,
  patternsIn,
  atomText,
} from './atoms-in';
import { Forms, type Type, TYPES } from './forms';
import { haveNumbers, isEmptyRange, numbersOf, rangeOf } from './number-bounds';
import { listedTexts } from './assertions';
import { Evaluation } from './evaluation';
import { Proofs } from './proofs';
import type { Meanings } from './meaning';
import {
  additionalTo,
  areNamesIn,
  EVERY_NAME,
  isNameIn,
  mayMatch,
  type Names,
  textsIn,
  textsOf,
} from './text-sets';

/** Maximum nested case distinctions. */
const MAX_CASES = 5;

/** Maximum nested parts in which contradictions are searched. */
const MAX_DEPTH = 2;

/** A quick proof that two schemas are the same, and the properties to ignore. */
export interface SamenessProof {
  isSame(one: Terms, other: Terms): boolean;
  ignored(one: Terms, other: Terms): ReadonlySet<string>;
}

const NO_PROOF: SamenessProof = { isSame: () => false, ignored: () => NOTHING };

/** Proves that some schemas accept only values that others accept. Schemas are read as sets of values of each type. */
export class Containment {
  private readonly forms: Forms;
  private readonly evaluations: Readonly<Record<Side, Evaluation>>;
  private readonly proofs = new Proofs();
  /** Current nesting of parts in which contradictions are searched. */
  private depth = 0;

  constructor(
    sides: Sides,
    direction: Direction,
    meanings: Meanings,
    private readonly beside: SamenessProof = NO_PROOF,
  ) {
    const takes = (terms: Terms, value: unknown): boolean => this.takes(terms, value);
    this.forms = new Forms(meanings, takes, (one, other, type) =>
      this.proofs.byItself(() => this.isEmpty([...one, ...other], type)),
    );
    this.evaluations = {
      base: new Evaluation(sides.base, direction),
      revision: new Evaluation(sides.revision, direction),
    };
  }

  /** True if it is proved that `other` accepts all values of `one`. */
  holds(one: Terms, other: Terms): boolean {
    return this.proofs.answer(() => this.isWithin(one, other));
  }

  private isWithin(one: Terms, other: Terms): boolean {
    if (isNever(one)) return true;
    const rest = other.filter(({ at, isNegated = false }) => at.schema !== !isNegated);
    if (rest.length === 0) return true;
    const mine = new Set(one.map(keyOfTerm));
    if (rest.every((term) => mine.has(keyOfTerm(term)))) return true;
    if (this.beside.isSame(one, rest)) return true;
    const ignored = this.beside.ignored(one, rest);
    const key = [termsKey(one), termsKey(rest), ...ignored].join('<');
    return this.proofs.holds(key, () =>
      TYPES.every((type) => this.isWithinOf(type, one, rest, ignored)),
    );
  }

  private isWithinOf(type: Type, one: Terms, other: Terms, ignored: ReadonlySet<string>): boolean {
    const mine = this.forms.of(one, type, ignored);
    if (mine.length === 0) return true;
    const theirs = this.forms.of(other, type, ignored);
    return mine.every((each) => this.isIn(each, theirs, { type, one, other }, MAX_CASES));
  }

  /** @param cases remaining case distinctions */
  private isIn(
    all: Conjunction,
    form: Form,
    about: { readonly type: Type; readonly one: Terms; readonly other: Terms },
    cases: number,
  ): boolean {
    this.proofs.step();
    const { type, one, other } = about;
    const values = this.valuesOf(all, type);
    if (values !== undefined) {
      const taken = values.filter((value) => this.takes(one, value));
      return taken.every((value) => this.takes(other, value));
    }
    const implied = (atom: Atom): boolean => this.implies(all, atom, type);
    if (form.some((each) => each.every(implied)) || this.isEmpty(all, type)) return true;
    if (form.length < 2 || cases === 0) return false;
    const missing = form.map((each) => each.filter((atom) => !implied(atom)));
    const [[atom] = []] = missing
      .filter((each) => !this.isEmpty([...all, ...each], type))
      .toSorted((a, b) => a.length - b.length);
    if (atom === undefined) return false;
    return [[atom], ...negation(atom)].every((part) =>
      this.isIn([...all, ...part], form, about, cases - 1),
    );
  }

  private takes(terms: Terms, value: unknown): boolean {
    return terms.every(({ side, at, isNegated = false }) => {
      const evaluation = this.evaluations[side];
      const isTaken = evaluation.takes(at, value);
      if (evaluation.isGivenUp()) undecided();
      return isTaken !== isNegated;
    });
  }

  /** The only possible values, if they are few. */
  private valuesOf(all: Conjunction, type: Type): unknown[] | undefined {
    const listed = all.find(({ keyword }) => keyword === 'values');
    const found = listed === undefined ? this.fewOf(all, type) : (listed.value as unknown[]);
    return found?.filter((value) => all.every((atom) => this.admits(atom, value)));
  }

  private fewOf(all: Conjunction, type: Type): unknown[] | undefined {
    if (type === 'number') return numbersOf(rangeOf(all));
    if (type === 'string') return textsOf(all).most === 0 ? [''] : undefined;
    if (type === 'array') return this.mostItems(all) === 0 ? [[]] : undefined;
    return type === 'object' && this.mostProperties(all) === 0 ? [{}] : undefined;
  }

  /** False for a value that an assertion excludes, as far as that is easily decided. */
  private admits({ keyword, value, terms }: Atom, given: unknown): boolean {
    if (keyword.startsWith('not ')) {
      return terms !== undefined || !this.admits({ keyword: keyword.slice(4), value }, given);
    }
    if (keyword === 'values') {
      return listedTexts(value as unknown[]).has(canonicalText(given));
    }
    if (keyword === 'required') return isJsonObject(given) && Object.hasOwn(given, String(value));
    if (keyword === 'property') {
      const name = String(value);
      const isThere = isJsonObject(given) && Object.hasOwn(given, name);
      return !isThere || this.takes(terms ?? [], given[name]);
    }
    if (terms !== undefined) return true;
    return this.evaluations.base.takes({ schema: { [keyword]: value }, pointer: '' }, given);
  }

  /** True if no value satisfies all assertions. */
  private isEmpty(all: Conjunction, type: Type): boolean {
    const values = this.valuesOf(all, type);
    if (values !== undefined) return values.length === 0;
    if (type === 'number') return isEmptyRange(rangeOf(all));
    if (type === 'string') return !mayHaveText(textsOf(all));
    if (type === 'array') {
      const least = this.leastItems(all);
      if (least > this.mostItems(all)) return true;
      return range(Math.min(least, MAX_ITEMS)).some((index) => this.areApart(itemAt(all, index)));
    }
    if (type !== 'object') return false;
    const names = namesIn(all, 'required');
    return (
      greatestOf(amounts(all, 'minProperties'), names.length) > this.mostProperties(all) ||
      names
        .map((name) => this.propertyAt(all, name))
        .toSorted((one, other) => Number(isListed(other)) - Number(isListed(one)))
        .some((terms) => this.areApart(terms))
    );
  }

  /** A single schema without valid values is rare, and costs most to find. */
  private areApart(terms: Terms): boolean {
    return isNever(terms) || (terms.length > 1 && this.isNone(terms));
  }

  private isNone(terms: Terms): boolean {
    if (terms.length === 0 || this.depth >= MAX_DEPTH) return false;
    this.depth++;
    const is = ifDecided(() => this.isWithin(terms, NEVER)) === true;
    this.depth--;
    return is;
  }

  private implies(all: Conjunction, atom: Atom, type: Type): boolean {
    if (indexOf(all).texts.has(atomText(atom))) return true;
    const { keyword, value } = atom;
    if (keyword === 'not values') {
      return (value as unknown[]).every((each) => !all.every((own) => this.admits(own, each)));
    }
    if (keyword.startsWith('child ')) {
      return all.some(
        (own) =>
          own.keyword === keyword &&
          own.value === value &&
          this.isWithin(own.terms ?? [], atom.terms ?? []),
      );
    }
    switch (type) {
      case 'number':
        return haveNumbers(all, atom) || this.isRefuted(all, atom, type);
      case 'string':
        return this.isRefuted(all, atom, type);
      case 'array':
        return this.impliesOfItems(all, atom);
      case 'object':
        return this.impliesOfProperties(all, atom);
      default:
        return false;
    }
  }

  /** True if no value satisfies all assertions but this one. */
  private isRefuted(all: Conjunction, atom: Atom, type: Type): boolean {
    return negation(atom).every((part) => this.isEmpty([...all, ...part], type));
  }

  private impliesOfItems(all: Conjunction, { keyword, value, terms = [] }: Atom): boolean {
    const amount = Number(value);
    const most = this.mostItems(all);
    switch (keyword) {
      case 'minItems':
        return this.leastItems(all) >= amount;
      case 'maxItems':
        return most <= amount;
      case 'uniqueItems':
        return most <= 1;
      case 'item':
        return most <= amount || this.isWithin(itemAt(all, amount), terms);
      case 'items':
        return this.areItems(all, amount, terms);
      case 'minContains':
        return (
          all.some(
            (own) =>
              own.keyword === keyword &&
              Number(own.value) >= amount &&
              this.isWithin(own.terms ?? [], terms),
          ) ||
          (this.leastItems(all) >= amount && this.areItems(all, 0, terms))
        );
      case 'maxContains':
        return (
          most <= amount ||
          all.some(
            (own) =>
              own.keyword === keyword &&
              Number(own.value) <= amount &&
              this.isWithin(terms, own.terms ?? []),
          )
        );
      default:
        return false;
    }
  }

  /** True if all items from an index on are accepted. */
  private areItems(all: Conjunction, from: number, terms: Terms): boolean {
    const most = this.mostItems(all);
    const end = Math.max(from, lastItem(all) + 1);
    if (Math.min(end, most) > MAX_ITEMS) undecided();
    const known = range(Math.min(end, most)).slice(from);
    return (
      known.every((index) => this.isWithin(itemAt(all, index), terms)) &&
      (most <= end || this.isWithin(itemAt(all, Infinity), terms))
    );
  }

  private leastItems(all: Conjunction): number {
    return greatestOf([...amounts(all, 'minItems'), ...amounts(all, 'minContains')], 0);
  }

  private mostItems(all: Conjunction): number {
    const most = leastOf(amounts(all, 'maxItems'));
    const end = lastItem(all) + 1;
    const none = all.some(
      ({ keyword, terms = [] }) => /^items?$/.test(keyword) && this.isNone(terms),
    )
      ? [...range(end), end].find((index) =>
          this.isNone(itemAt(all, index === end ? Infinity : index)),
        )
      : undefined;
    return Math.min(most, none ?? Infinity);
  }

  private impliesOfProperties(all: Conjunction, { keyword, value, terms = [] }: Atom): boolean {
    const amount = Number(value);
    const text = String(value);
    switch (keyword) {
      case 'required':
        return namesIn(all, 'required').includes(text);
      case 'minProperties':
        return greatestOf(amounts(all, 'minProperties'), namesIn(all, 'required').length) >= amount;
      case 'maxProperties':
        return this.mostProperties(all) <= amount;
      case 'property':
        return this.isWithin(this.propertyAt(all, text), terms);
      case 'names':
        return this.areProperties(all, { ...EVERY_NAME, matched: [text] }, terms);
      case 'additional':
        return this.areProperties(all, { ...EVERY_NAME, ...additionalTo(text) }, terms);
      case 'propertyNames':
        return this.areNames(all, terms);
      default:
        return false;
    }
  }

  /** The schemas of a property; never valid if the property cannot exist. */
  private propertyAt(all: Conjunction, name: string): Terms {
    const { properties, others } = indexOf(all);
    const further = others.flatMap(({ keyword, value, terms = [] }) => {
      const text = String(value);
      if (keyword === 'names') return regularExpression(text).test(name) ? terms : [];
      if (keyword === 'propertyNames') return this.takes(terms, name) ? [] : NEVER;
      if (keyword !== 'additional') return [];
      return isNameIn({ matched: [], ...additionalTo(text) }, name) ? terms : [];
    });
    return [...(properties.get(name) ?? []), ...further];
  }

  private areProperties(all: Conjunction, names: Names, terms: Terms): boolean {
    return (
      knownNames(all)
        .filter((name) => isNameIn(names, name))
        .every((name) => this.isWithin(this.propertyAt(all, name), terms)) &&
      this.regions(all, names).every((each) => this.isWithin(this.propertiesIn(all, each), terms))
    );
  }

  /** The names without assertions by name, divided by the patterns. */
  private regions(all: Conjunction, names: Names): Names[] {
    const patterns = [...new Set(all.flatMap(patternsIn))];
    const others = { ...names, names: [...names.names, ...knownNames(all)] };
    const within = (pattern: string): Names => {
      return { ...others, matched: [...names.matched, pattern] };
    };
    const outside = { ...others, unmatched: [...names.unmatched, ...patterns] };
    return [...patterns.map(within), outside].filter((each) => this.hasNameIn(all, each));
  }

  /** The schemas of each property with a name in this region. */
  private propertiesIn(all: Conjunction, region: Names): Terms {
    return all.flatMap(({ keyword, value, terms = [] }) => {
      if (keyword === 'names') return areNamesIn(region, String(value)) ? terms : [];
      if (keyword !== 'additional') return [];
      const { names, unmatched } = additionalTo(String(value));
      const isMet =
        names.some((name) => isNameIn(region, name)) ||
        unmatched.some((pattern) => mayMatch(region, pattern));
      return isMet ? [] : terms;
    });
  }

  private areNames(all: Conjunction, terms: Terms): boolean {
    const form = this.forms.of(terms, 'string', NOTHING);
    const about = { type: 'string', one: [], other: terms } as const;
    return (
      knownNames(all).every(
        (name) => this.takes(terms, name) || this.isNone(this.propertyAt(all, name)),
      ) &&
      this.regions(all, EVERY_NAME)
        .filter((region) => !this.isNone(this.propertiesIn(all, region)))
        .every((region) =>
          this.namesOf(all, region).every((each) => this.isIn(each, form, about, MAX_CASES)),
        )
    );
  }

  /** The names of a region, also restricted by `propertyNames`. */
  private namesOf(all: Conjunction, region: Names): Form {
    const { matched, unmatched } = textsIn(region);
    const said = all.filter(({ keyword }) => keyword === 'propertyNames');
    const forms = said.map(({ terms = [] }) => this.forms.of(terms, 'string', NOTHING));
    const names: Conjunction = [
      ...matched.map((value) => ({ keyword: 'pattern', value })),
      ...unmatched.map((value) => ({ keyword: 'not pattern', value })),
    ];
    return together([...forms, [names]]);
  }

  private hasNameIn(all: Conjunction, region: Names): boolean {
    const isOpen = region.matched.length + region.unmatched.length === 0;
    if (isOpen && !all.some(({ keyword }) => keyword === 'propertyNames')) return true;
    return this.namesOf(all, region).some((names) => !this.isEmpty(names, 'string'));
  }

  private mostProperties(all: Conjunction): number {
    const most = leastOf(amounts(all, 'maxProperties'));
    const mayBeClosed = all.some(({ keyword }) => CLOSING.includes(keyword));
    const isClosed =
      mayBeClosed &&
      this.regions(all, EVERY_NAME).every((each) => this.isNone(this.propertiesIn(all, each)));
    if (!isClosed) return most;
    const names = knownNames(all).filter((name) => !this.isNone(this.propertyAt(all, name)));
    return Math.min(most, names.length);
  }
}

const CLOSING = ['additional', 'propertyNames'];

/** True for listed values, such as a type name, which distinguishes most alternatives. */
function isListed(terms: Terms): boolean {
  return terms.some(({ at }) => isPlace(at) && ('const' in at.schema || 'enum' in at.schema));
}

const NOTHING: ReadonlySet<string> = new Set();

/** Maximum items that are examined individually. */
const MAX_ITEMS = 20;

function range(count: number): number[] {
  return Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, index) => index);
}
