import { quote } from 'openapi-trellis/tools';
import { ALWAYS, applicableSchemas, isPlace, POSSIBLY } from '../../../document';
import { type Level, type OperationChange, errorText, shownValue } from '../change';
import type { SchemaComparison, UnshownPlace } from './compare-schemas';
import { discriminatorChanges, discriminatorOfRefusal } from './discriminator-changes';
import { placePair, type PlacePair, type Side } from './place-pairs';
import { type Described, propertyChanges } from './property-changes';
import { statedChanges } from './stated-changes';
import type { Readings, Witness } from './witness';

/** Pointers of the schemas of the same place in two versions, and its message. */
interface SchemaPair extends Described {
  readonly base: string;
  readonly revision: string;
  /** Given if values travel as texts. */
  readonly readings?: Readings;
}

/**
 * Changes of a schema. A value that a sender could send and that the receiver no longer accepts breaks the side
 * that keeps to the base: the client, both in requests and in responses.
 */
export async function schemaChanges(
  comparison: SchemaComparison,
  pair: SchemaPair,
): Promise<OperationChange[]> {
  const { base, revision, direction } = pair;
  const schemas = { base, revision, direction };
  return (await changesOf(comparison, pair)).map((change) => ({ ...change, schemas }));
}

async function changesOf(
  comparison: SchemaComparison,
  pair: SchemaPair,
): Promise<OperationChange[]> {
  const { versions, base, revision, direction, readings, isPlain = false } = pair;
  const always = placePair(versions, base, revision, ALWAYS);
  const takesTexts = (side: Side): boolean => comparison.takesTexts(side, pair[side], direction);
  if (isPlain && takesTexts('base') && takesTexts('revision')) return statedChanges(always, pair);
  const [was, is] = [
    versions.base.loaded.resolver.at(base).schema !== undefined,
    versions.revision.loaded.resolver.at(revision).schema !== undefined,
  ];
  if (!was || !is) return was === is ? [] : givenChanges(comparison, pair, is);
  const difference = await comparison.compare(base, revision, direction, readings);
  const { narrowed, widened, unshown } = difference;
  const possible = placePair(versions, base, revision, POSSIBLY);
  return [
    ...statedChanges(always, pair),
    ...propertyChanges(possible, pair),
    ...discriminatorChanges(possible, pair, (...schemas) => comparison.areSame(...schemas)),
    ...narrowed.map((witness) => narrowing(pair, witness, possible)),
    ...widened.map((witness) => widening(pair, witness, possible)),
    ...unshown.map((place) => unshownChange(pair, place)),
  ];
}

/** Without a schema, any value is allowed. */
function givenChanges(
  comparison: SchemaComparison,
  { base, revision, direction, subject }: SchemaPair,
  isAdded: boolean,
): OperationChange[] {
  const pointer = isAdded ? revision : base;
  if (comparison.takesAll(isAdded ? 'revision' : 'base', pointer, direction)) return [];
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

function narrowing(pair: SchemaPair, witness: Witness, start: PlacePair): OperationChange {
  const isRequest = pair.direction === 'request';
  const level = isRequest && witness.isAnnounced !== true ? 'major' : 'minor';
  const { pointer, said } = refusal(pair, witness, start, 'revision');
  return {
    ...{ rule: 'narrowed', level, version: 'revision', pointer, witness },
    message: `${pair.subject} ${isRequest ? 'no longer accepts all that it accepted' : 'allows fewer values than the base'}: ${said}`,
  };
}

function widening(pair: SchemaPair, witness: Witness, start: PlacePair): OperationChange {
  const isRequest = pair.direction === 'request';
  const level = isRequest ? 'minor' : levelOfWider(witness);
  const { pointer, said } = refusal(pair, witness, start, 'base');
  return {
    ...{ rule: 'widened', level, version: 'base', pointer, witness },
    message: `${pair.subject} ${isRequest ? 'accepts' : 'allows'} more values than the base, in which ${said}`,
  };
}

/** The keyword that rejects a witness, and its place. */
function refusal(
  pair: SchemaPair,
  witness: Witness,
  start: PlacePair,
  refusing: Side,
): { readonly pointer: string; readonly said: string } {
  const said = errorText(witness.error);
  const named = discriminatorOfRefusal(start, witness, refusing, pair);
  if (named === undefined) return { pointer: witness.pointer, said };
  const { pointer, property, name } = named;
  const meaning = `the discriminator reads it as another schema by its ${quote(property)} ${quote(name)}`;
  return { pointer, said: `${said}, since ${meaning}` };
}

/** Clients hardly rely on the pattern of a string in a response, unlike its type, length or values. */
function levelOfWider({ error, isAnnounced }: Witness): Level {
  return error.keyword === 'pattern' || isAnnounced === true ? 'minor' : 'major';
}

/** A difference proved from the schemas needs no value if it breaks nobody. */
function unshownChange(
  { direction, subject, versions }: SchemaPair,
  place: UnshownPlace,
): OperationChange {
  const { relation, keywords } = place;
  const at = { version: 'revision', pointer: place.revision } as const;
  if (direction === 'request' && relation === 'wider') {
    const message = `${subject} may accept more values than the base`;
    return { ...at, rule: 'widened', level: 'minor', message };
  }
  if (direction === 'response' && relation === 'narrower') {
    const message = `${subject} may allow fewer values than the base`;
    return { ...at, rule: 'narrowed', level: 'minor', message };
  }
  const said = keywords.length === 0 ? 'the schema' : keywords.map(quote).join(', ');
  const stated = (side: Side): string => {
    const { resolver } = versions[side].loaded;
    const start = resolver.at(place[side]);
    const saying = (isPlace(start) ? applicableSchemas(resolver, start, ALWAYS) : []).flatMap(
      ({ schema, pointer }) => {
        const own = Object.entries(schema).filter(([keyword]) => keywords.includes(keyword));
        return own.length === 0 ? [] : `${shownValue(Object.fromEntries(own))} at ${pointer}`;
      },
    );
    return saying.join(' and ') || `nothing at ${place[side]}`;
  };
  const [was, is] = [stated('base'), stated('revision')];
  const message = `${subject} says something else by ${said}, and it could not be decided whether clients are affected: ${was} of the base, ${is}`;
  return { ...at, rule: 'undecided', message };
}
