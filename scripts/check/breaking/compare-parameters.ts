import { isReserved, valueSchema } from '../../examples/sample-values';
import { asObject, type Located, type Operation, styleOf, usualStyle } from '../../generate/index';
import type { OperationChange } from './change';
import type { SchemaComparison } from './compare-schemas';
import { renamedExpressions } from './operation-pairs';
import { schemaChanges } from './schema-changes';
import type { Version } from './version';

/** Operations of two versions, and the versions. */
export interface OperationPair {
  readonly base: Operation;
  readonly revision: Operation;
  readonly versions: { readonly base: Version; readonly revision: Version };
}

/** @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
export async function compareParameters(
  { base, revision, versions }: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const renamed = renamedExpressions(base, revision);
  const before = new Map(described(base).map((each) => [keyOf(each), each]));
  const after = new Map(described(revision).map((each) => [keyOf(each, renamed), each] as const));
  const changes = [...before].map(async ([key, was]): Promise<OperationChange[]> => {
    const is = after.get(key);
    if (is === undefined) return [removed(was)];
    const subject = nameOf(was);
    const required = isRequired(is) && !isRequired(was) ? [becameRequired(is, subject)] : [];
    const serialized = otherSerialization(was, is, subject);
    const schemas = await schemaChanges(comparison, {
      base: { version: versions.base, pointer: valueSchema(was) },
      revision: { version: versions.revision, pointer: valueSchema(is) },
      ...{ direction: 'request', subject, readings: textReadings },
    });
    return [...required, ...serialized, ...schemas];
  });
  const added = [...after].filter(([key]) => !before.has(key)).map(([, is]) => addition(is));
  return [...(await Promise.all(changes)).flat(), ...added];
}

function described({ parameters }: Operation): Located[] {
  return parameters.filter(({ value }) => !isReserved(value));
}

/** Names of headers have no case; those of a path may have been renamed. */
function keyOf({ value }: Located, renamed = new Map<string, string>()): string {
  const location = String(value.in);
  const name = String(value.name);
  if (location === 'header') return `header ${name.toLowerCase()}`;
  return `${location} ${location === 'path' ? (renamed.get(name) ?? name) : name}`;
}

function nameOf({ value }: Located): string {
  return `the ${String(value.in)} parameter "${String(value.name)}"`;
}

function isRequired({ value }: Located): boolean {
  return value.required === true || value.in === 'path';
}

function removed(was: Located): OperationChange {
  return {
    ...{ rule: 'parameter-removed', level: 'major', version: 'base', pointer: was.pointer },
    message: `${nameOf(was)} was removed, so what clients send in it is ignored`,
  };
}

function addition(is: Located): OperationChange {
  const level = isRequired(is) ? 'major' : 'minor';
  const said = isRequired(is)
    ? 'is new and required, and clients of the base do not send it'
    : 'is new';
  return {
    ...{ rule: 'parameter-added', level, version: 'revision', pointer: is.pointer },
    message: `${nameOf(is)} ${said}`,
  };
}

function becameRequired(is: Located, subject: string): OperationChange {
  return {
    ...{ rule: 'parameter-required', level: 'major', version: 'revision', pointer: is.pointer },
    message: `${subject} is required now, and clients of the base may leave it out`,
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#style-values */
function otherSerialization(was: Located, is: Located, subject: string): OperationChange[] {
  const [before, after] = [was, is].map(serialization);
  if (before === after) return [];
  return [
    {
      rule: 'parameter-serialization',
      level: 'major',
      message: `${subject} is serialized differently: ${after}, where the base has ${before}`,
      version: 'revision',
      pointer: is.pointer,
    },
  ];
}

function serialization({ value }: Located): string {
  const [mediaType] = Object.keys(asObject(value.content));
  if (mediaType !== undefined) return mediaType;
  const { style, explode } = styleOf(value, usualStyle(value.in));
  return `style ${style}, explode ${explode}`;
}

/** What the text of a value may mean to a receiver: all texts are strings, some are more. */
function textReadings(value: unknown): readonly unknown[] {
  if (typeof value === 'string') {
    const isLiteral = /^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)$/.test(value);
    return isLiteral ? [value, JSON.parse(value)] : [value];
  }
  return ['number', 'boolean', 'bigint'].includes(typeof value) ? [value, String(value)] : [value];
}
