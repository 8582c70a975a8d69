import { asObject, INTEGER_FORMATS, KEYWORDS, strings } from '../document';
import { isTextFormat } from './assertions';
import {
  absent,
  ALL,
  type Atom,
  both,
  type Conjunction,
  contained,
  either,
  type Form,
  termsKey,
  negated,
  neither,
  NONE,
  type Side,
  type Term,
  type Terms,
  together,
  undecided,
} from './atoms';
import type { Meanings, SchemaPart } from './meaning';

export const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
export type Type = (typeof TYPES)[number];

const OF_NUMBERS = new Set<unknown>([
  ...INTEGER_FORMATS.keys(),
  ...['float', 'double', 'decimal', 'decimal128', 'sf-decimal', 'unixtime'],
]);

/**
 * The assertions of schemas about values of each type, in disjunctive form. Types, lists, conditions and
 * combinations of schemas are resolved.
 */
export class Forms {
  private readonly known = new Map<string, Form | undefined>();

  constructor(
    private readonly meanings: Meanings,
    /** True if the schemas accept the value. */
    private readonly takes: (terms: Terms, value: unknown) => boolean,
    /** True if no value satisfies both. */
    private readonly areApart: (one: Conjunction, other: Conjunction, type: Type) => boolean,
  ) {}

  /**
   * @param ignored properties to ignore
   * @throws `undecided` if the schemas have too many assertions, or some that depend on adjacent schemas
   */
  of(terms: Terms, type: Type, ignored: ReadonlySet<string>): Form {
    const key = [type, termsKey(terms), ...ignored].join('|');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    // Schemas that contain themselves in place have no form; neither do those that were undecided before.
    if (this.known.has(key)) return undecided();
    this.known.set(key, undefined);
    const form = this.made(terms, type, ignored);
    this.known.set(key, form);
    return form;
  }

  private made(terms: Terms, type: Type, ignored: ReadonlySet<string>): Form {
    const sides = (['base', 'revision'] as const).map((side) =>
      terms.filter((term) => term.side === side && term.isNegated !== true),
    );
    const positive = sides.filter(({ length }) => length > 0);
    const forms = [
      ...positive.map((each) => this.ofSide(each, type, ignored)),
      ...terms
        .filter(({ isNegated }) => isNegated)
        .map((term) => neither(this.of([negated(term)], type, ignored))),
    ];
    const value = CONSTANTS[type];
    return together([...forms, value === undefined ? ALL : [[{ keyword: 'values', value }]]]);
  }

  private ofSide(terms: Terms, type: Type, ignored: ReadonlySet<string>): Form {
    const side: Side = terms[0]?.side ?? 'base';
    const schemas = terms.map(({ at }) => at);
    const meaning = this.meanings.of(side, schemas, ignored);
    if (meaning === undefined) return NONE;
    const { assertions, parts } = meaning;
    const children = parts.map(({ label }) => label).filter((label) => label.startsWith('child '));
    const types = listOf(assertions.get('type'));
    const isInteger = types?.includes('number') === false && type === 'number';
    if (types?.includes(isInteger ? 'integer' : type) === false) return NONE;
    const values = assertions.has('enum')
      ? valuesIn(assertions.get('enum') ?? '', type)
      : CONSTANTS[type];
    if (values !== undefined) {
      const taken = values.filter((value) => this.takes(terms, value));
      return taken.length === 0 ? NONE : [[{ keyword: 'values', value: taken }]];
    }
    const said = [...assertions].filter(
      ([keyword]) => keyword === 'format' || KEYWORDS.get(keyword)?.about === type,
    );
    const forms = [
      ...(isInteger ? [[[{ keyword: 'multipleOf', value: 1 }]]] : []),
      ...said.map(([keyword, text]) => formOf(keyword, text, type)),
      ...parts.map((part) => this.ofPart(part, side, type, ignored, children.join())),
    ];
    if (assertions.has('$dynamicRef')) undecided();
    return together(forms);
  }

  private ofPart(
    { label, schemas }: SchemaPart,
    side: Side,
    type: Type,
    ignored: ReadonlySet<string>,
    children: string,
  ): Form {
    const terms = schemas.map((each) =>
      each.map((at): Term => ({ side, at, key: this.meanings.keyOf(side, [at]) })),
    );
    const [first = []] = terms;
    const [keyword = '', ...rest] = label.split(' ');
    const about = rest.join(' ');
    if (keyword === 'child') return [[{ keyword: label, value: children, terms: first }]];
    const member = type === 'object' ? PROPERTIES[keyword] : undefined;
    if (member !== undefined) return [[{ keyword: member, value: about, terms: first }]];
    const forms = (): Form[] => terms.map((each) => this.of(each, type, ignored));
    switch (keyword) {
      case 'anyOf':
        return either(forms());
      case 'oneOf':
        return this.exactlyOne(forms(), type);
      case 'not':
        return together(forms().map(neither));
      case 'if':
        return conditional(terms, (each) => this.of(each, type, ignored));
      case '?':
        return type === 'object' ? either([[[absent(about)]], ...forms()]) : ALL;
      case 'item':
      case 'items':
        return type === 'array' ? [[{ keyword, value: Number(rest.at(-1)), terms: first }]] : ALL;
      case 'contains':
        return type === 'array' ? containsForm(about, first) : ALL;
      default:
        return KEYWORDS.get(keyword)?.about === type ? undecided() : ALL;
    }
  }

  private exactlyOne(forms: readonly Form[], type: Type): Form {
    const some = forms.filter(({ length }) => length > 0);
    const areApart = some.every((one, index) =>
      some
        .slice(index + 1)
        .every((other) => one.every((a) => other.every((b) => this.areApart(a, b, type)))),
    );
    if (areApart) return either(some);
    return either(
      some.map((one, index) => together([one, ...some.toSpliced(index, 1).map(neither)])),
    );
  }
}

function conditional(
  [first = [], second = [], third = []]: Terms[],
  form: (terms: Terms) => Form,
): Form {
  if (second.length + third.length === 0) return ALL;
  if (third.length === 0) return either([neither(form(first)), form(second)]);
  if (second.length === 0) return either([form(first), form(third)]);
  return either([both(form(first), form(second)), both(neither(form(first)), form(third))]);
}

/** The atoms of properties, by the first word of the labels of parts. */
const PROPERTIES: Readonly<Record<string, string>> = {
  '.': 'property',
  '/': 'names',
  propertyNames: 'propertyNames',
  additionalProperties: 'additional',
};

const CONSTANTS: Readonly<Partial<Record<Type, readonly unknown[]>>> = {
  null: [null],
  boolean: [true, false],
};

function listOf(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : strings(JSON.parse(text));
}

/** The values of a type in a list of canonical JSON texts. */
function valuesIn(list: string, type: Type): unknown[] {
  return strings(JSON.parse(list))
    .map(valueOf)
    .filter((value) => typeOf(value) === type);
}

/** Integers that are not exact as doubles become bigints. */
export function valueOf(text: string): unknown {
  const isInteger = /^-?\d+$/.test(text);
  return isInteger && !Number.isSafeInteger(Number(text)) ? BigInt(text) : JSON.parse(text);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

function formOf(keyword: string, text: string, type: Type): Form {
  const value = valueOf(text);
  if (keyword === 'required') {
    return [strings(value).map((name) => ({ keyword, value: name }))];
  }
  if (keyword === 'dependentRequired') {
    return together(
      Object.entries(asObject(value)).map(([name, names]) => [
        [absent(name)],
        strings(names).map((each) => ({ keyword: 'required', value: each })),
      ]),
    );
  }
  // Several values that all apply are a list of texts.
  const values: unknown[] = Array.isArray(value) ? strings(value).map(valueOf) : [value];
  const said = values.filter((each) => keyword !== 'format' || isFormatOf(each, type));
  return [said.map((each): Atom => ({ keyword, value: each }))];
}

function isFormatOf(format: unknown, type: Type): boolean {
  const isOfTexts = isTextFormat(format);
  const isOfNumbers = OF_NUMBERS.has(format);
  if (type === 'number') return isOfNumbers || !isOfTexts;
  return type === 'string' && (isOfTexts || !isOfNumbers);
}

function containsForm(amounts: string, terms: Terms): Form {
  const [least, most] = JSON.parse(amounts) as [number, number | null];
  const above = most === null ? ALL : contained({ keyword: 'maxContains', value: most, terms });
  return both(least === 0 ? ALL : [[{ keyword: 'minContains', value: least, terms }]], above);
}
