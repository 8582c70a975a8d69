import { cut, describeError, quote } from '../../../src/contract';
import type { Direction } from '../../generate/index';
import { keywordPlace } from './keyword-place';
import type { Level, OperationChange } from './change';
import type { SchemaComparison, SchemaDifference } from './compare-schemas';
import { allowsAll } from './same-schemas';
import { comparisonOfStatements } from './stated-keywords';
import type { VersionedSchema } from './version';
import type { Readings, Witness } from './witness';

/** Schemas of the same place in two versions, and what they are of. */
export interface SchemaPair {
  readonly base: VersionedSchema;
  readonly revision: VersionedSchema;
  readonly direction: Direction;
  /** The beginning of a sentence, such as `the query parameter "limit"`. */
  readonly subject: string;
  /** What a text may mean, of schemas of texts. */
  readonly readings?: Readings;
}

/**
 * Changes of a schema: what a sender could send and the receiver no longer takes breaks the one who keeps
 * to the base, which is the client of a request, and the service's client of a response.
 */
export async function schemaChanges(
  comparison: SchemaComparison,
  pair: SchemaPair,
): Promise<OperationChange[]> {
  const { base, revision, direction, subject, readings } = pair;
  const [was, is] = [isGiven(base), isGiven(revision)];
  if (!was || !is) return was === is ? [] : givenChanges(pair, is);
  const stated = comparisonOfStatements(base, revision, direction, subject);
  const difference = await comparison.compare(base, revision, direction, readings);
  if (difference === undefined) return stated;
  const isRequest = direction === 'request';
  const narrowed = difference.narrowed.witnesses.map((witness): OperationChange => ({
    ...{ rule: 'narrowed', level: isRequest ? 'major' : 'minor', witness },
    ...{ version: 'revision', pointer: keywordPlace(revision, witness.error) },
    message: `${subject} ${isRequest ? 'no longer accepts all that it accepted' : 'allows fewer values than the base'}: ${said(witness)}`,
  }));
  const widened = difference.widened.witnesses.map((witness): OperationChange => ({
    ...{ rule: 'widened', level: isRequest ? 'minor' : levelOfWider(witness), witness },
    ...{ version: 'base', pointer: keywordPlace(base, witness.error) },
    message: `${subject} ${isRequest ? 'accepts' : 'allows'} more values than the base, in which ${said(witness)}`,
  }));
  const changes = [...stated, ...nameChanges(difference, pair), ...narrowed, ...widened];
  const sender = isRequest ? difference.narrowed : difference.widened;
  const isShown =
    changes.length > 0 && (narrowed.length + widened.length > 0 || difference.isSameOtherwise);
  if (isShown && sender.hasValues) return changes;
  const message = `${subject} is described differently, and no value was found that shows whether clients are affected`;
  const at = { version: 'revision', pointer: revision.pointer } as const;
  return [...changes, { ...at, rule: 'undecided', level: 'major', message }];
}

function isGiven({ version: { loaded }, pointer }: VersionedSchema): boolean {
  return loaded.resolver.at(pointer).schema !== undefined;
}

/** Without a schema, there may be any value. */
function givenChanges(
  { base, revision, direction, subject }: SchemaPair,
  isAdded: boolean,
): OperationChange[] {
  const { version, pointer } = isAdded ? revision : base;
  const { resolver } = version.loaded;
  if (allowsAll(resolver, resolver.at(pointer), direction)) return [];
  const isNarrower = isAdded ? direction === 'request' : direction === 'response';
  const said = isAdded ? 'has a schema, where the base has none' : 'no longer has a schema';
  return [
    {
      ...{
        rule: isAdded ? 'schema-added' : 'schema-removed',
        level: isNarrower ? 'major' : 'minor',
      },
      ...{ version: isAdded ? 'revision' : 'base', pointer },
      message: `${subject} ${said}`,
    },
  ];
}

/** What clients say by a property that is gone is no longer heard; one that may be there need not be. */
function nameChanges(
  { added, removed }: SchemaDifference,
  { base, revision, direction, subject }: SchemaPair,
): OperationChange[] {
  const changes: OperationChange[] = [];
  if (removed.size > 0) {
    changes.push({
      rule: 'property-removed',
      level: direction === 'request' ? 'major' : 'minor',
      message: `${subject} no longer describes ${quoted(removed)}`,
      version: 'base',
      pointer: base.pointer,
    });
  }
  if (added.size > 0) {
    changes.push({
      rule: 'property-added',
      level: 'minor',
      message: `${subject} describes ${quoted(added)}, which the base does not`,
      version: 'revision',
      pointer: revision.pointer,
    });
  }
  return changes;
}

function quoted(names: ReadonlySet<string>): string {
  return [...names].map((name) => quote(name)).join(', ');
}

/** What a text of a response looks like is hardly ever relied on, unlike its type, length or values. */
function levelOfWider({ error }: Witness): Level {
  return error.keyword === 'pattern' ? 'minor' : 'major';
}

/** Characters of what a validator says: lists of values may be long. */
const MOST_SAID = 300;

function said({ error }: Witness): string {
  return `the value ${cut(describeError(error), MOST_SAID)}`;
}
