import type { Direction, SchemaAt } from '../../../generate/index';
import type { Versions } from '../version';
import { SchemaRelation } from './same-schemas';

/** What the schema of a revision is shown to be, beside that of the base; but for names of properties. */
export type Relation = 'same' | 'narrower' | 'wider' | undefined;

/** Relations of schemas of messages in one direction. */
export interface Relations {
  readonly same: SchemaRelation;
  readonly sameOtherwise: SchemaRelation;
  readonly narrower: SchemaRelation;
  readonly wider: SchemaRelation;
}

export function relationsOf({ base, revision }: Versions, direction: Direction): Relations {
  const [ones, others] = [base.loaded.resolver, revision.loaded.resolver];
  const within = { direction, ignoresNames: true, isWithin: true };
  return {
    same: new SchemaRelation({ ones, others, direction }),
    sameOtherwise: new SchemaRelation({ ones, others, direction, ignoresNames: true }),
    narrower: new SchemaRelation({ ...within, ones: others, others: ones }),
    wider: new SchemaRelation({ ...within, ones, others }),
  };
}

export function relationOf(
  { sameOtherwise, narrower, wider }: Relations,
  was: SchemaAt,
  is: SchemaAt,
): Relation {
  if (sameOtherwise.holds([was], [is])) return 'same';
  if (narrower.holds([is], [was])) return 'narrower';
  return wider.holds([was], [is]) ? 'wider' : undefined;
}
