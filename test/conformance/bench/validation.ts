import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { withDoubles, isObject, type JsonObject } from './exact-json';
import type { FaultName } from './faults';
import { formats } from './formats';
import { at, readLibrary } from './library';
import { schemaFaults } from './schema-faults';

/** Says what is wrong with a value; undefined when nothing is. */
export type Validate = (value: unknown) => string | undefined;

/** The validators of requests: schemas of the document, without the read-only members they require. */
export type Validators = (pointer: string) => Validate;

const made = new Map<string, Validators>();

/** Compiles a schema when it is first needed, once for all services with the same faults. */
export function requestValidators(faults: readonly FaultName[]): Validators {
  const wrong = faults.filter((name) => name in schemaFaults || name === 'length-in-utf16-units');
  const key = wrong.join();
  const known = made.get(key) ?? compile(wrong);
  made.set(key, known);
  return known;
}

function compile(faults: readonly FaultName[]): Validators {
  const document = readLibrary();
  for (const name of faults) applySchemaFault(document, name);
  withoutReadOnly(document.components);
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats,
    unicodeRegExp: true,
    ...(faults.includes('length-in-utf16-units') ? { unicode: false } : {}),
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
    return `${error?.instancePath || 'It'} ${error?.message ?? 'is not valid'}`;
  };
}

function applySchemaFault(document: JsonObject, name: FaultName): void {
  const change = schemaFaults[name];
  if (change === undefined) return;
  const [schema] = at(change.schema, document);
  for (const [keyword, value] of Object.entries(change.set)) {
    if (value === undefined) Reflect.deleteProperty(schema, keyword);
    else schema[keyword] = value;
  }
}

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4 */
function withoutReadOnly(value: unknown): void {
  if (Array.isArray(value)) value.forEach(withoutReadOnly);
  if (!isObject(value)) return;
  const { required, properties } = value;
  if (Array.isArray(required) && isObject(properties)) {
    value.required = required.filter((name) => !isReadOnly(properties[String(name)]));
  }
  Object.values(value).forEach(withoutReadOnly);
}

const isReadOnly = (schema: unknown): boolean => isObject(schema) && schema.readOnly === true;

/** The names of the read-only members that schemas state. */
export const READ_ONLY: Readonly<Record<string, readonly string[]>> = {
  Book: ['id', 'addedAt', 'revision'],
  Member: ['joinedAt'],
  Hold: ['id', 'createdAt'],
};
