import { canonicalText, isJson, isText, parseMediaType } from 'openapi-trellis/tools';
import {
  admittedTypes,
  ALWAYS,
  childPointer,
  type JsonObject,
  type ObjectSchemaAt,
  POSSIBLY,
  strings,
} from '../../../document';
import type { OperationChange, Level } from '../change';
import { compareLifecycle, LIFECYCLE } from '../compare-lifecycle';
import { placesOf, pairsWithin, type PlacePair, type Side } from './place-pairs';
import type { Described } from './property-changes';

/** Keywords that describe content without validating it; the first applies to the text, the other to what it encodes. */
const CONTENT = ['contentEncoding', 'contentMediaType'] as const;

/** The media type of bytes of any kind, which encoded text has unless the schema names another. */
const OCTETS = 'application/octet-stream';

/** The encodings of formats. @see https://spec.openapis.org/oas/v3.1.1#working-with-binary-data */
const ENCODINGS = new Map<unknown, string>([
  ['byte', 'base64'],
  ['base64url', 'base64url'],
]);

/** Values of an open list: receivers must be prepared for others. */
const EXTENSIBLE = 'x-extensible-enum';

/** The value of an annotation, and the place of the keyword that states it. */
interface Statement {
  readonly value: unknown;
  readonly pointer: string;
  /** Such as `the format "binary"`. */
  readonly text: string;
}

/**
 * Changes of annotations: the default of a value omitted from a request, the content of a string, and the
 * lifecycle of a property.
 * @param start pairs of the schemas that always apply
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9
 */
export function statedChanges(start: PlacePair, described: Described): OperationChange[] {
  return [...pairsWithin(start)].flatMap(([instance, pair, isDemanded]) => {
    const { subject, direction, isRequired = false } = described;
    const where = instance === '' ? subject : `${subject} at "${instance}"`;
    const here = { ...described, subject: where };
    const isLeftOut = direction === 'request' && !(instance === '' ? isRequired : isDemanded);
    const found = [
      ...(isLeftOut ? keywordChange(pair, 'default', 'default-changed', here) : []),
      ...contentChange(pair, instance, here),
      ...contentSchemaChange(pair, here),
      ...extensibleChange(pair, here),
      ...(instance === '' ? [] : lifecycleChanges(pair, here)),
    ];
    return found.map((change) => ({ ...change, instance }));
  });
}

function placesIn(
  pair: PlacePair,
  side: Side,
  { versions }: Described,
  followed: typeof ALWAYS | typeof POSSIBLY = ALWAYS,
): ObjectSchemaAt[] {
  return placesOf(versions[side].loaded.resolver, pair[side], followed);
}

function statementIn(
  pair: PlacePair,
  side: Side,
  keyword: string,
  described: Described,
  followed?: typeof POSSIBLY,
): Statement | undefined {
  for (const { schema, pointer } of placesIn(pair, side, described, followed)) {
    const value = statedBy(schema, keyword);
    const by = keyword in schema || !('format' in schema) ? keyword : 'format';
    const text = `the ${by} ${canonicalText(by === 'format' ? schema.format : value)}`;
    if (value !== undefined) return { value, pointer: childPointer(pointer, by), text };
  }
  return undefined;
}

/** OpenAPI 3.0 describes content by formats. */
function statedBy(schema: JsonObject, keyword: string): unknown {
  const { format, contentEncoding = ENCODINGS.get(format), contentMediaType } = schema;
  if (keyword === 'contentEncoding') return contentEncoding;
  if (keyword !== 'contentMediaType') return schema[keyword];
  const isBytes = format === 'binary' || contentEncoding !== undefined;
  if (typeof contentMediaType === 'string') return contentMediaType.toLowerCase();
  return isBytes ? OCTETS : undefined;
}

/** A schema without types allows bytes, and a media type outside of the schema prevails for what is not encoded. */
function contentChange(pair: PlacePair, instance: string, described: Described): OperationChange[] {
  const { versions, hasMediaType } = described;
  const [encoding = [], mediaType = []] = CONTENT.map((keyword) =>
    keywordChange(pair, keyword, 'content-changed', described, POSSIBLY),
  );
  if (encoding.length > 0) return encoding;
  const isEncoded = statementIn(pair, 'base', 'contentEncoding', described, POSSIBLY) !== undefined;
  if (!isEncoded && hasMediaType?.(instance) === true) return [];
  const types = (['base', 'revision'] as const).map((side) => {
    const { resolver } = versions[side].loaded;
    const stated = statementIn(pair, side, 'contentMediaType', described, POSSIBLY)?.value;
    const isOpen = pair[side].every(
      ({ pointer }) => admittedTypes(resolver, pointer) === undefined,
    );
    return stated ?? (isOpen ? ANY : TEXT);
  });
  if (isEncoded || !types.includes(OCTETS)) return mediaType;
  if (types.includes(ANY)) return [];
  // Bytes of any kind are often those of one kind.
  const level = types.every(isOfBytes) ? 'minor' : 'major';
  return mediaType.map((change) => ({ ...change, level }));
}

const [ANY, TEXT] = ['*/*', 'text/plain'];

function isOfBytes(mediaType: unknown): boolean {
  const essence = parseMediaType(String(mediaType))?.essence ?? TEXT;
  return !isJson(essence) && !isText(essence);
}

function keywordChange(
  pair: PlacePair,
  keyword: string,
  rule: 'default-changed' | 'content-changed',
  described: Described,
  followed?: typeof POSSIBLY,
): OperationChange[] {
  const [was, is] = [
    statementIn(pair, 'base', keyword, described, followed),
    statementIn(pair, 'revision', keyword, described, followed),
  ];
  const [before, after] = [was, is].map((each) => each && canonicalText(each.value));
  if (before === after) return [];
  const [said, saidBefore] = [is, was].map((each) => each?.text ?? `no ${keyword}`);
  // Services mostly behave as before when they first document a default.
  const isNew = rule === 'default-changed' && was === undefined;
  return [
    {
      ...{ rule, ...placeOf(was, is), ...(isNew && { level: 'minor' }) },
      message: `${described.subject} has ${said}, where the base has ${saidBefore}`,
    },
  ];
}

function placeOf(
  was: Statement | undefined,
  is: Statement | undefined,
): Pick<OperationChange, 'version' | 'pointer'> {
  return {
    version: is === undefined ? 'base' : 'revision',
    pointer: (is ?? was)?.pointer ?? '',
  };
}

/** The content of a string has a new or another schema. */
function contentSchemaChange(pair: PlacePair, described: Described): OperationChange[] {
  const keyword = 'contentSchema';
  const [was, is] = [
    statementIn(pair, 'base', keyword, described),
    statementIn(pair, 'revision', keyword, described),
  ];
  if (canonicalText(was?.value ?? null) === canonicalText(is?.value ?? null)) return [];
  const said = was === undefined ? 'has a' : is === undefined ? 'no longer has a' : 'has another';
  const isNarrower = described.direction === 'request' ? was === undefined : is === undefined;
  const isOther = was !== undefined && is !== undefined;
  return [
    {
      ...{ rule: 'content-changed', level: isNarrower || isOther ? 'major' : 'minor' },
      ...placeOf(was, is),
      message: `${described.subject} ${said} ${keyword}`,
    },
  ];
}

/** @see https://opensource.zalando.com/restful-api-guidelines/#112 */
function extensibleChange(pair: PlacePair, described: Described): OperationChange[] {
  const [was, is] = [
    statementIn(pair, 'base', EXTENSIBLE, described),
    statementIn(pair, 'revision', EXTENSIBLE, described),
  ];
  if (was === undefined || is === undefined) return [];
  const [before, after] = [strings(was.value), strings(is.value)];
  const gone = before.filter((each) => !after.includes(each));
  const added = after.filter((each) => !before.includes(each));
  if (gone.length + added.length === 0) return [];
  const level: Level = described.direction === 'request' && gone.length > 0 ? 'major' : 'minor';
  const said =
    gone.length > 0 ? `no longer has ${canonicalText(gone)}` : `has ${canonicalText(added)}`;
  return [
    {
      ...{ rule: 'content-changed', level, ...placeOf(was, is) },
      message: `${described.subject} ${said} in ${EXTENSIBLE}`,
    },
  ];
}

function lifecycleChanges(pair: PlacePair, described: Described): OperationChange[] {
  const [was, is] = (['base', 'revision'] as const).map((side) => {
    const places = placesIn(pair, side, described);
    const found = places.find(({ schema }) => LIFECYCLE.some((field) => field in schema));
    const { schema, pointer } = found ?? places[0] ?? { schema: {}, pointer: '' };
    return { value: schema, pointer };
  });
  return was === undefined || is === undefined ? [] : compareLifecycle(was, is, described.subject);
}
