import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { withDoubles, isObject, type JsonObject } from './exact-json';
import type { FaultName } from './faults';
import { formats } from './formats';
import { at, library } from './library';
import { schemaFaults } from './schema-faults';

/** Says what is wrong with a value; undefined when nothing is. */
type Validate = (value: unknown) => string | undefined;

/** The validators of requests: schemas of the document, without the read-only members they require. */
export type Validators = (pointer: string) => Validate;

/** The validators of responses, in which no write-only member may be. */
export const responseValidators: Validators = validatorsOf(structuredClone(library), 'writeOnly');

const made = new Map<string, Validators>();

/** Compiles a schema when it is first needed, once for all services with the same faults. */
export function requestValidators(faults: readonly FaultName[]): Validators {
  const wrong = faults.filter((name) => name in schemaFaults || OF_VALIDATORS.includes(name));
  const key = wrong.join();
  const known = made.get(key) ?? compile(wrong);
  made.set(key, known);
  return known;
}

/** How the validator counts. */
const OF_VALIDATORS: readonly FaultName[] = ['length-in-utf16-units', 'cents-refused'];

function compile(faults: readonly FaultName[]): Validators {
  const document = structuredClone(library);
  for (const name of faults) applySchemaFault(document, name);
  return validatorsOf(document, 'readOnly', faults);
}

/** @param annotation of the members that the schemas are compiled without */
function validatorsOf(
  document: JsonObject,
  annotation: 'readOnly' | 'writeOnly',
  faults: readonly FaultName[] = [],
): Validators {
  withoutMembers(document.components, annotation);
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats,
    unicodeRegExp: true,
    unicode: !faults.includes('length-in-utf16-units'),
    // Without it, 0.07 is no multiple of 0.01.
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
  const [schema] = at(change.schema, document);
  for (const [keyword, value] of Object.entries(change.set)) {
    if (value === undefined) Reflect.deleteProperty(schema, keyword);
    else schema[keyword] = value;
  }
}

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4 */
function withoutMembers(value: unknown, annotation: 'readOnly' | 'writeOnly'): void {
  const members = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const each of members) withoutMembers(each, annotation);
  if (!isObject(value) || !isObject(value.properties)) return;
  const { required, properties } = value;
  const names = Object.entries(properties)
    .filter(([, schema]) => isObject(schema) && schema[annotation] === true)
    .map(([name]) => name);
  if (Array.isArray(required)) value.required = required.filter((name) => !names.includes(name));
  // Clients may send what is read-only, and it is ignored; a response never has what is write-only.
  if (annotation === 'writeOnly') for (const name of names) properties[name] = false;
}

/** The names of the read-only members that schemas state. */
export const READ_ONLY: Readonly<Record<string, readonly string[]>> = {
  Book: ['id', 'addedAt', 'revision'],
  Member: ['joinedAt'],
  Hold: ['id', 'createdAt'],
};
