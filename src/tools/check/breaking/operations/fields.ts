import { valueSchema } from '../../../samples';
import {
  admittedTypes,
  asObject,
  type Direction,
  styleOf,
  childPointer,
  type JsonObject,
  type Located,
} from '../../../document';
import type { SchemaType } from 'openapi-trellis/tools';
import type { Version, Versions } from '../versions';
import type { OperationChange, Level } from '../change';
import { compareLifecycle } from '../compare-lifecycle';
import { isPastSunset } from '../sunset';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { schemaChanges } from '../schemas/schema-changes';
import { textReadings } from './text-readings';

/** A Parameter Object or a Header Object, which has the same structure. */
export interface Field extends Presentable {
  /** The default style. */
  readonly usual: Parameters<typeof styleOf>[1];
}

/** The fields of two versions, by a key that is equal for the same field. */
interface FieldPairs {
  readonly kind: 'parameter' | 'response-header';
  readonly base: ReadonlyMap<string, Field>;
  readonly revision: ReadonlyMap<string, Field>;
  readonly versions: Versions;
  readonly direction: Direction;
}

/**
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 * @see https://spec.openapis.org/oas/v3.1.1#header-object
 */
export async function compareFields(
  pairs: FieldPairs,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { kind, direction, base, revision } = pairs;
  const changes = [...base].map(async ([key, was]) => {
    const is = revision.get(key);
    if (is === undefined) return [removed(kind, direction, was)];
    return fieldChanges(pairs, was, is, comparison);
  });
  const others = [...revision].filter(([key]) => !base.has(key));
  return [
    ...(await Promise.all(changes)).flat(),
    ...others.map(([, is]) => added(kind, direction, is)),
  ];
}

async function fieldChanges(
  { kind, versions, direction }: FieldPairs,
  was: Field,
  is: Field,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { subject } = was;
  const isText = [was, is].every(({ located }) => !('content' in located.value));
  const pair = { base: valueSchema(was.located), revision: valueSchema(is.located), direction };
  const lifecycle = compareLifecycle(was.located, is.located, subject);
  return [
    ...lifecycle.map((change) => ({ ...change, schemas: pair, instance: '' })),
    ...otherPresence(kind, direction, was, is),
    ...otherSerialization(kind, was, is, versions),
    ...(await schemaChanges(comparison, {
      ...{ ...pair, versions, subject, isRequired: was.isRequired || is.isRequired },
      ...(isText && { readings: textReadings }),
    })),
  ];
}

/** @see https://spec.openapis.org/oas/v3.1.1#style-values */
function otherSerialization(
  kind: FieldPairs['kind'],
  was: Field,
  is: Field,
  { base }: Versions,
): OperationChange[] {
  const types = admittedTypes(base.loaded.resolver, valueSchema(was.located));
  const [before, after] = [was, is].map((each) => serialization(each, types));
  const [mayBeEmpty, mayBeEmptyNow] = [was, is].map(
    ({ located: { value } }) => value.in === 'query' && value.allowEmptyValue === true,
  );
  const said: readonly (readonly [level: Level, message: string])[] = [
    ...(before === after
      ? []
      : [['major', `is serialized differently: ${after}, where the base has ${before}`] as const]),
    ...(mayBeEmpty === mayBeEmptyNow
      ? []
      : [
          [
            mayBeEmptyNow ? 'minor' : 'major',
            `may ${mayBeEmptyNow ? '' : 'no longer '}be empty`,
          ] as const,
        ]),
  ];
  return said.map(([level, message]) => ({
    ...{ rule: `${kind}-serialization`, level, version: 'revision' },
    pointer: is.located.pointer,
    message: `${was.subject} ${message}`,
  }));
}

function serialization({ located: { value }, usual }: Field, types: Types): string {
  const [mediaType] = Object.keys(asObject(value.content));
  return mediaType ?? styleText(value, usual, types);
}

/** The types of a value; undefined for any. */
export type Types = ReturnType<typeof admittedTypes>;

/** Fields that have no effect on values of the types are left out. */
export function styleText(value: JsonObject, usual: Field['usual'], types: Types): string {
  const { style, explode, allowReserved = false } = styleOf(value, usual);
  const may = (type: SchemaType): boolean => types === undefined || types.includes(type);
  const isExploded = may('object') ? style !== 'deepObject' : may('array') && style !== 'simple';
  return [
    `style ${style}`,
    ...(isExploded ? [`explode ${explode}`] : []),
    // Headers and paths ignore it.
    ...(usual === 'form' && allowReserved ? ['allowReserved true'] : []),
  ].join(', ');
}

/** A part that messages may have: a parameter, a header, a body. */
export interface Presentable {
  readonly located: Located;
  readonly isRequired: boolean;
  /** The beginning of a sentence, such as `the query parameter "limit"`. */
  readonly subject: string;
}

/** The prefix of its rules. */
type Kind = 'parameter' | 'response-header' | 'request-body';

type Presence = 'absent' | 'optional' | 'required';

/**
 * The level of a change of presence. The service must neither require of the base's clients what they do not
 * send, nor ignore what they send. What the base promised in responses must still be sent.
 * @param direction `request` for parts that clients send
 */
function levelOf(direction: Direction, was: Presence, is: Presence): Level {
  const isDemand = is === 'required' && was !== 'required';
  const isLoss = was === 'required' && is !== 'required';
  const breaks = direction === 'request' ? isDemand || is === 'absent' : isLoss;
  return breaks ? 'major' : 'minor';
}

function presenceOf({ isRequired }: Presentable): Exclude<Presence, 'absent'> {
  return isRequired ? 'required' : 'optional';
}

/** The change for a part that the revision no longer has. */
export function removed(kind: Kind, direction: Direction, was: Presentable): OperationChange {
  const { located, subject } = was;
  const isOver = isPastSunset(located.value);
  const effect =
    direction === 'request'
      ? 'was removed, so what clients send in it is ignored'
      : 'was removed, so clients no longer receive it';
  return {
    ...{ rule: `${kind}-removed`, version: 'base', pointer: located.pointer },
    level: isOver ? 'minor' : levelOf(direction, presenceOf(was), 'absent'),
    message: isOver ? `${subject} was removed after its sunset` : `${subject} ${effect}`,
  };
}

/** The change for a part that the base does not have. */
export function added(kind: Kind, direction: Direction, is: Presentable): OperationChange {
  const { located, subject } = is;
  const level = levelOf(direction, 'absent', presenceOf(is));
  const effect = level === 'major' ? ' and required, and clients of the base do not send it' : '';
  return {
    ...{ rule: `${kind}-added`, level, version: 'revision', pointer: located.pointer },
    message: `${subject} is new${effect}`,
  };
}

/** The change for a part that only one of both versions requires or promises. */
export function otherPresence(
  kind: Kind,
  direction: Direction,
  was: Presentable,
  is: Presentable,
): OperationChange[] {
  if (was.isRequired === is.isRequired) return [];
  const { pointer, value } = is.located;
  const isOver = was.isRequired && isPastSunset(was.located.value);
  return [
    {
      rule: `${kind}-${presenceOf(is)}`,
      level: isOver ? 'minor' : levelOf(direction, presenceOf(was), presenceOf(is)),
      message: `${was.subject} ${effectOf(direction, is)}`,
      version: 'revision',
      pointer: 'required' in value ? childPointer(pointer, 'required') : pointer,
    },
  ];
}

function effectOf(direction: Direction, { isRequired }: Presentable): string {
  if (direction === 'response') {
    return isRequired ? 'is always sent' : 'may be left out, and clients of the base rely on it';
  }
  return isRequired
    ? 'is required now, and clients of the base may leave it out'
    : 'may be left out';
}

/** Objects with `headers` of two versions: Response Objects, or Encoding Objects. */
export interface HeadersPair {
  readonly base: Located;
  readonly revision: Located;
  readonly versions: Versions;
  readonly direction: Direction;
  /** Such as `the response 200`. */
  readonly subject: string;
}

/** The headers of parts that clients send are like parameters. @see https://spec.openapis.org/oas/v3.1.1#header-object */
export function compareHeaders(
  { base, revision, versions, direction, subject }: HeadersPair,
  comparison: SchemaComparison,
  kind: FieldPairs['kind'] = direction === 'request' ? 'parameter' : 'response-header',
): Promise<OperationChange[]> {
  const pairs = {
    ...{ kind, versions, direction },
    base: headersOf(versions.base, base, subject),
    revision: headersOf(versions.revision, revision, subject),
  };
  return compareFields(pairs, comparison);
}

/** By name, in lower case. `content` replaces `Content-Type`. */
function headersOf({ loaded }: Version, response: Located, subject: string): Map<string, Field> {
  const names = Object.keys(asObject(response.value.headers)).filter(
    (name) => name.toLowerCase() !== 'content-type',
  );
  return new Map(
    names.map((name) => {
      const located = loaded.resolver.resolve(childPointer(response.pointer, 'headers', name));
      const isRequired = located.value.required === true;
      const field = { located, isRequired, subject: `the header ${name} of ${subject}` };
      return [name.toLowerCase(), { ...field, usual: 'simple' }];
    }),
  );
}
