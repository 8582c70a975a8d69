/** What JSON Schema says of a keyword. */
export interface Keyword {
  /** The type of the values that it is about; absent for values of all types. */
  readonly about?: 'object' | 'array' | 'string' | 'number';
  /** Where its value holds schemas. */
  readonly holds?: 'schema' | 'list' | 'map';
  readonly isNumber?: true;
  /** The keyword without which it says nothing. */
  readonly needs?: string;
  /** True for a keyword that OpenAPI 3.0 does not have. */
  readonly isLater?: true;
  /** True for a keyword that no value violates. */
  readonly isAnnotation?: true;
}

const LATER = { isLater: true } as const;

/**
 * The keywords that assert something or hold schemas, and those of content.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6
 */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  Object.entries<Keyword>({
    $ref: {},
    $dynamicRef: LATER,
    type: {},
    enum: {},
    const: LATER,
    format: {},
    allOf: { holds: 'list' },
    anyOf: { holds: 'list' },
    oneOf: { holds: 'list' },
    not: { holds: 'schema' },
    if: { holds: 'schema', ...LATER },
    then: { holds: 'schema', needs: 'if' },
    else: { holds: 'schema', needs: 'if' },
    properties: { about: 'object', holds: 'map' },
    patternProperties: { about: 'object', holds: 'map', ...LATER },
    additionalProperties: { about: 'object', holds: 'schema' },
    unevaluatedProperties: { about: 'object', holds: 'schema', ...LATER },
    propertyNames: { about: 'object', holds: 'schema', ...LATER },
    required: { about: 'object' },
    dependentRequired: { about: 'object', ...LATER },
    dependentSchemas: { about: 'object', holds: 'map', ...LATER },
    minProperties: { about: 'object', isNumber: true },
    maxProperties: { about: 'object', isNumber: true },
    prefixItems: { about: 'array', holds: 'list', ...LATER },
    items: { about: 'array', holds: 'schema' },
    unevaluatedItems: { about: 'array', holds: 'schema', ...LATER },
    contains: { about: 'array', holds: 'schema', ...LATER },
    minContains: { about: 'array', isNumber: true, needs: 'contains' },
    maxContains: { about: 'array', isNumber: true, needs: 'contains' },
    minItems: { about: 'array', isNumber: true },
    maxItems: { about: 'array', isNumber: true },
    uniqueItems: { about: 'array' },
    pattern: { about: 'string' },
    minLength: { about: 'string', isNumber: true },
    maxLength: { about: 'string', isNumber: true },
    contentEncoding: { about: 'string', isAnnotation: true },
    contentMediaType: { about: 'string', isAnnotation: true },
    contentSchema: { holds: 'schema', isAnnotation: true },
    minimum: { about: 'number', isNumber: true },
    maximum: { about: 'number', isNumber: true },
    exclusiveMinimum: { about: 'number', isNumber: true },
    exclusiveMaximum: { about: 'number', isNumber: true },
    multipleOf: { about: 'number', isNumber: true },
    $defs: { holds: 'map', isAnnotation: true },
    definitions: { holds: 'map', isAnnotation: true },
  }),
);

/** True for a keyword that no value violates, known or not. */
export function isAnnotation(keyword: string): boolean {
  return !KEYWORDS.has(keyword) || KEYWORDS.get(keyword)?.isAnnotation === true;
}

/** The keywords for parts that no other keyword evaluates, by the type of the whole. */
export const UNEVALUATED = { object: 'unevaluatedProperties', array: 'unevaluatedItems' } as const;

export const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const;
