import { valueSchema } from '../../../samples/requests/sample-values';
import { asObject, type Direction, styleOf } from '../../../generate/index';
import type { Versions } from '../version';
import type { OperationChange } from '../change';
import { compareLifecycle } from '../compare-lifecycle';
import type { SchemaComparison } from '../schemas/compare-schemas';
import type { Readings } from '../schemas/witness';
import { added, otherPresence, type Presentable, removed } from './presence';
import { schemaChanges } from '../schemas/schema-changes';

/** A Parameter Object or a Header Object, which has the structure of one. */
export interface Field extends Presentable {
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
