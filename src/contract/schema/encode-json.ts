import type { CompiledContract, CompiledSchema } from '../compiled-contract';
import { ROOT } from '../json/exact-numbers';
import { parseJson } from '../json/parse-json';
import { stringifyJson } from '../json/stringify-json';
import { rememberedFor } from '../remembered';
import { encodeFormats } from './encode-formats';
import {
  isObject,
  isPlain,
  namedProjection,
  project,
  type Projector,
  type Projection,
} from './projection';
import { validateJson, validatorOf, type ValidationError, type Validators } from './validation';

/**
 * Turns a handler's value into JSON text that holds documented properties only.
 *
 * @throws TypeError for a value that JSON cannot say, such as a function or NaN; what a format of the
 *   service's own throws
 */
export function encodeJson(
  contract: CompiledContract,
  validators: Validators,
  schema: CompiledSchema,
  value: unknown,
): string {
  const encoded = encodeFormats(contract, schema.projection, value);
  return encoderOf(schema.projection)(encoded, { contract, validators });
}

interface Context {
  readonly contract: CompiledContract;
  readonly validators: Validators;
}

type Encode = (value: unknown, context: Context) => string;

/** Only what depends on the value is worked out for each of them. */
const encoderOf = rememberedFor(makeEncoder);

function makeEncoder(projection: Projection): Encode {
  switch (projection.kind) {
    case 'any':
    case 'number':
    case 'int64':
    case 'format':
      return stringifyJson;
    case 'ref':
      return referenceEncoder(projection.name);
    case 'object':
      if (isPlain(projection)) return objectEncoder(projection.properties);
      break;
    case 'array':
      if (projection.prefix === undefined) return arrayEncoder(projection.items);
      break;
    default:
  }
  return (value, { contract, validators }) =>
    stringifyJson(projectValue(contract, validators, projection, value));
}

/** Found when it is first used, since the projection may refer to itself. */
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
    // A hole is an item too.
    const texts = Array.from(value, (item: unknown) =>
      item === undefined ? 'null' : encode(item, context),
    );
    return `[${texts.join(',')}]`;
  };
}

/** What of a handler's value the document states. */
export function projectResponse(
  contract: CompiledContract,
  validators: Validators,
  schema: CompiledSchema,
  value: unknown,
): unknown {
  const encoded = encodeFormats(contract, schema.projection, value);
  return projectValue(contract, validators, schema.projection, encoded);
}

function projectValue(
  contract: CompiledContract,
  validators: Validators,
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
