import { effective, type SchemaAt } from '../../../generate/index';
import type { Versions } from '../version';
import { type DifferingParts, differingParts } from './differing-parts';
import type { SchemaRelation } from './same-schemas';

/** A step from the schemas of a value to those of a part of it, or to one of its alternatives. */
export interface Step {
  /** As schema-meaning.ts labels parts. */
  readonly label: string;
  /** Pointers of the schemas that it leads from. */
  readonly base: string;
  readonly revision: string;
}

/** Schemas of the same part of a value that are not shown to mean the same in two versions. */
export interface DifferingPlace {
  /** From the whole value; none where it is the whole. */
  readonly steps: readonly Step[];
  /** Pointers of the schemas. */
  readonly base: string;
  readonly revision: string;
  /** What differs at the place itself, where its parts are places of their own. */
  readonly own?: OwnDifference;
}

/** What schemas differ in but for their parts. */
export type OwnDifference = Pick<DifferingParts, 'required' | 'alternatives'>;

/** Parts within parts that differences are followed to. */
const MAX_STEPS = 12;

/**
 * The smallest parts of a value that schemas of two versions differ in, each pair of schemas once. All
 * around them is shown to mean the same, or is a place of its own, so that a value that shows a difference
 * of the part may show one of the whole.
 *
 * @param same shows that schemas mean the same
 */
export function differingPlaces(
  versions: Versions,
  same: SchemaRelation,
  base: SchemaAt,
  revision: SchemaAt,
): DifferingPlace[] {
  const seen = new Set<string>();
  const find = (one: SchemaAt, other: SchemaAt, steps: readonly Step[]): DifferingPlace[] => {
    const was = effective(versions.base.loaded.resolver, one);
    const is = effective(versions.revision.loaded.resolver, other);
    const pair = `${was.pointer} ${is.pointer}`;
    if (seen.has(pair) || same.holds([was], [is])) return [];
    seen.add(pair);
    const place = { steps, base: was.pointer, revision: is.pointer };
    const differing = steps.length < MAX_STEPS ? differingParts(same, was, is) : undefined;
    if (differing === undefined) return [place];
    const { parts, required, alternatives } = differing;
    const isOwn = required.length + alternatives.base.length + alternatives.revision.length > 0;
    return [
      ...(isOwn ? [{ ...place, own: { required, alternatives } }] : []),
      ...parts.flatMap(({ label, base, revision }) =>
        find(base, revision, [...steps, { label, base: was.pointer, revision: is.pointer }]),
      ),
    ];
  };
  return find(base, revision, []);
}
