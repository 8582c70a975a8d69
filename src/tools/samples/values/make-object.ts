import { regularExpression } from 'openapi-trellis/tools';
import { without, isPlace, mapAt, type ObjectSchemaAt } from '../../document';
import type { Choices } from './choices';
import { word } from './formats';
import { isGenerous, type Generation, MAX_MEMBERS, type PartPosition } from './generation';
import { made } from './schemas';
import { matchPattern } from './match-pattern';
import type { ObjectShape } from './object-shape';

/** Names tried for properties that no schema names. */
const TRIES = 50;

/**
 * An object for all schemas; undefined when none is found. Properties hidden in the direction are left out.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
 */
export function makeObject(
  generation: Generation,
  places: readonly ObjectSchemaAt[],
  depth: number,
): object | undefined {
  return new ObjectMaker(generation, places, depth).make();
}

/** Names that objects inherit, that need escaping, or that are easily lost. */
const UNUSUAL_NAMES = [
  ...['a', '', '0', 'id', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length'],
  ...['a b', 'a.b', 'a/b', 'a~b', 'a[b]', '$ref', '$id', 'null', 'A'],
  ...['\u00e9', '\u{1f600}', '\u0000'],
];

class ObjectMaker {
  private readonly made = new Map<string, unknown>();
  private readonly shape: ObjectShape;

  constructor(
    private readonly generation: Generation,
    private readonly places: readonly ObjectSchemaAt[],
    private readonly depth: number,
  ) {
    this.shape = generation.known.shape(places);
  }

  make(): object | undefined {
    const { least, most, required, described } = this.shape;
    if (least > MAX_MEMBERS) return undefined;
    const demanded = required.filter((name) => !this.shape.property(name).isHidden);
    if (!demanded.every((name) => this.add(name))) return undefined;
    const share = this.shareOfOptional();
    for (const name of described) {
      if (this.made.has(name)) continue;
      this.generation.choices.part(() => {
        const wanted = this.isWanted(name, share) || this.made.size < least;
        if (this.made.size < most && wanted && this.isAllowed(name)) this.add(name);
      });
    }
    const dependents = this.dependents();
    if (!dependents.every((name) => this.add(name))) return undefined;
    this.addOthers();
    if (this.made.size < least || this.made.size > most) return undefined;
    return this.withDependents(dependents, this.object());
  }

  /** True until the budget of the whole value is used up. */
  private get isGenerous(): boolean {
    return isGenerous(this.generation, this.depth);
  }

  /** True when the object now has the property. */
  private add(name: string): boolean {
    if (this.made.has(name)) return true;
    const { schemas, isHidden } = this.shape.property(name);
    if (isHidden) return false;
    const { meaning } = this.generation;
    // Only a meaning needs the position of a part.
    const generation =
      meaning === undefined ? this.generation : this.generation.at(this.partOf(name));
    const value = generation.make(schemas, this.depth + 1);
    if (value === undefined) return false;
    if (meaning && !generation.part.required && !meaning.keeps(value)) return false;
    this.made.set(name, value);
    return true;
  }

  /** With a meaning, properties are in the schema's order for readers; else required ones come first. */
  private object(): object {
    if (this.generation.meaning === undefined) return Object.fromEntries(this.made);
    const ordered = new Set([
      ...this.shape.described.filter((name) => this.made.has(name)),
      ...this.made.keys(),
    ]);
    return Object.fromEntries([...ordered].map((name) => [name, this.made.get(name)]));
  }

  private partOf(name: string): PartPosition {
    return {
      name,
      path: [...this.generation.part.path, name],
      siblings: this.shape.described,
      required: this.shape.required.includes(name),
    };
  }

  /** The probability of optional properties. */
  private shareOfOptional(): number {
    const { plan, choices } = this.generation;
    if (plan.optional !== 'some') return plan.optional === 'all' ? 1 : 0;
    return plan.readable ? 0.5 : choices.pick([0, 0.5, 0.8, 1]);
  }

  /** True for an optional property to include. */
  private isWanted(name: string, share: number): boolean {
    const { plan, choices, meaning } = this.generation;
    if (meaning && !meaning.wants(this.partOf(name))) return false;
    if (!this.isGenerous || (plan.optional === 'some' && !choices.chance(share))) return false;
    return this.shape.property(name).ends;
  }

  private isAllowed(name: string): boolean {
    return this.shape.propertyNames.every((place) => this.generation.fits(place, name));
  }

  /** The present properties, and those that they require. */
  private dependents(): string[] {
    const names = new Set(this.made.keys());
    // The set grows during the loop: a required name may require others.
    for (const name of names) {
      for (const each of this.shape.dependentOn(name)) names.add(each);
    }
    return [...names];
  }

  /** The object, or a new one if it does not fit the schemas that its properties trigger. */
  private withDependents(names: readonly string[], own: object): object | undefined {
    const schemas = this.places
      .flatMap((place) => mapAt(place, 'dependentSchemas'))
      .filter(([name]) => names.includes(name))
      .map(([, schema]) => schema);
    if (schemas.every((place) => this.generation.fits(place, own))) return own;
    const bare = this.places.map(({ schema, pointer }) => {
      return { schema: without(schema, 'dependentSchemas'), pointer };
    });
    const value = this.generation.make(
      [...bare, ...schemas, made({ required: names })],
      this.depth,
    );
    return typeof value === 'object' && value !== null ? value : undefined;
  }

  /** Adds properties that no schema names: the required number, or one to show their values. */
  private addOthers(): void {
    if (!this.generation.plan.readable) {
      this.addAnyOthers();
      return;
    }
    const { least, most, describesOthers } = this.shape;
    const shown = this.generation.meaning === undefined && describesOthers;
    const usual = this.isGenerous && shown ? 1 : 0;
    const wanted = Math.max(least, Math.min(usual, most));
    for (let tries = 0; this.made.size < wanted && tries < TRIES + wanted; tries++) {
      const name = this.otherName(tries);
      if (name !== undefined && !this.made.has(name) && this.isAllowed(name)) this.add(name);
    }
  }

  /** Adds properties that no schema names: where one describes them, and occasionally elsewhere. */
  private addAnyOthers(): void {
    const { choices } = this.generation;
    const { describesOthers } = this.shape;
    const share = this.made.size === 0 ? 0.5 : 0.15;
    const isOpen = this.isGenerous && (describesOthers || choices.chance(share));
    const least = Math.max(0, this.shape.least - this.made.size);
    const most = isOpen ? this.shape.most - this.made.size : least;
    choices.repeat(least, most, (index) => this.addOther(index));
  }

  private addOther(index: number): boolean {
    for (let tries = 0; tries < TRIES; tries++) {
      const name = this.otherName(index + tries);
      if (name === undefined || this.made.has(name) || !this.isAllowed(name)) continue;
      if (this.add(name)) return true;
    }
    return false;
  }

  /** A name that matches one of the patterns in turn, or need not match any. */
  private otherName(tries: number): string | undefined {
    const { choices, plan } = this.generation;
    const { patterns, propertyNames } = this.shape;
    const pattern = patterns[tries % (patterns.length + 1)];
    const names = propertyNames.filter(isPlace);
    if (names.length > 0) {
      const text = made({ type: 'string', ...(pattern !== undefined && { pattern }) });
      const name = this.generation.make([...names, text], 1);
      return typeof name === 'string' ? name : undefined;
    }
    if (pattern !== undefined) return nameLike(choices, pattern);
    if (!plan.readable && choices.chance(0.5)) return choices.pick(UNUSUAL_NAMES);
    return tries < 10 ? word(choices) : `${word(choices)}${tries}`;
  }
}

/** A name that matches a pattern, sometimes extended to get several names. */
function nameLike(choices: Choices, pattern: string): string | undefined {
  const name = matchPattern(choices, pattern, () => true);
  const longer = `${name ?? ''}${word(choices)}`;
  const goesOn = choices.chance(0.5) && regularExpression(pattern).test(longer);
  return goesOn ? longer : name;
}
