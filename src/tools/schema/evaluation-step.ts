import { type Extensions, memoize, regularExpression } from 'openapi-trellis/tools';
import {
  asObject,
  isJsonObject,
  isNamed,
  strings,
  childPointer,
  listAt,
  mapAt,
  memberAt,
  type ObjectSchemaAt,
  type SchemaAt,
  type Resolver,
} from '../document';
import { assertionOf, ownAssertion } from './assertions';

/** A schema that applies to a part of a value and accepts it. */
export interface Applied {
  readonly place: ObjectSchemaAt;
  /** JSON Pointer of the part in the value. */
  readonly instance: string;
  readonly value: unknown;
  /** The schemas with alternatives or conditions that selected it. */
  readonly choice: Choice | undefined;
}

/** A linked list, whose tails are shared instead of copied. */
interface Choice {
  readonly by: ObjectSchemaAt;
  readonly within: Choice | undefined;
}

/** True where a schema is among those that selected another. */
export function isChosenBy({ choice }: Applied, place: ObjectSchemaAt): boolean {
  for (let each = choice; each !== undefined; each = each.within) {
    if (each.by === place) return true;
  }
  return false;
}

/** Returns true for a keyword to treat as fulfilled. */
export type Skip = (place: ObjectSchemaAt, keyword: string) => boolean;

/** The outcome of evaluating schemas against a part of a value that they accept. */
export interface EvaluationResult {
  readonly names: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
  readonly applied: readonly Applied[];
}

export interface EvaluatedPart {
  readonly value: unknown;
  /** JSON Pointer of the part in the value; undefined where it is not needed. */
  readonly instance: string | undefined;
  /** Properties hidden in this direction by enclosing schemas. */
  readonly hidden: ReadonlySet<string>;
  readonly depth: number;
}

const NONE: ReadonlySet<string> = new Set();

export const EMPTY_OUTCOME: EvaluationResult = { names: new Set(), items: new Set(), applied: [] };

/** Evaluated after all other keywords. */
const LAST = ['unevaluatedProperties', 'unevaluatedItems'];

/** The keywords of a schema in order of evaluation. */
const keywordsOf = memoize((schema: ObjectSchemaAt['schema']): readonly string[] => {
  const keywords = Object.keys(schema);
  const others = keywords.filter((keyword) => !LAST.includes(keyword));
  return [...others, ...LAST.filter((each) => keywords.includes(each))];
});

/** Evaluates one schema against one part of a value. */
export class EvaluationStep {
  // Created on demand, since most steps end before that.
  private names: Set<string> | undefined;
  private items: Set<number> | undefined;
  private applied: Applied[] | undefined;

  constructor(
    private readonly place: ObjectSchemaAt,
    private readonly part: EvaluatedPart,
    private readonly isTraced: boolean,
    private readonly skip: Skip,
    private readonly hidden: ReadonlySet<string>,
    private readonly resolver: Resolver,
    private readonly evaluate: (at: SchemaAt, part: EvaluatedPart) => EvaluationResult | undefined,
    private readonly extensions: Extensions,
  ) {}

  run(): EvaluationResult | undefined {
    const { value, instance = '' } = this.part;
    if (this.isTraced) {
      this.applied = [{ place: this.place, instance, value, choice: undefined }];
    }
    for (const keyword of keywordsOf(this.place.schema)) {
      if (this.skip(this.place, keyword)) this.evaluatesAll();
      else if (!this.holds(keyword)) return undefined;
    }
    const { names, items, applied } = EMPTY_OUTCOME;
    return {
      names: this.names ?? names,
      items: this.items ?? items,
      applied: this.applied ?? applied,
    };
  }

  private addName(name: string): void {
    (this.names ??= new Set()).add(name);
  }

  private addItem(index: number): void {
    (this.items ??= new Set()).add(index);
  }

  private holds(keyword: string): boolean {
    const bound = this.place.schema[keyword];
    const { value } = this.part;
    if (keyword === 'required') {
      const names = strings(bound).filter((name) => !this.hidden.has(name));
      return assertionOf(keyword)?.(names, value) ?? true;
    }
    const assertion = ownAssertion(keyword, bound, this.extensions) ?? assertionOf(keyword);
    if (assertion !== undefined) return assertion(bound, value);
    if (Array.isArray(value))
      return this.holdsInPlace(keyword) && this.holdsOfItems(keyword, value);
    if (isJsonObject(value)) {
      return this.holdsInPlace(keyword) && this.holdsOfProperties(keyword, value);
    }
    return this.holdsInPlace(keyword);
  }

  /** Everything that a skipped keyword might have evaluated counts as evaluated. */
  private evaluatesAll(): void {
    const { value } = this.part;
    if (Array.isArray(value)) for (const index of value.keys()) this.addItem(index);
    else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) this.addName(name);
    }
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.2 */
  private holdsInPlace(keyword: string): boolean {
    const { place } = this;
    const branches = listAt(place, keyword);
    switch (keyword) {
      case '$ref': {
        const reference = place.schema.$ref;
        if (typeof reference !== 'string') return true;
        return this.keep(this.inPlace(this.resolver.referenced(reference, place.pointer)));
      }
      case 'allOf':
        return branches.every((branch) => this.keep(this.inPlace(branch, this.hidden)));
      case 'anyOf':
        return branches.map((branch) => this.choose(branch)).includes(true);
      case 'oneOf':
        return this.appliesOne(branches);
      case 'not':
        return this.inPlace(memberAt(place, 'not')) === undefined;
      case 'if':
        return this.holdsCondition();
      case 'dependentSchemas':
        return mapAt(place, keyword).every(
          ([name, schema]) =>
            !isJsonObject(this.part.value) ||
            !Object.hasOwn(this.part.value, name) ||
            this.choose(schema),
        );
      default:
        return true;
    }
  }

  private appliesOne(branches: readonly SchemaAt[]): boolean {
    let only: EvaluationResult | undefined;
    for (const branch of branches) {
      const outcome = this.inPlace(branch);
      if (outcome === undefined) continue;
      if (only !== undefined) return false;
      only = outcome;
    }
    return only !== undefined && this.keepChosen(only);
  }

  private holdsCondition(): boolean {
    const met = this.inPlace(memberAt(this.place, 'if'));
    if (met !== undefined) this.keep({ ...met, applied: [] });
    const keyword = met === undefined ? 'else' : 'then';
    if (!(keyword in this.place.schema) || this.skip(this.place, keyword)) return true;
    return this.choose(memberAt(this.place, keyword));
  }

  private inPlace(at: SchemaAt, hidden = NONE): EvaluationResult | undefined {
    return this.evaluate(at, { ...this.part, hidden, depth: this.part.depth + 1 });
  }

  /** Records the outcome of a schema that applies only to some values; false when it rejects this one. */
  private choose(at: SchemaAt): boolean {
    const outcome = this.inPlace(at);
    return outcome !== undefined && this.keepChosen(outcome);
  }

  private keepChosen(outcome: EvaluationResult): boolean {
    const chosen = outcome.applied.map(({ place, instance, value, choice }) => {
      return { place, instance, value, choice: { by: this.place, within: choice } };
    });
    return this.keep({ ...outcome, applied: chosen });
  }

  private keep(outcome: EvaluationResult | undefined): boolean {
    if (outcome === undefined) return false;
    for (const name of outcome.names) this.addName(name);
    for (const index of outcome.items) this.addItem(index);
    return this.keepApplied(outcome);
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2 */
  private holdsOfProperties(keyword: string, value: Readonly<Record<string, unknown>>): boolean {
    const { place } = this;
    const names = Object.keys(value);
    const takesAll = (chosen: readonly string[], at: SchemaAt): boolean =>
      chosen.every((name) => this.takesProperty(name, value[name], at));
    switch (keyword) {
      case 'properties': {
        const known = asObject(place.schema.properties);
        return names
          .filter((name) => Object.hasOwn(known, name))
          .every((name) => takesAll([name], innerAt(place, keyword, name, known[name])));
      }
      case 'patternProperties':
        return mapAt(place, keyword).every(([pattern, at]) =>
          takesAll(
            names.filter((name) => regularExpression(pattern).test(name)),
            at,
          ),
        );
      case 'additionalProperties': {
        const additional = names.filter((name) => !isNamed(place, name));
        return takesAll(additional, memberAt(place, keyword));
      }
      case 'unevaluatedProperties': {
        const unevaluated = names.filter((name) => this.names?.has(name) !== true);
        return takesAll(unevaluated, memberAt(place, keyword));
      }
      case 'propertyNames':
        return names.every(
          (name) => this.outcomeOf(memberAt(place, keyword), name, name) !== undefined,
        );
      default:
        return true;
    }
  }

  private takesProperty(name: string, value: unknown, at: SchemaAt): boolean {
    const outcome = this.outcomeOf(at, value, name);
    this.addName(name);
    return this.keepApplied(outcome);
  }

  private keepApplied(outcome: EvaluationResult | undefined): boolean {
    if (outcome === undefined) return false;
    // Spreading a long list would overflow the stack.
    for (const each of outcome.applied) (this.applied ??= []).push(each);
    return true;
  }

  private outcomeOf(
    at: SchemaAt,
    value: unknown,
    key: string | number,
  ): EvaluationResult | undefined {
    const { instance, depth } = this.part;
    const inner = instance === undefined ? undefined : childPointer(instance, key);
    return this.evaluate(at, { value, instance: inner, hidden: NONE, depth: depth + 1 });
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1 */
  private holdsOfItems(keyword: string, items: readonly unknown[]): boolean {
    const { place } = this;
    const prefix = listAt(place, 'prefixItems');
    const takes = (index: number, at: SchemaAt): boolean => {
      this.addItem(index);
      return this.keepApplied(this.outcomeOf(at, items[index], index));
    };
    const indexes = [...items.keys()];
    switch (keyword) {
      case 'prefixItems':
        return prefix.every((at, index) => index >= items.length || takes(index, at));
      case 'items':
        return indexes
          .slice(prefix.length)
          .every((index) => takes(index, memberAt(place, keyword)));
      case 'unevaluatedItems':
        return indexes
          .filter((index) => this.items?.has(index) !== true)
          .every((index) => takes(index, memberAt(place, keyword)));
      case 'contains':
        return this.holdsContains(items);
      default:
        return true;
    }
  }

  private holdsContains(items: readonly unknown[]): boolean {
    const at = memberAt(this.place, 'contains');
    const found = [...items.keys()].filter((index) => this.outcomeOf(at, items[index], index));
    for (const index of found) this.addItem(index);
    const { minContains = 1, maxContains = Infinity } = this.place.schema;
    return (
      (this.skip(this.place, 'minContains') || found.length >= Number(minContains)) &&
      (this.skip(this.place, 'maxContains') || found.length <= Number(maxContains))
    );
  }
}

function innerAt(place: ObjectSchemaAt, keyword: string, name: string, schema: unknown): SchemaAt {
  return { schema, pointer: childPointer(place.pointer, keyword, name) };
}
