import { ALWAYS, applicableSchemas, entries, isJsonObject } from '../../../document';
import type { VersionedSchema } from '../versions';

/**
 * The possible meanings of a text to its receiver: always a string, for some texts also another value, and where
 * lists are expected, the only item of one.
 */
export function textReadings(
  value: unknown,
  { version, pointer }: VersionedSchema,
): readonly unknown[] {
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

/** Clients write `null` as an empty text. */
function asText(value: unknown): unknown {
  return ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : (value ?? '');
}

function asLiteral(value: unknown): unknown {
  if (value === '') return null;
  const isLiteral = /^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)$/;
  return typeof value === 'string' && isLiteral.test(value) ? JSON.parse(value) : value;
}
