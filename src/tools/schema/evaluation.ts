import type { Extensions } from 'openapi-trellis/tools';
import {
  type Resolver,
  isPlace,
  type ObjectSchemaAt,
  type SchemaAt,
  hiddenProperties,
  type Direction,
  getOrMake,
  withoutHierarchies,
  withoutUnlisted,
} from '../document';
import {
  EMPTY_OUTCOME,
  EvaluationStep,
  type Applied,
  type EvaluationResult,
  type EvaluatedPart,
  type Skip,
} from './evaluation-step';

/** The keywords that one evaluation skips. */
export interface Waiver {
  readonly instance: string;
  readonly skip: Skip;
}

const NONE: ReadonlySet<string> = new Set();
const NO_SKIP: Skip = () => false;

/** Steps after which an evaluation is given up. */
const MAX_STEPS = 20_000;

/** Depth at which schemas that refer to themselves in place are given up. */
const MAX_DEPTH = 300;

/**
 * Evaluates schemas keyword by keyword. Slower than compiled validators, but it finds which schemas apply to which part
 * of a value, and whether a value would be valid except for one keyword.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-7.7
 */
export class Evaluation {
  /** The number of schemas evaluated so far. */
  steps = 0;
  private readonly hidden = new Map<unknown, ReadonlySet<string>>();
  /** Outcomes by part; many values share most of their parts. */
  private known = new WeakMap<object, Map<unknown, EvaluationResult | undefined>>();
  private mostSteps = 0;
  private waiver: Waiver | undefined;
  private isTraced = false;

  constructor(
    private readonly resolver: Resolver,
    private readonly direction: Direction,
    /** The formats and keywords of the service; without them, these are annotations. */
    private readonly extensions: Extensions = {},
  ) {}

  /** True when the schema accepts the value, or would without the skipped keywords. */
  takes(at: SchemaAt, value: unknown, waiver?: Waiver): boolean {
    this.waiver = waiver;
    this.mostSteps = this.steps + MAX_STEPS;
    return this.outcome(at, { value, instance: '', hidden: NONE, depth: 0 }) !== undefined;
  }

  /** All schemas that apply to parts of a value; empty when it is not valid. */
  trace(at: SchemaAt, value: unknown, mostSteps = MAX_STEPS): readonly Applied[] {
    this.waiver = undefined;
    this.mostSteps = this.steps + mostSteps;
    this.isTraced = true;
    const outcome = this.outcome(at, { value, instance: '', hidden: NONE, depth: 0 });
    this.isTraced = false;
    return outcome?.applied ?? [];
  }

  /** The properties of the schema that are hidden in the direction. */
  hiddenOf(place: ObjectSchemaAt): ReadonlySet<string> {
    return getOrMake(this.hidden, place.schema, () =>
      hiddenProperties(this.resolver, place, this.direction),
    );
  }

  private outcome(at: SchemaAt, part: EvaluatedPart): EvaluationResult | undefined {
    if (at.schema === false) return undefined;
    if (!isPlace(at) || part.depth > MAX_DEPTH || this.isGivenUp()) return EMPTY_OUTCOME;
    const { value } = part;
    const isKept = typeof value === 'object' && value !== null && !this.isTraced;
    if (!isKept || this.leadsToWaiver(part.instance)) return this.evaluate(at, part);
    const outcomes = this.known.get(value) ?? new Map<unknown, EvaluationResult | undefined>();
    this.known.set(value, outcomes);
    if (outcomes.has(at.schema)) return outcomes.get(at.schema);
    const outcome = this.evaluate(at, part);
    // An unfinished outcome must not be reused.
    if (!this.isGivenUp()) outcomes.set(at.schema, outcome);
    return outcome;
  }

  /** True where the latest evaluation was not finished, and its outcome is uncertain. */
  isGivenUp(): boolean {
    return this.steps > this.mostSteps;
  }

  private leadsToWaiver(instance: string | undefined): boolean {
    if (this.waiver === undefined || instance === undefined) return false;
    const { instance: exempt } = this.waiver;
    return exempt === instance || exempt.startsWith(`${instance}/`);
  }

  private evaluate(place: ObjectSchemaAt, part: EvaluatedPart): EvaluationResult | undefined {
    this.steps++;
    const isFollowed = this.isTraced || this.leadsToWaiver(part.instance);
    const waiver = this.waiver?.instance === part.instance ? this.waiver : undefined;
    const step = new EvaluationStep(
      place,
      isFollowed || part.instance === undefined ? part : { ...part, instance: undefined },
      this.isTraced,
      waiver?.skip ?? NO_SKIP,
      union(part.hidden, this.hiddenOf(place)),
      this.resolver,
      (at, inner) => this.outcome(at, inner),
      this.extensions,
    );
    return step.run();
  }
}

function union(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return one.size === 0 ? other : new Set([...one, ...other]);
}

/** The text of a string or number to which a `format` applies. */
interface FormattedText {
  readonly format: string;
  readonly text: string;
}

/**
 * The strings and numbers of a valid value that have a `format`.
 *
 * @param pointer of the schema of the value
 */
export function appliedFormats(
  { resolver }: { readonly resolver: Resolver },
  pointer: string,
  direction: Direction,
  value: unknown,
): FormattedText[] {
  const applied = new Evaluation(resolver, direction).trace(resolver.at(pointer), value);
  return applied.flatMap(({ place, value: part }) => {
    const { format } = place.schema;
    const isFormatted =
      typeof format === 'string' && ['string', 'number', 'bigint'].includes(typeof part);
    return isFormatted ? [{ format, text: String(part) }] : [];
  });
}

/**
 * True for a valid value in which a part belongs to a base but to none of its children.
 *
 * @param pointer of the schema of the value
 */
export function hasUnlisted(
  resolver: Resolver,
  pointer: string,
  direction: Direction,
  value: unknown,
): boolean {
  const listed = withoutUnlisted(resolver);
  const takes = (each: Resolver): boolean =>
    new Evaluation(each, direction).takes(each.at(pointer), value);
  return listed !== resolver && !takes(listed) && takes(resolver);
}

/**
 * True for a value that plain JSON Schema accepts. Its discriminator may name a child that it does not fit.
 *
 * @param pointer of the schema of the value
 */
export function isPlainlyValid(
  resolver: Resolver,
  pointer: string,
  direction: Direction,
  value: unknown,
): boolean {
  const plain = withoutHierarchies(resolver);
  return plain !== resolver && new Evaluation(plain, direction).takes(plain.at(pointer), value);
}
