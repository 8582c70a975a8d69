import { type Direction, effective } from '../../generate/index';
import { sameSchemas } from './same-schemas';
import { namesOnlyIn } from './property-names';
import type { VersionedSchema } from './version';
import { candidates, type Readings, type Trial, tryValues } from './witness';

/** How a schema differs from its base. */
export interface SchemaDifference {
  /** Values that the base takes and the revision does not. */
  readonly narrowed: Trial;
  /** Values that the revision takes and the base does not. */
  readonly widened: Trial;
  /** Properties that only the revision has. */
  readonly added: ReadonlySet<string>;
  /** Properties that only the base has. */
  readonly removed: ReadonlySet<string>;
  /** Shown to mean the same but for those. */
  readonly isSameOtherwise: boolean;
}

/** Compares schemas of two versions of a document, each pair once. */
export class SchemaComparison {
  private readonly known = new Map<string, Promise<SchemaDifference | undefined>>();

  /** @returns undefined where the schemas are shown to mean the same */
  compare(
    base: VersionedSchema,
    revision: VersionedSchema,
    direction: Direction,
    readings?: Readings,
  ): Promise<SchemaDifference | undefined> {
    const [one, other] = [withoutReference(base), withoutReference(revision)];
    const key = [one.pointer, other.pointer, direction, readings === undefined].join(' ');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const difference = differenceOf(one, other, direction, readings);
    this.known.set(key, difference);
    return difference;
  }
}

async function differenceOf(
  base: VersionedSchema,
  revision: VersionedSchema,
  direction: Direction,
  readings?: Readings,
): Promise<SchemaDifference | undefined> {
  const [one, other] = [base, revision].map(({ version: { loaded }, pointer }) => {
    return { references: loaded.resolver, schemas: [loaded.resolver.at(pointer)] };
  });
  if (one === undefined || other === undefined) return undefined;
  if (sameSchemas(one, other, { direction, ignored: new Set() })) return undefined;
  const [added, removed] = [namesOnlyIn(revision, base), namesOnlyIn(base, revision)];
  const ignored = new Set([...added, ...removed]);
  const values = candidates(base, revision, direction);
  return {
    ...{ added, removed, isSameOtherwise: sameSchemas(one, other, { direction, ignored }) },
    narrowed: await tryValues(values, base, revision, direction, readings),
    widened: await tryValues(values, revision, base, direction, readings),
  };
}

/** The schema itself where there is nothing but a reference to it. */
function withoutReference({ version, pointer }: VersionedSchema): VersionedSchema {
  const { resolver } = version.loaded;
  return { version, pointer: effective(resolver, resolver.at(pointer)).pointer };
}
