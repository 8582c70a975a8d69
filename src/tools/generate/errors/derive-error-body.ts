import { getOrMake, isJsonObject, type SchemaAt } from '../../document';
import type { ValueGenerator } from '../../samples';
import {
  type CompiledErrorBody,
  describeError,
  type ErrorFacts,
  type ErrorTemplate,
  fillTemplate,
  stringifyJson,
} from 'openapi-trellis/tools';
import { detailsIn, templateOf } from './blank';
import { type ChoiceSource, ErrorMeaning } from './error-meaning';
import type { Freedom } from './error-names';
import { statusWorth } from './listed-choice';

interface Sketch {
  readonly template: ErrorTemplate;
  /** It states the failure's number, which the schema may not list. */
  readonly isNarrow: boolean;
  /** It is valid for every failure. */
  readonly isSure: boolean;
  /** Its message is a constant of the schema. */
  readonly fixesMessage: boolean;
}

interface Candidate extends Sketch {
  /** Why the body is invalid, for each sample; undefined where it is valid. */
  readonly errors: readonly (string | undefined)[];
}

/** An error body, or the fault of the ones tried, as the end of a sentence. */
export type DerivedBody =
  | {
      readonly body: CompiledErrorBody;
      /** How freely names were read, as an index of FREEDOMS. */
      readonly freedom: number;
      readonly saysMessage: boolean;
    }
  | { readonly fault: string };

/** From strict to loose: a property named as a message is better than any text. */
const FREEDOMS: readonly Freedom[] = ['strict', 'summaries', 'any text'];

/** Alternatives tried for one schema. */
const MAX_BRANCHES = 12;

/**
 * Derives error bodies from schemas. Properties with known names (error-names.ts) are filled in from failures; other
 * required ones get a value of their schema.
 */
export class ErrorDeriver {
  private readonly twins = new EquivalentSchemas();
  private readonly sketches = new Map<string, readonly Sketch[]>();
  private readonly derived = new Map<string, DerivedBody>();

  constructor(private readonly maker: ValueGenerator) {}

  /**
   * The error body of a schema. Each candidate is tested with the samples; one with a message comes first.
   *
   * @param name of the samples
   * @param samples at least one
   */
  derive(at: SchemaAt, name: string, samples: () => readonly ErrorFacts[]): DerivedBody {
    const pointer = this.twins.pointerOf(at);
    return getOrMake(
      this.derived,
      `${name} ${pointer}`,
      () => this.onlyBody(pointer) ?? this.make(pointer, samples()),
    );
  }

  /** The body of a schema with a single candidate, as most have. */
  private onlyBody(pointer: string): DerivedBody | undefined {
    const [only, ...others] = this.sketchesOf(pointer, 'strict');
    if (others.length > 0 || only?.isSure !== true || !saysMessage(only)) return undefined;
    return { body: { templates: [only.template] }, freedom: 0, saysMessage: true };
  }

  private make(pointer: string, samples: readonly ErrorFacts[]): DerivedBody {
    const tried: Candidate[] = [];
    for (const [freedom, reading] of FREEDOMS.entries()) {
      const found = this.sketchesOf(pointer, reading).map((sketch) => ({
        ...sketch,
        errors: samples.map((facts) => this.errorOf(pointer, sketch, facts)),
      }));
      for (const each of found) tried.push(each);
      const isLast = freedom === FREEDOMS.length - 1;
      const isTold = (each: Sketch): boolean =>
        saysMessage(each) || (reading === 'summaries' && each.fixesMessage);
      if (!isLast && !found.some((each) => isTold(each) && fitsAll(each))) continue;
      const candidates = tried.filter(({ errors }) => errors.includes(undefined));
      if (candidates.length === 0) continue;
      return {
        body: arranged(candidates, samples),
        freedom,
        saysMessage: candidates.some(saysMessage),
      };
    }
    return { fault: tried[0]?.errors[0] ?? 'is of a schema that takes no value' };
  }

  private errorOf(
    pointer: string,
    { template, isSure }: Sketch,
    facts: ErrorFacts,
  ): string | undefined {
    // Compiling a schema takes longest.
    if (isSure) return undefined;
    const error = this.maker.errorOf(pointer, 'response', fillTemplate(template, facts));
    return error && describeError(error);
  }

  private sketchesOf(pointer: string, freedom: Freedom): readonly Sketch[] {
    return getOrMake(this.sketches, `${freedom} ${pointer}`, () => {
      const found = new Map<string, Sketch>();
      let branches = 1;
      for (let branch = 0; branch < branches; branch++) {
        const choices = { freedom, branch, ownNumbers: true };
        const meaning = this.sketch(pointer, choices, found);
        branches = Math.min(meaning.alternatives, MAX_BRANCHES);
        if (meaning.listsOwnNumbers) this.sketch(pointer, { ...choices, ownNumbers: false }, found);
      }
      return [...found.values()];
    });
  }

  /** Adds the body for these choices. @returns the meaning, with its observations */
  private sketch(pointer: string, choices: ChoiceSource, found: Map<string, Sketch>): ErrorMeaning {
    const meaning = new ErrorMeaning(choices);
    const value = this.maker.makeMeant(pointer, 'response', meaning, (at, part) => {
      return this.maker.takes(this.twins.pointerOf(at), 'response', part);
    });
    if (value === undefined) return meaning;
    const template = templateOf(value);
    const isNarrow = choices.ownNumbers && meaning.listsOwnNumbers;
    const { fixesMessage } = meaning;
    const isSure = meaning.isSure && !meaning.listsOwnNumbers;
    for (const each of [template, ...withMessage(template, choices.freedom)]) {
      const text = stringifyJson(each);
      if (!found.has(text)) {
        const isMade = each === template;
        found.set(text, { template: each, isNarrow, isSure: isSure && isMade, fixesMessage });
      }
    }
    return meaning;
  }
}

/** Adds a message to an object that allows further properties and lacks one. */
function withMessage(template: ErrorTemplate, freedom: Freedom): ErrorTemplate[] {
  if (freedom !== 'any text' || detailsIn(template).includes('message')) return [];
  const members = membersOf(template);
  if (members === undefined || 'message' in members) return [];
  return [
    { kind: 'object', members: { ...members, message: { kind: 'detail', detail: 'message' } } },
  ];
}

function membersOf(template: ErrorTemplate): Readonly<Record<string, ErrorTemplate>> | undefined {
  if (template.kind === 'object') return template.members;
  if (template.kind !== 'value' || !isJsonObject(template.value)) return undefined;
  const members = Object.entries(template.value).map(([name, value]) => [
    name,
    { kind: 'value' as const, value },
  ]);
  return Object.fromEntries(members) as Record<string, ErrorTemplate>;
}

/** Orders the bodies, with a separate order for statuses that need one. */
function arranged(
  candidates: readonly Candidate[],
  samples: readonly ErrorFacts[],
): CompiledErrorBody {
  const used: Candidate[] = [];
  const orders = samples.map(({ failure }, sample) => {
    const status = failure.kind.status;
    const worth = (each: Candidate): number => worthOf(each, sample, status);
    const [best, second] = candidates.toSorted((a, b) => worth(b) - worth(a));
    const isSure = best?.isNarrow === false && best.errors[sample] === undefined;
    const order = isSure ? [best] : [best, second];
    return [status, order.flatMap((each) => (each ? [indexIn(used, each)] : []))] as const;
  });
  const templates = used.map(({ template }) => template);
  const byStatus = orders.filter(([, order]) => order.some((index, place) => index !== place));
  return { templates, ...(byStatus.length > 0 && { byStatus: Object.fromEntries(byStatus) }) };
}

function indexIn(used: Candidate[], candidate: Candidate): number {
  const index = used.indexOf(candidate);
  return index === -1 ? used.push(candidate) - 1 : index;
}

/** Ranks validity first, then a message, then further details. */
function worthOf(candidate: Candidate, sample: number, status: number): number {
  const { template, errors, isNarrow } = candidate;
  const fits = errors[sample] === undefined || isNarrow;
  return (
    (fits ? 10_000 : 0) +
    (saysMessage(candidate) || candidate.fixesMessage ? 1000 : 0) +
    (isNarrow ? 500 : 0) +
    statusWorthOf(template, status) * 2 +
    detailsIn(template).length
  );
}

/** How well the constants of a body fit a status, in total. */
function statusWorthOf(template: ErrorTemplate, status: number): number {
  if (template.kind === 'value') return statusWorth(template.value, status);
  if (template.kind !== 'object') return 0;
  const worths = Object.values(template.members).map((member) => statusWorthOf(member, status));
  return worths.reduce((sum, worth) => sum + worth, 0);
}

function saysMessage({ template }: Sketch): boolean {
  return detailsIn(template).includes('message');
}

function fitsAll({ errors }: Candidate): boolean {
  return errors.every((error) => error === undefined);
}

/** Annotations that do not affect values. */
const ANNOTATIONS: readonly string[] = ['description', 'title', 'example', 'summary'];

/** Finds equivalent schemas, to compile and derive from each only once. */
class EquivalentSchemas {
  private readonly pointers = new Map<string, string>();

  /** The pointer of the first equivalent schema; '' without a schema. */
  pointerOf({ schema, pointer }: SchemaAt): string {
    if (schema === undefined) return '';
    const text = JSON.stringify(schema, (key, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      return typeof value === 'string' && ANNOTATIONS.includes(key) ? undefined : value;
    });
    return getOrMake(this.pointers, text, () => pointer);
  }
}
