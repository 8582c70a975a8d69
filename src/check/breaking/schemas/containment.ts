import { canonicalText, isMultiple, memoize, regularExpression } from '../../../contract';
import {
  type Direction,
  Evaluation,
  greatestOf,
  INTEGER_FORMATS,
  isJsonObject,
  isPlace,
  leastOf,
  literalPattern,
  mayHaveText,
  strings,
  type TextSet,
} from '../../../generate/index';
import type { Versions } from '../versions';
import {
  type Atom,
  ifDecided,
  keyOfTerm,
  type Conjunction,
  type Form,
  isNever,
  keyOf,
  negation,
  NEVER,
  type Terms,
  together,
  undecided,
} from './atoms';
import { Forms, type Type, TYPES, valueOf } from './forms';
import type { Side } from './place-pairs';

/** Steps of one question, after which there is no answer. */
const MAX_STEPS = 20_000;

/** Cases that values are told apart by, one within the other. */
const MAX_CASES = 5;

/** Parts within parts, deeper than which nothing is taken for impossible. */
const MAX_DEPTH = 2;

/** What shows that two schemas are the same, where that is easily seen, and what is left out of account. */
export interface Beside {
  isSame(one: Terms, other: Terms): boolean;
  ignored(one: Terms, other: Terms): ReadonlySet<string>;
}

/** Shows that all that some schemas take is taken by others. Schemas are read as sets of values of each type. */
export class Containment {
  private readonly forms: Forms;
  private readonly evaluations: Readonly<Record<Side, Evaluation>>;
  private readonly shown = new Set<string>();
  private readonly refuted = new Set<string>();
  /** Taken for shown meanwhile: values of parts are smaller, so that schemas may hold themselves. */
  private assumed = new Set<string>();
  private trail: string[] = [];
  private left = MAX_STEPS;
  /** Parts within parts that are looked at for one that nothing is. */
  private depth = 0;

  constructor(
    private readonly versions: Versions,
    direction: Direction,
    private readonly beside: Beside,
  ) {
    const takes = (terms: Terms, value: unknown): boolean => this.takes(terms, value);
    this.forms = new Forms(versions, direction, takes, (one, other, type) =>
      this.byItself(() => this.isEmpty([...one, ...other], type)),
    );
    this.evaluations = {
      base: new Evaluation(versions.base.loaded.resolver, direction),
      revision: new Evaluation(versions.revision.loaded.resolver, direction),
    };
  }

  /** True where it is shown that all that one takes is taken by the other. */
  holds(one: Terms, other: Terms): boolean {
    this.left = MAX_STEPS;
    return this.byItself(() => this.isWithin(one, other));
  }

  /** Asks a question whose answer rests on nothing that is not shown yet. */
  private byItself(ask: () => boolean): boolean {
    const { assumed, trail } = this;
    this.assumed = new Set();
    this.trail = [];
    const is = ifDecided(ask) === true;
    if (is) for (const each of this.trail) this.shown.add(each);
    this.assumed = assumed;
    this.trail = trail;
    return is;
  }

  private isWithin(one: Terms, other: Terms): boolean {
    if (isNever(one)) return true;
    const rest = other.filter(({ at, isNegated = false }) => at.schema !== !isNegated);
    if (rest.length === 0) return true;
    const mine = new Set(one.map(keyOfTerm));
    if (rest.every((term) => mine.has(keyOfTerm(term)))) return true;
    if (this.beside.isSame(one, rest)) return true;
    const ignored = this.beside.ignored(one, rest);
    const key = [keyOf(one), keyOf(rest), ...ignored].join('<');
    if (this.shown.has(key) || this.assumed.has(key)) return true;
    if (this.refuted.has(key)) return false;
    if (--this.left < 0) undecided();
    const mark = this.trail.length;
    this.assumed.add(key);
    this.trail.push(key);
    if (TYPES.every((type) => this.isWithinOf(type, one, rest, ignored))) return true;
    for (const each of this.trail.splice(mark)) this.assumed.delete(each);
    if (this.left >= 0) this.refuted.add(key);
    return false;
  }

  private isWithinOf(type: Type, one: Terms, other: Terms, ignored: ReadonlySet<string>): boolean {
    const is = ifDecided(() => {
      const mine = this.forms.of(one, type, ignored);
      if (mine.length === 0) return true;
      const theirs = this.forms.of(other, type, ignored);
      return mine.every((each) => this.isIn(each, theirs, { type, one, other }, MAX_CASES));
    });
    return is === true;
  }

  /** @param cases that may still be told apart */
  private isIn(
    all: Conjunction,
    form: Form,
    about: { readonly type: Type; readonly one: Terms; readonly other: Terms },
    cases: number,
  ): boolean {
    if (--this.left < 0) undecided();
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
    return terms.every(
      ({ side, at, isNegated = false }) => this.evaluations[side].takes(at, value) !== isNegated,
    );
  }

  /** The only values that there are, if they are few. */
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

  /** False for a value that something rules out, as far as that is easily seen. */
  private admits({ keyword, value, terms = [] }: Atom, given: unknown): boolean {
    if (keyword.startsWith('not ')) {
      const inner = keyword.slice(4);
      return !SIMPLE.has(inner) || !this.admits({ keyword: inner, value, terms }, given);
    }
    if (keyword === 'values') {
      const text = canonicalText(given);
      return (value as unknown[]).some((each) => canonicalText(each) === text);
    }
    if (keyword === 'required') return isJsonObject(given) && Object.hasOwn(given, String(value));
    if (keyword === 'property') {
      const name = String(value);
      return !isJsonObject(given) || !Object.hasOwn(given, name) || this.takes(terms, given[name]);
    }
    if (!SIMPLE.has(keyword)) return true;
    return this.evaluations.base.takes({ schema: { [keyword]: value }, pointer: '' }, given);
  }

  /** True where no value is all of it. */
  private isEmpty(all: Conjunction, type: Type): boolean {
    const values = this.valuesOf(all, type);
    if (values !== undefined) return values.length === 0;
    if (type === 'number') {
      const { least, greatest } = rangeOf(all);
      return least !== undefined && greatest !== undefined && isBelow(greatest, least);
    }
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

  /** One schema that no value is of is rare, and costs most to find. */
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
    if (indexOf(all).texts.has(textOf(atom))) return true;
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
        return impliesOfNumbers(all, atom);
      case 'string':
        return impliesOfTexts(all, atom);
      case 'array':
        return this.impliesOfItems(all, atom);
      case 'object':
        return this.impliesOfProperties(all, atom);
      default:
        return false;
    }
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

  /** True where all items from one on are taken. */
  private areItems(all: Conjunction, from: number, terms: Terms): boolean {
    const most = this.mostItems(all);
    const end = Math.max(from, lastItem(all) + 1);
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

  /** What is said of a property; never where there can be none of the name. */
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

  /** Of some names those that nothing is said of by name, as the patterns tell them apart. */
  private regions(all: Conjunction, names: Names): Names[] {
    const patterns = [...new Set(all.flatMap(patternsIn))];
    const others = { ...names, names: [...names.names, ...knownNames(all)] };
    const within = (pattern: string): Names => {
      return { ...others, matched: [...names.matched, pattern] };
    };
    const outside = { ...others, unmatched: [...names.unmatched, ...patterns] };
    return [...patterns.map(within), outside].filter((each) => this.hasNameIn(all, each));
  }

  /** What is said of each property with a name among these. */
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

  /** What the names of a region are, by `propertyNames` too. */
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

/** Names that match some expressions and none of others, and are none of a list. */
interface Names {
  readonly matched: readonly string[];
  readonly unmatched: readonly string[];
  readonly names: readonly string[];
}

const EVERY_NAME: Names = { matched: [], unmatched: [], names: [] };

/** Names that a schema describes, and patterns of such. */
function additionalTo(text: string): Pick<Names, 'names' | 'unmatched'> {
  const [names = [], unmatched = []] = JSON.parse(text) as string[][];
  return { names, unmatched };
}

function isNameIn({ matched, unmatched, names }: Names, name: string): boolean {
  const matches = (pattern: string): boolean => regularExpression(pattern).test(name);
  return !names.includes(name) && matched.every(matches) && !unmatched.some(matches);
}

function textsIn({ matched, unmatched, names }: Names): TextSet {
  const others = names.length > 0 ? [literalPattern(names)] : [];
  return { matched, unmatched: [...unmatched, ...others], least: 0, most: Infinity };
}

function areNamesIn(region: Names, pattern: string): boolean {
  if (region.matched.includes(pattern)) return true;
  const texts = textsIn(region);
  return !mayHaveText({ ...texts, unmatched: [...texts.unmatched, pattern] });
}

function mayMatch(region: Names, pattern: string): boolean {
  if (region.unmatched.includes(pattern)) return false;
  const texts = textsIn(region);
  return mayHaveText({ ...texts, matched: [...texts.matched, pattern] });
}

/** Such as the name of a kind, by which most alternatives are told apart. */
function isListed(terms: Terms): boolean {
  return terms.some(({ at }) => isPlace(at) && ('const' in at.schema || 'enum' in at.schema));
}

const NOTHING: ReadonlySet<string> = new Set();

/** What a value can be held against by the keyword alone. */
const SIMPLE = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format'],
  ...['minLength', 'maxLength', 'pattern', 'minItems', 'maxItems', 'uniqueItems'],
  ...['minProperties', 'maxProperties', 'values', 'required'],
]);

/** Items that are looked at one by one. */
const MAX_ITEMS = 20;

function range(count: number): number[] {
  return Array.from({ length: Math.min(count, MAX_ITEMS) }, (_, index) => index);
}

const textOf = memoize(({ keyword, value, terms }: Atom): string => {
  const said = typeof value === 'string' || value === undefined ? value : canonicalText(value);
  return [keyword, said, terms && keyOf(terms)].join(' ');
});

/** What is looked for in a conjunction most often. */
const indexOf = memoize((all: Conjunction) => {
  const properties = new Map<string, Terms>();
  for (const { keyword, value, terms = [] } of all) {
    if (keyword !== 'property') continue;
    properties.set(String(value), [...(properties.get(String(value)) ?? []), ...terms]);
  }
  const others = all.filter(({ keyword }) =>
    ['names', 'additional', 'propertyNames'].includes(keyword),
  );
  return { texts: new Set(all.map(textOf)), properties, others };
});

function amounts(all: Conjunction, keyword: string): number[] {
  return all.filter((each) => each.keyword === keyword).map(({ value }) => Number(value));
}

function namesIn(all: Conjunction, keyword: string): string[] {
  return [
    ...new Set(all.filter((each) => each.keyword === keyword).map(({ value }) => String(value))),
  ];
}

/** Names of which something is said. */
function knownNames(all: Conjunction): string[] {
  const own = [...namesIn(all, 'required'), ...namesIn(all, 'property')];
  const others = all
    .filter(({ keyword }) => keyword === 'additional')
    .flatMap(({ value }) => strings((JSON.parse(String(value)) as unknown[])[0]));
  return [...new Set([...own, ...others])];
}

function patternsIn({ keyword, value }: Atom): string[] {
  if (keyword === 'names') return [String(value)];
  return keyword === 'additional' ? strings((JSON.parse(String(value)) as unknown[])[1]) : [];
}

function itemAt(all: Conjunction, index: number): Terms {
  return all.flatMap(({ keyword, value, terms = [] }) => {
    if (keyword === 'item') return value === index ? terms : [];
    return keyword === 'items' && Number(value) <= index ? terms : [];
  });
}

/** The last item that something is said of by its number; -1 where there is none. */
function lastItem(all: Conjunction): number {
  return greatestOf(
    [...amounts(all, 'item'), ...amounts(all, 'items').map((from) => from - 1)],
    -1,
  );
}

/** Texts of formats are among these. */
const FORMAT_PATTERNS: Readonly<Record<string, string>> = {
  char: '^[^]$',
  date: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
  ipv4: String.raw`^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$`,
  uuid: '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
};

function textsOf(all: Conjunction): TextSet {
  const patterns = (keyword: string): string[] => namesIn(all, keyword);
  const formats = namesIn(all, 'format').flatMap((format) => FORMAT_PATTERNS[format] ?? []);
  const excluded = all
    .filter(({ keyword }) => keyword === 'not values')
    .map(({ value }) => literalPattern(strings(value)));
  return {
    matched: [...patterns('pattern'), ...formats],
    unmatched: [...patterns('not pattern'), ...excluded],
    least: greatestOf(amounts(all, 'minLength'), 0),
    most: leastOf(amounts(all, 'maxLength')),
  };
}

function impliesOfTexts(all: Conjunction, { keyword, value }: Atom): boolean {
  const texts = textsOf(all);
  const amount = Number(value);
  switch (keyword) {
    case 'minLength':
      return (
        texts.least >= amount || !mayHaveText({ ...texts, most: Math.min(texts.most, amount - 1) })
      );
    case 'maxLength':
      return (
        texts.most <= amount || !mayHaveText({ ...texts, least: Math.max(texts.least, amount + 1) })
      );
    case 'pattern':
      return !mayHaveText({ ...texts, unmatched: [...texts.unmatched, String(value)] });
    case 'not pattern':
      return !mayHaveText({ ...texts, matched: [...texts.matched, String(value)] });
    case 'values':
      return !mayHaveText({
        ...texts,
        unmatched: [...texts.unmatched, literalPattern(strings(value))],
      });
    default:
      return false;
  }
}

type Exact = number | bigint;

/** Numbers from one to another; bounds that they may not be are told by `isOpen`. */
interface Range {
  readonly least?: Bound;
  readonly greatest?: Bound;
  readonly steps: readonly number[];
}

interface Bound {
  readonly at: Exact;
  readonly isOpen: boolean;
}

/** Of a number and a bigint too. */
function isEqual(one: Exact, other: Exact): boolean {
  return !(one < other) && !(one > other);
}

function isBelow(greatest: Bound, least: Bound): boolean {
  return (
    greatest.at < least.at || (isEqual(greatest.at, least.at) && (greatest.isOpen || least.isOpen))
  );
}

function rangeOf(all: Conjunction): Range {
  const bounds = (keyword: string, isOpen: boolean): Bound[] =>
    all
      .filter((each) => each.keyword === keyword)
      .map(({ value }) => ({ at: value as Exact, isOpen }));
  const formats = namesIn(all, 'format').flatMap((format) => [limitsOf(format) ?? []]);
  const lower = [
    ...bounds('minimum', false),
    ...bounds('exclusiveMinimum', true),
    ...formats.flatMap(([at]) => (at === undefined ? [] : [{ at, isOpen: false }])),
  ];
  const upper = [
    ...bounds('maximum', false),
    ...bounds('exclusiveMaximum', true),
    ...formats.flatMap(([, at]) => (at === undefined ? [] : [{ at, isOpen: false }])),
  ];
  const steps = [...new Set(amounts(all, 'multipleOf'))];
  const whole = steps.filter(Number.isSafeInteger).reduce((a, b) => leastCommonMultiple(a, b), 1);
  const isWhole = steps.some(Number.isSafeInteger) && Number.isSafeInteger(whole);
  const [least] = lower.toSorted((a, b) =>
    a.at === b.at ? Number(b.isOpen) - Number(a.isOpen) : a.at > b.at ? -1 : 1,
  );
  const [greatest] = upper.toSorted((a, b) =>
    a.at === b.at ? Number(b.isOpen) - Number(a.isOpen) : a.at < b.at ? -1 : 1,
  );
  return {
    ...(least && { least: isWhole ? nextMultiple(least, whole, 1) : least }),
    ...(greatest && { greatest: isWhole ? nextMultiple(greatest, whole, -1) : greatest }),
    steps: isWhole ? [whole, ...steps] : steps,
  };
}

const INT64 = ['-9223372036854775808', '9223372036854775807'];

function limitsOf(format: string): Exact[] | undefined {
  const texts = format === 'int64' ? INT64 : INTEGER_FORMATS.get(format);
  return texts?.map((text) => valueOf(text) as Exact);
}

function leastCommonMultiple(one: number, other: number): number {
  let [a, b] = [one, other];
  while (b !== 0) [a, b] = [b, a % b];
  return (one / a) * other;
}

/** The first multiple that a bound allows. */
function nextMultiple(bound: Bound, step: number, sign: 1 | -1): Bound {
  const { at, isOpen } = bound;
  if (typeof at === 'bigint' || !Number.isSafeInteger(Math.ceil(Math.abs(at)) + step)) return bound;
  const count = Math.ceil((sign * at) / step);
  const isOn = count * step === sign * at;
  return { at: sign * step * (isOpen && isOn ? count + 1 : count), isOpen: false };
}

/** The integers of a small range. */
function numbersOf({ least, greatest, steps: [step] }: Range): number[] | undefined {
  const [from, to] = [least?.at, greatest?.at];
  if (typeof from !== 'number' || typeof to !== 'number') return undefined;
  if (from === to) return [from];
  if (step === undefined || !Number.isSafeInteger(step)) return undefined;
  const count = (to - from) / step + 1;
  if (count > MAX_NUMBERS) return undefined;
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index * step);
}

const MAX_NUMBERS = 100;

/** Each format of numbers, and those that take all that it takes. */
const WIDER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  int8: ['int16', 'int32', 'int64'],
  int16: ['int32', 'int64'],
  int32: ['int64'],
  float: ['double'],
};

function impliesOfNumbers(all: Conjunction, { keyword, value }: Atom): boolean {
  const range = rangeOf(all);
  const { least, greatest, steps } = range;
  const bound = value as Exact;
  switch (keyword) {
    case 'minimum':
      return least !== undefined && least.at >= bound;
    case 'exclusiveMinimum':
      return (
        least !== undefined && (least.at > bound || (isEqual(least.at, bound) && least.isOpen))
      );
    case 'maximum':
      return greatest !== undefined && greatest.at <= bound;
    case 'exclusiveMaximum':
      return (
        greatest !== undefined &&
        (greatest.at < bound || (isEqual(greatest.at, bound) && greatest.isOpen))
      );
    case 'multipleOf':
      return steps.some((step) => isMultiple(step, String(value)));
    case 'format':
      return isOfFormat(String(value), namesIn(all, keyword), range);
    default:
      return false;
  }
}

/** True for numbers of narrower formats, and for integers within the bounds of one. */
function isOfFormat(
  format: string,
  own: readonly string[],
  { least, greatest, steps }: Range,
): boolean {
  if (own.some((each) => WIDER_FORMATS[each]?.includes(format) === true)) return true;
  const [from, to] = limitsOf(format) ?? [];
  if (from === undefined || to === undefined || !steps.some(Number.isSafeInteger)) return false;
  return least !== undefined && least.at >= from && greatest !== undefined && greatest.at <= to;
}
