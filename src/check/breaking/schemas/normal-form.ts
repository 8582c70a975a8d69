import { canonicalText } from '../../../contract';
import { type References, strings } from '../../../generate/index';
import type { Schemas } from './place-pairs';
import { type Meaning, meaningOf, type Part, type Scope } from './schema-meaning';

/**
 * What schemas mean, in the one form that those share which say it in other words: alternatives of types or
 * of values as a list, what may be null by its type, `not` of `not`, conditions that demand properties as
 * `dependentRequired`, and bounds of integers as `minimum` and `maximum`.
 *
 * @returns undefined where no value is valid
 */
export function normalFormOf(
  references: References,
  schemas: Schemas,
  scope: Scope,
): Meaning | undefined {
  const meaning = meaningOf(references, schemas, scope);
  if (meaning === undefined) return undefined;
  const rest: Part[] = [];
  let all: Meaning = { assertions: meaning.assertions, parts: [] };
  for (const part of meaning.parts) {
    const said = saidOf(part, (each) => normalFormOf(references, each, scope));
    const both = said && conjunction(all, said);
    if (both === undefined) rest.push(part);
    else all = both;
  }
  return { assertions: ofIntegers(all.assertions), parts: [...all.parts, ...rest] };
}

/** What a part in place says of every value; undefined where it depends on the value. */
function saidOf(
  { label, schemas }: Part,
  normalForm: (schemas: Schemas) => Meaning | undefined,
): Meaning | undefined {
  if (label === 'anyOf' || label === 'oneOf') {
    return oneOfAll(
      schemas.flatMap((each) => normalForm(each) ?? []),
      label === 'oneOf',
    );
  }
  if (label !== 'not' && label !== 'if') return undefined;
  const [first, second, third] = schemas.map((each) =>
    each.length > 0 ? normalForm(each) : NOTHING,
  );
  if (label === 'not') {
    const [inner, ...others] = first?.parts ?? [];
    const isNot = inner?.label === 'not' && others.length === 0 && first?.assertions.size === 0;
    return isNot ? normalForm(inner.schemas[0] ?? []) : undefined;
  }
  if (third !== NOTHING) return undefined;
  const [condition, demanded] = [requiredOnly(first), requiredOnly(second)];
  if (condition?.length !== 1 || demanded === undefined) return undefined;
  const text = canonicalText({ [condition[0] ?? '']: demanded });
  return { assertions: new Map([['dependentRequired', text]]), parts: [] };
}

const NOTHING: Meaning = { assertions: new Map(), parts: [] };

function requiredOnly(meaning: Meaning | undefined): string[] | undefined {
  const { assertions, parts } = meaning ?? NOTHING;
  const text = assertions.get('required');
  if (text === undefined || assertions.size > 1 || parts.length > 0) return undefined;
  return strings(JSON.parse(text));
}

/** Alternatives as one meaning. @param isOne where a value may be of one of them alone */
function oneOfAll(meanings: readonly Meaning[], isOne: boolean): Meaning | undefined {
  for (const keyword of ['type', 'enum']) {
    const lists = meanings.map((each) => listOnly(each, keyword));
    if (lists.every((list) => list !== undefined)) {
      const values = lists.flat().sort();
      const distinct = [...new Set(values)];
      if (isOne && distinct.length < values.length) return undefined;
      return { assertions: new Map([[keyword, canonicalText(distinct)]]), parts: [] };
    }
  }
  const [value, ...others] = meanings.filter((each) => listOnly(each, 'type')?.join() !== 'null');
  const isNullable = value !== undefined && others.length === 0 && meanings.length === 2;
  return isNullable ? orNull(value) : undefined;
}

/** The items of a keyword that alone is said; a null has a type of its own, and is a value too. */
function listOnly({ assertions, parts }: Meaning, keyword: string): string[] | undefined {
  if (assertions.size !== 1 || parts.length > 0) return undefined;
  const text = assertions.get(keyword);
  if (text !== undefined) return strings(JSON.parse(text));
  return keyword === 'enum' && assertions.get('type') === NULL ? ['null'] : undefined;
}

const NULL = canonicalText(['null']);

/** The same for null too, of which nothing else may be said. */
function orNull({ assertions, parts }: Meaning): Meaning | undefined {
  const types = strings(JSON.parse(assertions.get('type') ?? '[]'));
  if (types.length === 0 || types.includes('null')) return undefined;
  if (parts.some(({ isInPlace }) => isInPlace === true)) return undefined;
  const values = assertions.get('enum');
  const said = new Map([...assertions, ['type', canonicalText([...types, 'null'].sort())]]);
  if (values !== undefined) {
    said.set('enum', canonicalText([...strings(JSON.parse(values)), 'null'].sort()));
  }
  return { assertions: said, parts };
}

/** Two meanings that both hold, where they say different things or the same. */
function conjunction(one: Meaning, other: Meaning): Meaning | undefined {
  const assertions = new Map(one.assertions);
  for (const [keyword, text] of other.assertions) {
    const own = assertions.get(keyword);
    if (own === undefined) assertions.set(keyword, text);
    else if (keyword === 'type' || keyword === 'enum') {
      const texts = strings(JSON.parse(text));
      const both = strings(JSON.parse(own)).filter((each) => texts.includes(each));
      assertions.set(keyword, canonicalText(both));
    } else if (own !== text) return undefined;
  }
  const labels = new Set(one.parts.map(({ label }) => label));
  if (other.parts.some(({ label }) => labels.has(label))) return undefined;
  return { assertions, parts: [...one.parts, ...other.parts] };
}

const INTEGER = canonicalText(['integer']);

/** Bounds of integers as the least and the greatest one. */
function ofIntegers(assertions: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (assertions.get('type') !== INTEGER) return assertions;
  const bound = (keyword: string): number | undefined => {
    const text = assertions.get(keyword);
    const value = text === undefined ? Number.NaN : Number(text);
    return Number.isSafeInteger(Math.ceil(value)) ? value : undefined;
  };
  const said = new Map(assertions);
  const [least, above] = [bound('minimum'), bound('exclusiveMinimum')];
  const [greatest, below] = [bound('maximum'), bound('exclusiveMaximum')];
  if (least !== undefined) said.set('minimum', String(Math.ceil(least)));
  if (greatest !== undefined) said.set('maximum', String(Math.floor(greatest)));
  if (above !== undefined) {
    said.delete('exclusiveMinimum');
    const next = Math.floor(above) + 1;
    said.set('minimum', String(least === undefined ? next : Math.max(Math.ceil(least), next)));
  }
  if (below !== undefined) {
    said.delete('exclusiveMaximum');
    const next = Math.ceil(below) - 1;
    said.set(
      'maximum',
      String(greatest === undefined ? next : Math.min(Math.floor(greatest), next)),
    );
  }
  return said;
}
