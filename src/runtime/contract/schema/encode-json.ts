import type { CompiledContract, CompiledSchema } from '../compiled-contract';
import { mappingOf } from '../extensions';
import { ROOT, parseJson } from '../json/parse-json';
import { isObject, stringifyJson, setOwn } from '../json/json-values';
import { memoize } from '../memoize';
import {
  hasOnlyProperties,
  namedProjection,
  project,
  type Projector,
  type Projection,
  leavesOf,
  projectionsOfItem,
  projectionsOfProperty,
  type Leaf,
} from './projection';
import {
  type SchemaContext,
  validateJson,
  validatorOf,
  type ValidationError,
  type Validators,
} from './validation';
import { describeError, keywordName } from './validation-message';

/**
 * Encodes a handler's value as JSON text with its documented properties only.
 *
 * @throws TypeError for a value that JSON cannot represent, such as a function or NaN; errors of the service's own
 *   formats
 */
export function encodeJson(
  context: SchemaContext,
  { projection }: CompiledSchema,
  value: unknown,
): string {
  return encoderOf(projection)(encodeFormats(context.contract, projection, value), context);
}

/**
 * Like encodeJson, and validates the text where responses are validated.
 *
 * @param fault makes the error for a fault, given as the end of a sentence
 */
export function encodeValid(
  context: SchemaContext & { readonly validateResponses: boolean },
  schema: CompiledSchema,
  value: unknown,
  fault: (what: string, keyword: string) => Error,
): string {
  const json = encodeJson(context, schema, value);
  const error = context.validateResponses
    ? validateEncoded(context.validators, schema.validator, json)
    : undefined;
  if (error !== undefined) throw fault(describeError(error), keywordName(error));
  return json;
}

type Encode = (value: unknown, context: SchemaContext) => string;

/** Everything that depends only on the projection is computed once. */
const encoderOf = memoize(makeEncoder);

function makeEncoder(projection: Projection): Encode {
  switch (projection.kind) {
    case 'any':
    case 'number':
    case 'bigint':
    case 'format':
      return stringifyJson;
    case 'ref':
      return referenceEncoder(projection.name);
    case 'object':
      if (hasOnlyProperties(projection)) return objectEncoder(projection.properties);
      break;
    case 'array':
      if (projection.prefix === undefined) return arrayEncoder(projection.items);
      break;
    default:
  }
  return (value, context) => stringifyJson(projectValue(context, projection, value));
}

/** Resolved on first use, since the projection may refer to itself. */
function referenceEncoder(name: string): Encode {
  let encode: Encode | undefined;
  return (value, context) => {
    encode ??= encoderOf(namedProjection(context.contract.projections, name));
    return encode(value, context);
  };
}

interface PropertyEncoder {
  /** The name and the colon after it. */
  readonly head: string;
  readonly encode: Encode;
}

function objectEncoder(projections: Readonly<Record<string, Projection>>): Encode {
  const stated = Object.entries(projections).filter(([, { kind }]) => kind !== 'hidden');
  let properties: ReadonlyMap<string, PropertyEncoder> | undefined;
  return (value, context) => {
    if (!isObject(value) || value instanceof Date) return stringifyJson(value);
    properties ??= new Map(
      stated.map(([name, projection]) => [
        name,
        { head: `${JSON.stringify(name)}:`, encode: encoderOf(projection) },
      ]),
    );
    let text = '';
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      const property = properties.get(name);
      if (property === undefined || member === undefined) continue;
      if (text !== '') text += ',';
      text += property.head + property.encode(member, context);
    }
    return `{${text}}`;
  };
}

function arrayEncoder(items: Projection): Encode {
  return (value, context) => {
    if (!Array.isArray(value)) return stringifyJson(value);
    const encode = encoderOf(items);
    // A hole counts as an item.
    const texts = Array.from(value, (item: unknown) =>
      item === undefined ? 'null' : encode(item, context),
    );
    return `[${texts.join(',')}]`;
  };
}

/** The documented part of a handler's value. */
export function projectResponse(
  context: SchemaContext,
  { projection }: CompiledSchema,
  value: unknown,
): unknown {
  return projectValue(context, projection, encodeFormats(context.contract, projection, value));
}

function projectValue(
  { contract, validators }: SchemaContext,
  projection: Projection,
  value: unknown,
): unknown {
  const projector: Projector = {
    projections: contract.projections,
    isValid: (name, branch) =>
      validateEncoded(validators, name, stringifyJson(branch)) === undefined,
    number: (number) => number,
  };
  return project(projector, [projection], value, ROOT, '');
}

/** The first error of a JSON text against a schema, or undefined. */
export function validateEncoded(
  validators: Validators,
  name: string,
  text: string,
): ValidationError | undefined {
  const json = parseJson(Buffer.from(text));
  if ('fault' in json) return { instancePath: '', keyword: 'type', params: {} };
  return validateJson(validatorOf(validators, name), json);
}

/**
 * Replaces a handler's values of mapped formats by their texts, before the applicable alternatives of its schema are
 * determined: their validators take JSON. A string counts as already encoded.
 *
 * @returns a new value where anything was encoded; the input is never changed
 * @throws errors of a format's `encode`, or TypeError where it returns no string
 */
function encodeFormats(
  contract: CompiledContract,
  projection: Projection,
  value: unknown,
): unknown {
  return contract.extensions?.formats === undefined ? value : encode(contract, [projection], value);
}

function encode(
  contract: CompiledContract,
  projections: readonly Projection[],
  value: unknown,
): unknown {
  if (value === undefined || value === null) return value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const leaves = leavesOf(contract.projections, projections, bothBranches);
  const format = leaves.find((leaf) => leaf.kind === 'format');
  if (format !== undefined && !leaves.some((leaf) => isOf(leaf, value))) {
    return encodeText(contract, format.name, value);
  }
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) =>
      encode(contract, projectionsOfItem(leaves, index), item),
    );
  }
  const objects = leaves.filter((leaf) => leaf.kind === 'object');
  // JSON writes a Date as text (json/json-values.ts).
  if (objects.length === 0 || !isObject(value) || value instanceof Date) return value;
  const encoded: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    setOwn(encoded, key, encode(contract, projectionsOfProperty(objects, key), member));
  }
  return encoded;
}

function bothBranches(projection: Extract<Projection, { kind: 'when' | 'has' }>): Projection[] {
  const { then } = projection;
  const otherwise = projection.kind === 'when' ? projection.otherwise : undefined;
  return [then, otherwise].filter((branch) => branch !== undefined);
}

/** True where another alternative accepts such a JSON value, so it is not a format's value. */
function isOf({ kind }: Leaf, value: unknown): boolean {
  switch (kind) {
    case 'number':
    case 'bigint':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
    default:
      return false;
  }
}

function encodeText(contract: CompiledContract, name: string, value: unknown): string {
  const text: unknown = mappingOf(contract.extensions, name)?.encode(value);
  if (typeof text === 'string') return text;
  throw new TypeError(`The format "${name}" encodes a value as ${typeof text}, not as a string`);
}
