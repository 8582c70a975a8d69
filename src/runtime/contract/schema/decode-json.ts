import type { CompiledContract } from '../compiled-contract';
import { mappingOf } from '../extensions';
import { ROOT, type ExactNumber, type ExactNumbers, type ParsedJson } from '../json/parse-json';
import { isObject, setOwn } from '../json/json-values';
import { memoize } from '../memoize';
import {
  hasOnlyProperties,
  namedProjection,
  project,
  type NumberKind,
  type Projector,
  type Projection,
} from './projection';
import { type SchemaContext, validateJson, validatorOf, Verdicts } from './validation';

/**
 * Decodes a valid JSON value for a handler: documented properties, `bigint` for exact integers. Where the schema does
 * not describe a number, an integer that a double cannot hold becomes a `bigint` too, which loses nothing.
 */
export function decodeJson(
  { contract, validators }: SchemaContext,
  projection: Projection,
  { value, exact }: ParsedJson,
): unknown {
  return decoderOf(projection)(value, ROOT, '', { contract, validators, exact });
}

interface Context extends SchemaContext {
  readonly exact: ExactNumbers;
}

/** @param holder the object or array that holds the value at `key` */
type Decode = (value: unknown, holder: object, key: string | number, context: Context) => unknown;

/** Everything that depends only on the projection is computed once. */
const decoderOf = memoize(makeDecoder);

function makeDecoder(projection: Projection): Decode {
  switch (projection.kind) {
    case 'any':
      return decodeAny;
    case 'number':
    case 'bigint':
      return numberDecoder(projection.kind);
    case 'format':
      return formatDecoder(projection.name);
    case 'ref':
      return referenceDecoder(projection.name);
    case 'object':
      if (hasOnlyProperties(projection)) return objectDecoder(projection.properties);
      break;
    case 'array':
      if (projection.prefix === undefined) return arrayDecoder(projection.items);
      break;
    default:
  }
  return (value, holder, key, context) => decodeBy(projection, value, holder, key, context);
}

/** A value without a projection is kept whole. */
const decodeAny: Decode = (value, holder, key, context) =>
  context.exact.isEmpty ? value : decodeBy(ANY, value, holder, key, context);

const ANY: Projection = { kind: 'any' };

function numberDecoder(kind: NumberKind): Decode {
  return (value, holder, key, context) => {
    if (typeof value !== 'number') return decodeAny(value, holder, key, context);
    return decodeNumber(kind, value, context.exact.get(holder, key));
  };
}

function decodeNumber(
  kind: NumberKind,
  value: number,
  exact: ExactNumber | undefined,
): number | bigint {
  if (kind === 'number') return value;
  if (typeof exact === 'bigint') return exact;
  return kind === 'bigint' ? BigInt(value) : value;
}

function formatDecoder(name: string): Decode {
  return (value, holder, key, context) =>
    typeof value === 'string'
      ? decodeText(context.contract, value, name)
      : decodeAny(value, holder, key, context);
}

function decodeText({ extensions }: CompiledContract, text: string, format: string): unknown {
  return mappingOf(extensions, format)?.decode(text) ?? text;
}

/** Resolved on first use, since the projection may refer to itself. */
function referenceDecoder(name: string): Decode {
  let decode: Decode | undefined;
  return (value, holder, key, context) => {
    decode ??= decoderOf(namedProjection(context.contract.projections, name));
    return decode(value, holder, key, context);
  };
}

function objectDecoder(projections: Readonly<Record<string, Projection>>): Decode {
  const stated = Object.entries(projections).filter(([, { kind }]) => kind !== 'hidden');
  let properties: ReadonlyMap<string, Decode> | undefined;
  return (value, holder, key, context) => {
    if (!isObject(value)) return decodeAny(value, holder, key, context);
    properties ??= new Map(stated.map(([name, projection]) => [name, decoderOf(projection)]));
    const decoded: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const member = (value as Record<string, unknown>)[name];
      const decode = properties.get(name);
      if (decode !== undefined) setOwn(decoded, name, decode(member, value, name, context));
    }
    return decoded;
  };
}

function arrayDecoder(items: Projection): Decode {
  return (value, holder, key, context) => {
    if (!Array.isArray(value)) return decodeAny(value, holder, key, context);
    const decode = decoderOf(items);
    return value.map((item: unknown, index) => decode(item, value, index, context));
  };
}

/** Decodes by a projection that depends on the value. */
function decodeBy(
  projection: Projection,
  value: unknown,
  holder: object,
  key: string | number,
  { contract, validators, exact }: Context,
): unknown {
  const verdicts = new Verdicts();
  const projector: Projector = {
    projections: contract.projections,
    isValid: (name, part, partHolder, partKey) => {
      const json = { value: part, exact };
      const validate = validatorOf(validators, name);
      return validateJson(validate, json, partHolder, partKey, verdicts) === undefined;
    },
    number: (number, numberHolder, numberKey, kind) =>
      typeof number === 'bigint'
        ? number
        : decodeNumber(kind, number, exact.get(numberHolder, numberKey)),
    ...(contract.extensions?.formats && {
      text: (text: string, format: string) => decodeText(contract, text, format),
    }),
  };
  return project(projector, [projection], value, holder, key);
}
