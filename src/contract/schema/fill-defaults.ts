import type { ExactNumbers } from '../json/exact-numbers';
import { parseJson, type ParsedJson } from '../json/parse-json';
import { setOwn } from '../json/set-own';
import { remembered } from '../remembered';
import { isObject } from './projection';

/**
 * What is filled into a value of a request before it is validated: the defaults of properties that are
 * absent, in the value and in what it holds. Generation derives it from a schema.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export interface Defaults {
  /** The JSON texts of defaults, by the name of the property. */
  readonly absent?: Readonly<Record<string, string>>;
  /** What is filled into the values of properties, by name; null: nothing is. */
  readonly properties?: Readonly<Record<string, DefaultsName | null>>;
  /** What is filled into those of other properties. */
  readonly additional?: DefaultsName;
  /** What is filled into the first items; null: nothing is. */
  readonly prefix?: readonly (DefaultsName | null)[];
  /** What is filled into the items behind those. */
  readonly items?: DefaultsName;
}

/** Names defaults in the contract's table; the way to recursion. */
export type DefaultsName = string;

/** Defaults by name. */
export type DefaultsTable = Readonly<Record<DefaultsName, Defaults>>;

/**
 * Fills defaults into a value, which is changed.
 *
 * @param name undefined where the value's schema has no defaults
 */
export function fillDefaults(
  table: DefaultsTable | undefined,
  name: DefaultsName | undefined,
  { value, exact }: ParsedJson,
): void {
  if (table !== undefined && name !== undefined) fill(table, name, value, exact);
}

function fill(table: DefaultsTable, name: DefaultsName, value: unknown, exact: ExactNumbers): void {
  if (Array.isArray(value)) fillItems(table, defaultsOf(table, name), value, exact);
  else if (isObject(value)) fillProperties(table, defaultsOf(table, name), value, exact);
}

function fillItems(
  table: DefaultsTable,
  { prefix = [], items }: Defaults,
  array: readonly unknown[],
  exact: ExactNumbers,
): void {
  array.forEach((item, index) => {
    const name = index < prefix.length ? prefix[index] : items;
    if (typeof name === 'string') fill(table, name, item, exact);
  });
}

function fillProperties(
  table: DefaultsTable,
  { absent = {}, properties = {}, additional }: Defaults,
  object: object,
  exact: ExactNumbers,
): void {
  for (const [key, member] of Object.entries(object)) {
    const name = Object.hasOwn(properties, key) ? properties[key] : additional;
    if (typeof name === 'string') fill(table, name, member, exact);
  }
  for (const [key, text] of Object.entries(absent)) {
    if (Object.hasOwn(object, key)) continue;
    const json = defaultValue(text);
    exact.adopt(json.exact, object, key);
    setOwn(object as Record<string, unknown>, key, json.value);
  }
}

/** The value of a default, an object or array of its own each time. */
export function defaultValue(text: string): ParsedJson {
  return /^[[{]/.test(text) ? parseDefault(text) : scalarDefault(text);
}

const scalarDefault = remembered(parseDefault);

function parseDefault(text: string): ParsedJson {
  const json = parseJson(Buffer.from(text));
  if ('fault' in json) throw new Error(`The generated contract has a default that ${json.fault}`);
  return json;
}

function defaultsOf(table: DefaultsTable, name: DefaultsName): Defaults {
  const defaults = table[name];
  if (defaults === undefined)
    throw new Error(`The generated contract lacks the defaults "${name}"`);
  return defaults;
}
