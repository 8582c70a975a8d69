import type { Versions } from '../version';
import { valueSchema } from '../../../examples/sample-values';
import {
  asObject,
  childPointer,
  type Direction,
  type Located,
  styleOf,
} from '../../../generate/index';
import type { OperationChange } from '../change';
import { compareLifecycle, isPastSunset } from '../compare-lifecycle';
import type { SchemaComparison } from '../schemas/compare-schemas';
import type { Readings } from '../schemas/witness';
import { levelOfPresence, type Presence } from './presence';
import { schemaChanges } from '../schemas/schema-changes';

/** A Parameter Object or a Header Object, which has the structure of one. */
export interface Field {
  readonly located: Located;
  readonly isRequired: boolean;
  /** The beginning of a sentence, such as `the query parameter "limit"`. */
  readonly subject: string;
  /** The style where the document names none. */
  readonly usual: Parameters<typeof styleOf>[1];
}

/** The fields of two versions, by what tells that two are the same. */
export interface FieldPairs {
  readonly kind: 'parameter' | 'response-header';
  readonly base: ReadonlyMap<string, Field>;
  readonly revision: ReadonlyMap<string, Field>;
  readonly versions: Versions;
  readonly direction: Direction;
  /** What the text of a value may mean to its receiver. */
  readonly readings?: Readings;
}

/**
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-object
 * @see https://spec.openapis.org/oas/v3.1.1#header-object
 */
export async function compareFields(
  pairs: FieldPairs,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { base, revision } = pairs;
  const changes = [...base].map(async ([key, was]) => {
    const is = revision.get(key);
    return is === undefined ? [removed(pairs, was)] : fieldChanges(pairs, was, is, comparison);
  });
  const added = [...revision].filter(([key]) => !base.has(key));
  return [...(await Promise.all(changes)).flat(), ...added.map(([, is]) => addition(pairs, is))];
}

async function fieldChanges(
  { kind, versions, direction, readings }: FieldPairs,
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
    ...otherSerialization(kind, was, is),
    ...(await schemaChanges(comparison, {
      ...{ ...pair, versions, subject },
      ...(readings && isText && { readings }),
    })),
  ];
}

function presenceOf({ isRequired }: Field): Exclude<Presence, 'absent'> {
  return isRequired ? 'required' : 'optional';
}

function removed({ kind, direction }: FieldPairs, was: Field): OperationChange {
  const { located, subject } = was;
  const isOver = isPastSunset(located.value);
  const effect =
    direction === 'request'
      ? 'was removed, so what clients send in it is ignored'
      : 'was removed, so clients no longer receive it';
  return {
    ...{ rule: `${kind}-removed`, version: 'base', pointer: located.pointer },
    level: isOver ? 'minor' : levelOfPresence(direction, presenceOf(was), 'absent'),
    message: isOver ? `${subject} was removed after its sunset` : `${subject} ${effect}`,
  };
}

function addition({ kind, direction }: FieldPairs, is: Field): OperationChange {
  const { located, subject } = is;
  const level = levelOfPresence(direction, 'absent', presenceOf(is));
  const said = level === 'major' ? ' and required, and clients of the base do not send it' : '';
  return {
    ...{ rule: `${kind}-added`, level, version: 'revision', pointer: located.pointer },
    message: `${subject} is new${said}`,
  };
}

function otherPresence(
  kind: FieldPairs['kind'],
  direction: Direction,
  was: Field,
  is: Field,
): OperationChange[] {
  if (was.isRequired === is.isRequired) return [];
  const required = childPointer(is.located.pointer, 'required');
  return [
    {
      rule: `${kind}-${presenceOf(is)}`,
      level: levelOfPresence(direction, presenceOf(was), presenceOf(is)),
      message: `${was.subject} ${saidOf(direction, is)}`,
      version: 'revision',
      pointer: 'required' in is.located.value ? required : is.located.pointer,
    },
  ];
}

function saidOf(direction: Direction, { isRequired }: Field): string {
  if (direction === 'response') {
    return isRequired ? 'is always sent' : 'may be left out, and clients of the base rely on it';
  }
  return isRequired
    ? 'is required now, and clients of the base may leave it out'
    : 'may be left out';
}

/** @see https://spec.openapis.org/oas/v3.1.1#style-values */
function otherSerialization(kind: FieldPairs['kind'], was: Field, is: Field): OperationChange[] {
  const [before, after] = [was, is].map(serialization);
  if (before === after) return [];
  return [
    {
      rule: `${kind}-serialization`,
      level: 'major',
      message: `${was.subject} is serialized differently: ${after}, where the base has ${before}`,
      version: 'revision',
      pointer: is.located.pointer,
    },
  ];
}

function serialization({ located: { value }, usual }: Field): string {
  const [mediaType] = Object.keys(asObject(value.content));
  if (mediaType !== undefined) return mediaType;
  const { style, explode } = styleOf(value, usual);
  return `style ${style}, explode ${explode}`;
}
