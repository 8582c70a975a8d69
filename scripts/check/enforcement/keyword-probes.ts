import { errorOfValue } from '../../examples/value-error';
import type { Direction } from '../../generate/schemas/direction';
import type { JsonObject } from '../../generate/document/json-object';
import { SchemaCompiler } from '../../generate/validators/validators';
import type { Enforcer } from './construct';

/** A schema that uses a keyword, and a value that only this keyword refuses. */
interface Probe {
  readonly schema: JsonObject;
  readonly refused: unknown;
}

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6 */
const PROBES: Readonly<Record<string, Probe>> = {
  $dynamicRef: { schema: { $dynamicRef: '#/components/schemas/Never' }, refused: 1 },
  $ref: { schema: { $ref: '#/components/schemas/Never' }, refused: 1 },
  additionalProperties: { schema: { additionalProperties: false }, refused: { a: 1 } },
  allOf: { schema: { allOf: [false] }, refused: 1 },
  anyOf: { schema: { anyOf: [false] }, refused: 1 },
  const: { schema: { const: 1 }, refused: 2 },
  contains: { schema: { contains: { const: 1 } }, refused: [2] },
  dependentRequired: { schema: { dependentRequired: { a: ['b'] } }, refused: { a: 1 } },
  dependentSchemas: { schema: { dependentSchemas: { a: false } }, refused: { a: 1 } },
  else: { schema: { if: false, else: false }, refused: 1 },
  enum: { schema: { enum: [1] }, refused: 2 },
  exclusiveMaximum: { schema: { exclusiveMaximum: 1 }, refused: 1 },
  exclusiveMinimum: { schema: { exclusiveMinimum: 1 }, refused: 1 },
  if: { schema: { if: true, then: false }, refused: 1 },
  items: { schema: { items: false }, refused: [1] },
  maxContains: { schema: { contains: true, maxContains: 1 }, refused: [1, 2] },
  maxItems: { schema: { maxItems: 1 }, refused: [1, 2] },
  maxLength: { schema: { maxLength: 1 }, refused: 'ab' },
  maxProperties: { schema: { maxProperties: 1 }, refused: { a: 1, b: 2 } },
  maximum: { schema: { maximum: 1 }, refused: 2 },
  minContains: { schema: { contains: true, minContains: 2 }, refused: [1] },
  minItems: { schema: { minItems: 1 }, refused: [] },
  minLength: { schema: { minLength: 1 }, refused: '' },
  minProperties: { schema: { minProperties: 1 }, refused: {} },
  minimum: { schema: { minimum: 1 }, refused: 0 },
  multipleOf: { schema: { multipleOf: 2 }, refused: 1 },
  not: { schema: { not: true }, refused: 1 },
  oneOf: { schema: { oneOf: [true, true] }, refused: 1 },
  pattern: { schema: { pattern: '^a' }, refused: 'b' },
  patternProperties: { schema: { patternProperties: { a: false } }, refused: { a: 1 } },
  prefixItems: { schema: { prefixItems: [false] }, refused: [1] },
  properties: { schema: { properties: { a: false } }, refused: { a: 1 } },
  propertyNames: { schema: { propertyNames: false }, refused: { a: 1 } },
  required: { schema: { required: ['a'] }, refused: {} },
  then: { schema: { if: true, then: false }, refused: 1 },
  type: { schema: { type: 'string' }, refused: 1 },
  unevaluatedItems: { schema: { unevaluatedItems: false }, refused: [1] },
  unevaluatedProperties: { schema: { unevaluatedProperties: false }, refused: { a: 1 } },
  uniqueItems: { schema: { uniqueItems: true }, refused: [1, 1] },
};

/** Values that hardly any format takes; an integer format refuses one of the numbers. */
const FORMAT_PROBES: readonly unknown[] = ['(%{ \u0007', 1.5, 2 ** 40, 2n ** 64n];

/** Keywords that openapi-typescript writes into types. */
const TYPED = new Set(
  '$dynamicRef $ref additionalProperties allOf anyOf const enum items oneOf prefixItems properties required type'.split(
    ' ',
  ),
);

/** Finds out what enforces keywords, by compiling schemas that use them and trying values. */
export class KeywordProbes {
  private readonly known = new Map<string, boolean>();

  /** What enforces a keyword of a schema for messages of one direction. */
  enforcersOf(keyword: string, schema: JsonObject, direction: Direction): Enforcer[] {
    // A property that does not go this way is left out when a request is read and a response written.
    if (keyword === 'readOnly' || keyword === 'writeOnly') return this.directionEnforcers(keyword);
    const enforcers: Enforcer[] = TYPED.has(keyword) ? ['types'] : [];
    if (!this.isEnforced(keyword, schema, direction)) return enforcers;
    return [...enforcers, direction === 'request' ? 'validation' : 'encoding'];
  }

  private isEnforced(keyword: string, schema: JsonObject, direction: Direction): boolean {
    const key = `${direction} ${keyword} ${keyword === 'format' ? String(schema.format) : ''}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const probes =
      keyword === 'format'
        ? FORMAT_PROBES.map((refused) => ({ schema: { format: schema.format }, refused }))
        : Object.entries(PROBES).flatMap(([name, probe]) => (name === keyword ? [probe] : []));
    const enforced = probes.some((probe) => refuses(probe, direction));
    this.known.set(key, enforced);
    return enforced;
  }

  private directionEnforcers(keyword: 'readOnly' | 'writeOnly'): Enforcer[] {
    const schema = { properties: { a: { [keyword]: true } }, required: ['a'] };
    const probe = { schema, refused: {} };
    const direction = keyword === 'readOnly' ? 'request' : 'response';
    if (refuses(probe, direction)) return [];
    return [keyword === 'readOnly' ? 'decoding' : 'encoding'];
  }
}

function refuses({ schema, refused }: Probe, direction: Direction): boolean {
  const document = { components: { schemas: { Probe: schema, Never: false } } };
  const validate = new SchemaCompiler(document).validatorAt('/components/schemas/Probe', direction);
  return errorOfValue(validate, refused) !== undefined;
}
