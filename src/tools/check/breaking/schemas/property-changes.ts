import { quote, canonicalText } from 'openapi-trellis/tools';
import {
  ALWAYS,
  childPointer,
  type Direction,
  type ObjectSchemaAt,
  strings,
} from '../../../document';
import type { OperationChange, Level } from '../change';
import { isPastSunset, compareLifecycle, LIFECYCLE } from '../compare-lifecycle';
import type { Version, Versions } from '../versions';
import type { OpenHierarchy } from './open-hierarchy';
import { placesOf, type Schemas, pairsWithin, type PlacePair, type Side } from './place-pairs';

/** The message that has the properties. */
export interface Described {
  readonly versions: Versions;
  readonly direction: Direction;
  /** The beginning of a sentence, such as `the request body`. */
  readonly subject: string;
  /** True if there is always a value, so the default is never used. */
  readonly isRequired?: boolean;
}

/**
 * Properties that only one version describes, or whose direction changed. The service no longer reads a removed
 * property of requests. An optional property of responses may be removed.
 */
export function propertyChanges(start: PlacePair, described: Described): OperationChange[] {
  return [...pairsWithin(start)].flatMap(([instance, pair]) => {
    const removed = [...pair.onlyIn('base')].map(([name, schemas]) =>
      removal(described, instance, name, schemas),
    );
    const added = [...pair.onlyIn('revision')].map(([name, schemas]) =>
      addition(described, instance, name, schemas),
    );
    return [
      ...removed,
      ...added,
      ...accessChange(described, instance, pair),
      ...childChanges(described, instance, pair),
    ];
  });
}

function removal(
  { versions, direction, subject }: Described,
  instance: string,
  name: string,
  schemas: Schemas,
): OperationChange {
  const isSent =
    direction === 'request' && hidingPlace(versions.base, schemas, direction) === undefined;
  const places = placesOf(versions.base.loaded.resolver, schemas, ALWAYS);
  const isOver = places.some(({ schema }) => isPastSunset(schema));
  return {
    rule: 'property-removed',
    level: isSent && !isOver ? 'major' : 'minor',
    message: `${subject} no longer describes ${placed(instance, name)}`,
    version: 'base',
    pointer: schemas[0]?.pointer ?? '',
    instance: childPointer(instance, name),
  };
}

function addition(
  { subject }: Described,
  instance: string,
  name: string,
  schemas: Schemas,
): OperationChange {
  return {
    ...{ rule: 'property-added', version: 'revision' },
    message: `${subject} describes ${placed(instance, name)}, which the base does not`,
    pointer: schemas[0]?.pointer ?? '',
  };
}

/** Adding or removing a child's name is like adding or removing a value of an open list. */
function childChanges(
  { direction, subject }: Described,
  instance: string,
  pair: PlacePair,
): OperationChange[] {
  const where = instance === '' ? subject : `${subject} at "${instance}"`;
  return pair.hierarchies().flatMap(([base, revision]) => {
    const said = (name: string): string =>
      `objects whose ${quote(base.property)} is ${quote(name)}`;
    const removed = namesOnlyIn(base, revision).map(([name, pointer]): OperationChange => ({
      ...{ rule: 'alternative-removed', level: direction === 'request' ? 'major' : 'minor' },
      ...{ version: 'base', pointer },
      message: `${where} no longer describes ${said(name)}`,
    }));
    const added = namesOnlyIn(revision, base).map(([name, pointer]): OperationChange => ({
      ...{ rule: 'alternative-added', version: 'revision', pointer },
      message: `${where} describes ${said(name)}, which the base does not`,
    }));
    return [...removed, ...added];
  });
}

/** Names in use, each with the pointer of its schema. */
function namesOnlyIn(one: OpenHierarchy, other: OpenHierarchy): [name: string, pointer: string][] {
  const names = [...one.used].filter((name) => !other.children.has(name));
  return names.map((name) => [name, one.children.get(name)?.[0]?.pointer ?? '']);
}

function placed(instance: string, name: string): string {
  return instance === '' ? quote(name) : `${quote(name)} at "${instance}"`;
}

/**
 * Changes of `readOnly` and `writeOnly`. A property that must no longer be sent is ignored or rejected. Values show
 * whether one that is no longer received was required.
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
function accessChange(
  { versions, direction, subject }: Described,
  instance: string,
  { base, revision }: PlacePair,
): OperationChange[] {
  if (instance === '') return [];
  const was = hidingPlace(versions.base, base, direction);
  const is = hidingPlace(versions.revision, revision, direction);
  if ((was === undefined) === (is === undefined)) return [];
  const keyword = hidingKeyword(direction);
  return [
    {
      rule: 'access-changed',
      level: direction === 'request' && is !== undefined ? 'major' : 'minor',
      message: `${subject} at "${instance}" is ${is === undefined ? 'no longer ' : ''}${keyword}`,
      version: is === undefined ? 'base' : 'revision',
      pointer: childPointer(is ?? was ?? '', keyword),
      instance,
    },
  ];
}

function hidingKeyword(direction: Direction): 'readOnly' | 'writeOnly' {
  return direction === 'request' ? 'readOnly' : 'writeOnly';
}

/** The place that hides a property in a direction, if there is one. */
function hidingPlace(
  { loaded }: Version,
  schemas: Schemas,
  direction: Direction,
): string | undefined {
  const places = placesOf(loaded.resolver, schemas, ALWAYS);
  return places.find(({ schema }) => schema[hidingKeyword(direction)] === true)?.pointer;
}

/** Keywords that describe content without validating it. */
const CONTENT = ['contentEncoding', 'contentMediaType'];

/** Values of an open list: receivers must be prepared for others. */
const EXTENSIBLE = 'x-extensible-enum';

/** The value of an annotation, and its place. */
interface Statement {
  readonly value: unknown;
  readonly pointer: string;
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
      ...CONTENT.flatMap((keyword) => keywordChange(pair, keyword, 'content-changed', here)),
      ...contentSchemaChange(pair, here),
      ...extensibleChange(pair, here),
      ...(instance === '' ? [] : lifecycleChanges(pair, here)),
    ];
    return found.map((change) => ({ ...change, instance }));
  });
}

function placesIn(pair: PlacePair, side: Side, { versions }: Described): ObjectSchemaAt[] {
  return placesOf(versions[side].loaded.resolver, pair[side], ALWAYS);
}

function statementIn(
  pair: PlacePair,
  side: Side,
  keyword: string,
  described: Described,
): Statement | undefined {
  for (const place of placesIn(pair, side, described)) {
    const value = statedBy(place, keyword);
    if (value !== undefined) return { value, pointer: place.pointer };
  }
  return undefined;
}

/** The format `byte` of OpenAPI 3.0 is an encoding. @see https://spec.openapis.org/oas/v3.1.1#working-with-binary-data */
function statedBy({ schema }: ObjectSchemaAt, keyword: string): unknown {
  if (keyword === 'contentEncoding' && schema.format === 'byte') return 'base64';
  return schema[keyword];
}

function keywordChange(
  pair: PlacePair,
  keyword: string,
  rule: 'default-changed' | 'content-changed',
  described: Described,
): OperationChange[] {
  const [was, is] = [
    statementIn(pair, 'base', keyword, described),
    statementIn(pair, 'revision', keyword, described),
  ];
  const [before, after] = [was, is].map((each) => each && canonicalText(each.value));
  if (before === after) return [];
  const said = (text: string | undefined): string =>
    text === undefined ? `no ${keyword}` : `the ${keyword} ${text}`;
  // Services mostly behave as before when they first document a default.
  const isNew = rule === 'default-changed' && was === undefined;
  return [
    {
      ...{ rule, ...placeOf(was, is, keyword), ...(isNew && { level: 'minor' }) },
      message: `${described.subject} has ${said(after)}, where the base has ${said(before)}`,
    },
  ];
}

function placeOf(
  was: Statement | undefined,
  is: Statement | undefined,
  keyword: string,
): Pick<OperationChange, 'version' | 'pointer'> {
  return {
    version: is === undefined ? 'base' : 'revision',
    pointer: childPointer((is ?? was)?.pointer ?? '', keyword),
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
      ...placeOf(was, is, keyword),
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
      ...{ rule: 'content-changed', level, ...placeOf(was, is, EXTENSIBLE) },
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
