import { isReserved } from '../../../samples';
import {
  ALWAYS,
  entries,
  isJsonObject,
  type Located,
  type Operation,
  applicableSchemas,
  defaultStyle,
} from '../../../document';
import type { OperationChange } from '../change';
import type { SchemaComparison } from '../schemas/compare-schemas';
import {
  directionsOf,
  type OperationPair,
  renamedExpressions,
  type VersionedSchema,
} from '../versions';
import { compareFields, type Field } from './fields';

/** @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
export function compareParameters(
  { base, revision, versions, sender }: OperationPair,
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const pairs = {
    kind: 'parameter',
    base: fieldsOf(base),
    revision: fieldsOf(revision, renamedExpressions(base, revision)),
    versions,
    direction: directionsOf(sender).request,
    readings: textReadings,
  } as const;
  return compareFields(pairs, comparison);
}

function fieldsOf(
  { parameters }: Operation,
  renamed: ReadonlyMap<string, string> = new Map(),
): Map<string, Field> {
  const described = parameters.filter(({ value }) => !isReserved(value));
  return new Map(described.map((each) => [parameterKey(each, renamed), fieldOf(each)]));
}

function fieldOf(located: Located): Field {
  const { required, in: location, name } = located.value;
  return {
    located,
    isRequired: required === true || location === 'path',
    subject: `the ${String(location)} parameter "${String(name)}"`,
    usual: defaultStyle(location),
  };
}

/** Names of headers are case-insensitive; path parameters may have been renamed. */
function parameterKey({ value }: Located, renamed: ReadonlyMap<string, string>): string {
  const location = String(value.in);
  const name = String(value.name);
  if (location === 'header') return `header ${name.toLowerCase()}`;
  return `${location} ${location === 'path' ? (renamed.get(name) ?? name) : name}`;
}

/**
 * The possible meanings of a text to its receiver: always a string, for some texts also another value, and where
 * lists are expected, the only item of one.
 */
function textReadings(value: unknown, { version, pointer }: VersionedSchema): readonly unknown[] {
  const readings = [value, mapTexts(value, asText), mapTexts(value, asLiteral)];
  const { resolver } = version.loaded;
  const places = applicableSchemas(resolver, resolver.at(pointer), ALWAYS);
  const takesLists = places.some(({ schema }) => [schema.type].flat().includes('array'));
  if (typeof value === 'object' || !takesLists) return readings;
  return [...readings, ...readings.map((each) => [each])];
}

function mapTexts(value: unknown, map: (text: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isJsonObject(value)) return map(value);
  const members = entries(value).map(([name, each]) => [name, mapTexts(each, map)] as const);
  return Object.fromEntries(members);
}

function asText(value: unknown): unknown {
  return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : value;
}

function asLiteral(value: unknown): unknown {
  const isLiteral = /^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)$/.test(String(value));
  return typeof value === 'string' && isLiteral ? JSON.parse(value) : value;
}
