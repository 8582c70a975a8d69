import { pointerKeys, type ValidationError } from 'openapi-trellis/tools';
import { errorOfValue, type Schemas } from '../../../schema';
import {
  ALWAYS,
  asObject,
  type Direction,
  isJsonObject,
  valueAt,
  without,
  withValueAt,
} from '../../../document';
import { isPastSunset } from '../sunset';
import type { VersionedSchema } from '../versions';
import { describedParts, placesOf, schemasAt, type Side } from './place-pairs';

/** Schemas of two versions, in messages of a direction. */
type Compared = Readonly<Record<Side, VersionedSchema>> & { readonly direction: Direction };

/** Maximum announced properties of one value that are disregarded. */
const MOST = 50;

/**
 * Why a value is rejected, apart from properties that the base announced as going: the base may still demand them, and
 * the revision refuse them.
 * @param side the version that accepts the value
 * @returns undefined if there is no other reason
 */
export function unannouncedError(
  value: unknown,
  error: ValidationError,
  { base, revision, direction }: Compared,
  side: Side,
): ValidationError | undefined {
  const { version, pointer } = side === 'base' ? revision : base;
  const validate = version.loaded.validatorAt(pointer, direction);
  let left: ValidationError | undefined = error;
  let rest = value;
  for (let count = 0; left !== undefined && count < MOST; count++) {
    const { instance, name } = propertyOf(left, side === 'base' ? EXTRA : MISSING);
    const [schema] = name === undefined ? [] : announcedSchemas(base, instance, name);
    const owner = valueAt(rest, instance);
    if (name === undefined || schema === undefined || !isJsonObject(owner)) return left;
    const made = (): unknown => base.version.maker.make(schema.pointer, direction).value;
    const other = side === 'base' ? without(owner, name) : { ...owner, [name]: made() };
    rest = withValueAt(rest, instance, other);
    left = errorOfValue(validate, rest);
  }
  return left;
}

/** Parameters of errors that name a property. */
const MISSING = ['missingProperty'];
const EXTRA = ['additionalProperty', 'unevaluatedProperty', 'propertyName'];

function propertyOf(
  { instancePath, params }: ValidationError,
  named: readonly string[],
): { readonly instance: string; readonly name: string | undefined } {
  const { only } = asObject(params.fault) as { readonly only?: ValidationError };
  if (only !== undefined) return propertyOf(only, named);
  const name = named.map((each) => params[each]).find((each) => typeof each === 'string');
  return { instance: instancePath, name };
}

/** The schemas of a property whose sunset is over; none for other properties. */
function announcedSchemas(
  { version: { loaded }, pointer }: VersionedSchema,
  instance: string,
  name: string,
): Schemas {
  let schemas: Schemas = [loaded.resolver.at(pointer)];
  for (const key of [...pointerKeys(instance), name]) {
    const parts = describedParts(loaded.resolver, schemas, ALWAYS);
    schemas = [key, Number(key)].map((each) => schemasAt(parts, each)).flat();
  }
  const places = placesOf(loaded.resolver, schemas, ALWAYS);
  return places.some(({ schema }) => isPastSunset(schema)) ? schemas : [];
}
