import type { CompiledSchema, Defaults, DefaultsName, DefaultsTable } from '../compiled-contract';
import { type ExactNumbers, type ParsedJson, parseJson } from '../json/parse-json';
import { isObject, setOwn } from '../json/json-values';
import { memoizeByText } from '../memoize';
import { groupBy } from '../request/serialization/name-values';
import {
  type SchemaContext,
  validateJson,
  type ValidationError,
  validatorOf,
  type Validators,
} from './validation';

/**
 * Validates a value as it was sent, and fills defaults into a valid one in place.
 *
 * @param validate the validator, if the caller has looked it up already
 * @returns the deciding error, if any
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2
 */
export function validateAndFill(
  { contract, validators }: SchemaContext,
  { validator, defaults }: Omit<CompiledSchema, 'projection'>,
  json: ParsedJson,
  validate = validatorOf(validators, validator),
): ValidationError | undefined {
  const error = validateJson(validate, json);
  if (error !== undefined) return error;
  const { defaults: table } = contract;
  if (table !== undefined && defaults !== undefined) {
    fill({ table, validators, exact: json.exact }, defaults, json.value);
  }
  return undefined;
}

interface Filling {
  readonly table: DefaultsTable;
  readonly validators: Validators;
  readonly exact: ExactNumbers;
  /** Collects the defaults filled into a value that they may make invalid. */
  readonly filled?: Filled[];
}

interface Filled {
  readonly name: DefaultsName;
  readonly object: Record<string, unknown>;
  readonly key: string;
  readonly value: unknown;
}

function fill(filling: Filling, name: DefaultsName, value: unknown): void {
  const defaults = defaultsOf(filling.table, name);
  if (defaults.validators !== undefined && filling.filled === undefined) {
    fillValid(filling, name, defaults.validators, value);
  } else if (Array.isArray(value)) fillItems(filling, defaults, value);
  else if (isObject(value)) fillProperties(filling, name, defaults, value);
}

/**
 * Fills in the defaults that keep the value valid: all, or else each one that is valid together with those before it. A
 * default that applies in several places is filled into all or none, which bounds the tries by the document's defaults.
 */
function fillValid(
  { table, validators, exact }: Filling,
  name: DefaultsName,
  names: readonly string[],
  value: unknown,
): void {
  const isValid = (): boolean =>
    names.every((each) => !validateJson(validatorOf(validators, each), { value, exact }));
  const filled: Filled[] = [];
  fill({ table, validators, exact, filled }, name, value);
  if (filled.length === 0 || isValid()) return;
  filled.forEach(leaveOut);
  const byName = groupBy(filled, (each) => each.name);
  for (const [holder, { absent = {} }] of Object.entries(table)) {
    const byKey = groupBy(byName.get(holder) ?? [], (each) => each.key);
    for (const key of Object.keys(absent)) {
      const same = byKey.get(key);
      same?.forEach(fillIn);
      if (same !== undefined && !isValid()) same.forEach(leaveOut);
    }
  }
}

function fillIn({ object, key, value }: Filled): void {
  setOwn(object, key, value);
}

function leaveOut({ object, key }: Filled): void {
  Reflect.deleteProperty(object, key);
}

function fillItems(
  filling: Filling,
  { prefix = [], items }: Defaults,
  array: readonly unknown[],
): void {
  array.forEach((item, index) => {
    const name = index < prefix.length ? prefix[index] : items;
    if (typeof name === 'string') fill(filling, name, item);
  });
}

function fillProperties(
  filling: Filling,
  name: DefaultsName,
  { absent = {}, properties = {}, additional }: Defaults,
  object: object,
): void {
  for (const [key, member] of Object.entries(object)) {
    const part = Object.hasOwn(properties, key) ? properties[key] : additional;
    if (typeof part === 'string') fill(filling, part, member);
  }
  for (const [key, text] of Object.entries(absent)) {
    if (Object.hasOwn(object, key)) continue;
    const { value, exact } = defaultValue(text);
    filling.exact.adopt(exact, object, key);
    const filled = { name, object: object as Record<string, unknown>, key, value };
    fillIn(filled);
    filling.filled?.push(filled);
  }
}

/** The value of a default; each call returns a new object or array. */
export function defaultValue(text: string): ParsedJson {
  return /^[[{]/.test(text) ? parseDefault(text) : scalarDefault(text);
}

const scalarDefault = memoizeByText(parseDefault);

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
