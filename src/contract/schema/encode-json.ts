import type { CompiledContract, CompiledSchema } from '../compiled-contract';
import { ROOT } from '../json/exact-numbers';
import { parseJson } from '../json/parse-json';
import { stringifyJson } from '../json/stringify-json';
import { isObject, isPlain, namedShape, project, type Projection, type Shape } from './shape';
import { validateJson, validatorOf, type ValidationError, type Validators } from './validation';

/**
 * Turns a handler's value into JSON text that holds documented properties only.
 *
 * @throws TypeError for a value that JSON cannot say, such as a function or NaN
 */
export function encodeJson(
  contract: CompiledContract,
  validators: Validators,
  schema: CompiledSchema,
  value: unknown,
): string {
  return encoderOf(schema.shape)(value, { contract, validators });
}

interface Context {
  readonly contract: CompiledContract;
  readonly validators: Validators;
}

type Encode = (value: unknown, context: Context) => string;

const encoders = new WeakMap<Shape, Encode>();

/** A function for each shape, made when it is first used; only what depends on the value is worked out anew. */
function encoderOf(shape: Shape): Encode {
  const known = encoders.get(shape) ?? makeEncoder(shape);
  encoders.set(shape, known);
  return known;
}

function makeEncoder(shape: Shape): Encode {
  switch (shape.kind) {
    case 'any':
    case 'number':
    case 'int64':
      return stringifyJson;
    case 'ref':
      return (value, context) =>
        encoderOf(namedShape(context.contract.shapes, shape.name))(value, context);
    case 'object':
      if (isPlain(shape)) return objectEncoder(shape.properties);
      break;
    case 'array':
      if (shape.prefix === undefined) return arrayEncoder(shape.items);
      break;
    default:
  }
  return (value, { contract, validators }) =>
    stringifyJson(projectValue(contract, validators, shape, value));
}

function objectEncoder(shapes: Readonly<Record<string, Shape>>): Encode {
  const properties = new Map(
    Object.entries(shapes)
      .filter(([, { kind }]) => kind !== 'hidden')
      .map(([name, shape]) => [name, { head: `${JSON.stringify(name)}:`, shape }]),
  );
  return (value, context) => {
    if (!isObject(value) || value instanceof Date) return stringifyJson(value);
    let text = '';
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      const property = properties.get(name);
      if (property === undefined || member === undefined) continue;
      if (text !== '') text += ',';
      text += property.head + encoderOf(property.shape)(member, context);
    }
    return `{${text}}`;
  };
}

function arrayEncoder(items: Shape): Encode {
  return (value, context) => {
    if (!Array.isArray(value)) return stringifyJson(value);
    const encode = encoderOf(items);
    const texts = value.map((item: unknown) =>
      item === undefined ? 'null' : encode(item, context),
    );
    return `[${texts.join(',')}]`;
  };
}

/** What of a handler's value the document states. */
export function projectReply(
  contract: CompiledContract,
  validators: Validators,
  schema: CompiledSchema,
  value: unknown,
): unknown {
  return projectValue(contract, validators, schema.shape, value);
}

function projectValue(
  contract: CompiledContract,
  validators: Validators,
  shape: Shape,
  value: unknown,
): unknown {
  const projection: Projection = {
    shapes: contract.shapes,
    isValid: (name, branch) =>
      validateEncoded(validators, name, stringifyJson(branch)) === undefined,
    number: (number) => number,
  };
  return project(projection, [shape], value, ROOT, '');
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
