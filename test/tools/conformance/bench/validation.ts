import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { withDoubles, isObject, type JsonObject } from './exact-json';
import type { FaultName } from './faults';
import { formats } from './formats';
import { at, library } from './library';
import { schemaFaults } from './schema-faults';

/** Returns the fault of a value; undefined for a valid one. */
type Validate = (value: unknown) => string | undefined;

/** Validators of requests, for schemas that do not require read-only members. */
export type Validators = (pointer: string) => Validate;

const made = new Map<string, Validators>();

/** Compiles schemas on demand, once for all services with the same faults. */
export function requestValidators(faults: readonly FaultName[]): Validators {
  const wrong = faults.filter((name) => name in schemaFaults || OF_VALIDATORS.includes(name));
  const key = wrong.join();
  const known = made.get(key) ?? compile(wrong);
  made.set(key, known);
  return known;
}

/** Faults in the options of the validator. */
const OF_VALIDATORS: readonly FaultName[] = ['length-in-utf16-units', 'cents-refused'];

function compile(faults: readonly FaultName[]): Validators {
  const document = structuredClone(library);
  for (const name of faults) applySchemaFault(document, name);
  withoutReadOnly(document.components);
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats,
    unicodeRegExp: true,
    unicode: !faults.includes('length-in-utf16-units'),
    // Without it, 0.07 would not be a multiple of 0.01.
    ...(!faults.includes('cents-refused') && { multipleOfPrecision: 6 }),
    logger: false,
  });
  ajv.addSchema(document, 'library:');
  const validators = new Map<string, Validate>();
  return (pointer) => {
    const known = validators.get(pointer) ?? validator(ajv, pointer);
    validators.set(pointer, known);
    return known;
  };
}

function validator(ajv: Ajv2020, pointer: string): Validate {
  const check: ValidateFunction = ajv.compile({ $ref: `library:#${encodeURI(pointer)}` });
  return (value) => {
    if (check(withDoubles(value))) return undefined;
    const [error] = check.errors ?? [];
    return `${error?.instancePath ?? ''} ${error?.message ?? 'is not valid'}`.trim();
  };
}

function applySchemaFault(document: JsonObject, name: FaultName): void {
  const change = schemaFaults[name];
  if (change === undefined) return;
  const [pointer, set] = change;
  const [schema] = at(pointer, document);
  for (const [keyword, value] of Object.entries(set)) {
    if (value === undefined) Reflect.deleteProperty(schema, keyword);
    else schema[keyword] = value;
  }
}

/**
 * Clients may send read-only members, which are ignored.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
function withoutReadOnly(value: unknown): void {
  const members = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const each of members) withoutReadOnly(each);
  if (!isObject(value) || !isObject(value.properties)) return;
  const { required, properties } = value;
  if (!Array.isArray(required)) return;
  value.required = required.filter((name) => !isReadOnly(properties[String(name)]));
}

const isReadOnly = (schema: unknown): boolean => isObject(schema) && schema.readOnly === true;

/** The names of the read-only members that schemas state. */
export const READ_ONLY: Readonly<Record<string, readonly string[]>> = {
  Book: ['id', 'addedAt', 'revision'],
  Member: ['joinedAt'],
  Hold: ['id', 'createdAt'],
};
