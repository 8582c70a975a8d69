import {
  childPointer,
  type Direction,
  type Located,
  asObject,
  encodingOf,
} from '../../../document';
import type { Versions, Version } from '../versions';
import type { ChangedSchemas, OperationChange } from '../change';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { schemaChanges } from '../schemas/schema-changes';
import { canonicalText, matchMediaRange, parseMediaType } from 'openapi-trellis/tools';

/** The objects with `content` of two versions: a Request Body Object, or a Response Object. */
interface ContentPair {
  readonly base: Located;
  readonly revision: Located;
  readonly versions: Versions;
  readonly direction: Direction;
  /** Such as `the request body`. */
  readonly subject: string;
  /** True for a request body, even if the service sends it. */
  readonly isRequest?: boolean;
}

/**
 * Compares each media type of one version with the one that covers it in the other.
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

/** The service accepts only the media types it names; clients choose among those of its responses. */
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

/** The receiver of a request of the service does not choose its media type. */
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

/** The fields of an Encoding Object that define a property's serialization. */
const FIELDS = ['contentType', 'style', 'explode', 'allowReserved'];

/**
 * Compares the serialization of a form's properties, or of the parts of a multipart body.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
function compareEncodings(base: Located, revision: Located, subject: string): OperationChange[] {
  const [before, after] = [base, revision].map(({ value }) => asObject(value.encoding));
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name): OperationChange[] => {
    const [was, is] = [base, revision].map(({ value }) => {
      const encoding = encodingOf(value, name);
      return canonicalText(FIELDS.map((field) => encoding[field] ?? null));
    });
    if (was === is) return [];
    const hasOwn = Object.hasOwn(after ?? {}, name);
    const message = `${subject} is encoded differently at "/${name}"`;
    return [
      {
        ...{ rule: 'encoding-changed', message },
        version: hasOwn ? 'revision' : 'base',
        pointer: childPointer((hasOwn ? revision : base).pointer, 'encoding', name),
        instance: childPointer('', name),
      },
    ];
  });
}

/** The Media Type Objects of a `content`, by the document's names for them. */
function mediaTypesOf({ loaded }: Version, { pointer, value }: Located): Map<string, Located> {
  const names = Object.keys(asObject(value.content));
  return new Map(
    names.map((name) => [name, loaded.resolver.resolve(childPointer(pointer, 'content', name))]),
  );
}

/**
 * The name in a `content` that covers a media type or range: the type itself, ignoring case and `charset`, else
 * the narrowest range. A client that accepts JSON accepts each JSON type that the service sends.
 * @param direction `request` for bodies that clients send
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 * @see https://www.rfc-editor.org/rfc/rfc6839#section-3.1
 */
function coveringName(
  names: readonly string[],
  name: string,
  direction: Direction,
): string | undefined {
  if (names.includes(name)) return name;
  const parsed = parseMediaType(name);
  if (parsed === undefined) return undefined;
  const found = matchMediaRange(names, parsed);
  if (found !== undefined || direction === 'request' || !parsed.essence.endsWith('+json'))
    return found;
  return matchMediaRange(names, { ...parsed, essence: 'application/json' });
}
