import { childPointer, type Direction, type Located } from '../../../generate/index';
import type { Versions } from '../version';
import type { ChangedSchemas, OperationChange } from '../change';
import { compareEncodings } from './compare-encodings';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { coveringName, mediaTypesOf } from './media-types';
import { schemaChanges } from '../schemas/schema-changes';

/** What has `content` in two versions: a Request Body Object, or a Response Object. */
export interface ContentPair {
  readonly base: Located;
  readonly revision: Located;
  readonly versions: Versions;
  readonly direction: Direction;
  /** Such as `the request body`. */
  readonly subject: string;
  /** A body of a request, whoever sends it. */
  readonly isRequest?: boolean;
}

/**
 * Each media type of one version is compared with that of the other which covers it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#media-type-object
 */
export async function compareContents(
  pair: ContentPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { base, revision, versions, direction, subject } = pair;
  const before = mediaTypesOf(versions.base, base);
  const after = mediaTypesOf(versions.revision, revision);
  const [had, has] = [[...before.keys()], [...after.keys()]];
  const compare = (name: string, was: string, is: string): Promise<OperationChange[]> => {
    const [one, other] = [before.get(was), after.get(is)];
    if (one === undefined || other === undefined) return Promise.resolve([]);
    const inContent = had.length > 1 || has.length > 1 ? `${subject} of ${name}` : subject;
    return compareMediaTypes(
      { ...pair, base: one, revision: other, subject: inContent },
      comparison,
    );
  };
  const kept = had.map((name) => {
    const is = coveringName(has, name, 'request');
    if (is !== undefined) return compare(name, name, is);
    const isPartly = has.some((each) => coveringName([name], each, direction) !== undefined);
    return [removal(pair, name, before.get(name)?.pointer ?? base.pointer, isPartly)];
  });
  const others = has.flatMap((name) => {
    const was = coveringName(had, name, direction);
    const isCompared = was !== undefined && coveringName(has, was, 'request') === name;
    if (had.includes(name) || isCompared) return [];
    const isKnown = was !== undefined && direction === 'response';
    const added = isKnown
      ? []
      : [addition(pair, name, after.get(name)?.pointer ?? revision.pointer)];
    return was === undefined ? [added] : [added, compare(name, was, name)];
  });
  return (await Promise.all([...kept, ...others])).flat();
}

async function compareMediaTypes(
  { base, revision, versions, direction, subject }: ContentPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const schemasAt = (key: string): ChangedSchemas & { base: string } => ({
    base: childPointer(base.pointer, key),
    revision: childPointer(revision.pointer, key),
    direction,
  });
  const compared = ['schema', 'itemSchema'].map((key) =>
    schemaChanges(comparison, { ...schemasAt(key), versions, subject }),
  );
  const encodings = compareEncodings(base, revision, subject);
  return [
    ...encodings.map((change) => ({ ...change, schemas: schemasAt('schema') })),
    ...(await Promise.all(compared)).flat(),
  ];
}

/** The service takes no more than it names; of what it sends in answer, clients choose. */
function removal(
  { direction, subject, isRequest = false }: ContentPair,
  name: string,
  pointer: string,
  isPartly: boolean,
): OperationChange {
  const isChosen = direction === 'request' || !isRequest;
  const level = isChosen && (direction === 'request' || !isPartly) ? 'major' : 'minor';
  const message = `${subject} no longer has the media type ${name}`;
  return {
    rule: `${ruleOf(isRequest)}-media-type-removed`,
    level,
    message,
    version: 'base',
    pointer,
  };
}

/** Who receives a request of the service does not choose its media type. */
function addition(
  { direction, subject, isRequest = false }: ContentPair,
  name: string,
  pointer: string,
): OperationChange {
  const level = isRequest && direction === 'response' ? 'major' : 'minor';
  const message = `${subject} has the media type ${name}, which the base does not`;
  return {
    rule: `${ruleOf(isRequest)}-media-type-added`,
    level,
    message,
    version: 'revision',
    pointer,
  };
}

function ruleOf(isRequest: boolean): 'request' | 'response' {
  return isRequest ? 'request' : 'response';
}
