import { responseHeaders } from '../../contract';

/** A header field as it is sent: a line for each of its values. */
export type Field = readonly [name: string, value: string];

/**
 * Fields of one connection, beside those that its Connection field names. `Proxy-Authorization` is for this
 * proxy, and `Expect` was met when the body was read.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1
 */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
  ['connection', 'expect', 'keep-alive', 'proxy-authenticate', 'proxy-authorization'].concat([
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ]),
);

/** The fields that are for the other end, whatever lies between. */
export function endToEnd(fields: readonly Field[]): Field[] {
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(','))
    .map((name) => name.trim().toLowerCase());
  return fields.filter(([name]) => {
    const key = name.toLowerCase();
    return !HOP_BY_HOP.has(key) && !named.includes(key);
  });
}

/** @param names in lower case */
export function withoutFields(fields: readonly Field[], ...names: readonly string[]): Field[] {
  return fields.filter(([name]) => !names.includes(name.toLowerCase()));
}

/** Names as others here write them, so that no field is there in two spellings. */
const REGISTERED: ReadonlyMap<string, string> = new Map(
  Object.values(responseHeaders).map((name) => [name.toLowerCase(), name]),
);

/** Fields by name, with a list of values for those that are there several times. */
export function fieldsByName(fields: readonly Field[]): Record<string, string | string[]> {
  const byName = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    const known = byName.get(key) ?? { name: spelled(key, name), values: [] };
    known.values.push(value);
    byName.set(key, known);
  }
  return Object.fromEntries(
    [...byName.values()].map(({ name, values: [first = '', ...others] }) => {
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}

/** Those of CORS as the mock writes its own, which take their place. */
function spelled(key: string, name: string): string {
  if (!key.startsWith('access-control-')) return REGISTERED.get(key) ?? name;
  return key.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
