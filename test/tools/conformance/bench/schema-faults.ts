import type { FaultName } from './faults';

/** Keywords that the service checks differently from its document at a JSON Pointer; undefined if not at all. */
export type SchemaFault = readonly [schema: string, set: Readonly<Record<string, unknown>>];

const SCHEMAS = '/components/schemas';
const BOOK = `${SCHEMAS}/BookFields`;
const LIST = '/paths/~1books/get/parameters';

/** Faults of validation, by their names in faults.ts. */
export const schemaFaults: Partial<Record<FaultName, SchemaFault>> = {
  'length-max-plus-one': [`${SCHEMAS}/Title`, { maxLength: 41 }],
  'integer-max-plus-one': [`${LIST}/0/schema`, { maximum: 11 }],
  'email-max-refused': [`${SCHEMAS}/Member/properties/email`, { maxLength: 119 }],
  'integer-max-refused': [`${SCHEMAS}/Pages`, { exclusiveMaximum: 5000 }],
  'length-min-refused': [`${SCHEMAS}/Title`, { minLength: 3 }],
  'exclusive-minimum-inclusive': [`${SCHEMAS}/Weight`, { exclusiveMinimum: undefined, minimum: 0 }],
  'multiple-of-ignored': [`${SCHEMAS}/Hold/properties/days`, { multipleOf: undefined }],
  'fraction-multiple-of-ignored': [`${SCHEMAS}/Weight`, { multipleOf: undefined }],
  'half-cents-accepted': [`${SCHEMAS}/Hold/properties/deposit`, { multipleOf: 0.005 }],
  'capitals-in-names-refused': [
    `${SCHEMAS}/Member/properties/labels`,
    { propertyNames: { pattern: '^[^A-Z]*$' } },
  ],
  'pattern-ignored': [`${SCHEMAS}/Copy/properties/barcode`, { pattern: undefined }],
  'pattern-unanchored': [`${BOOK}/properties/isbn`, { pattern: '97[89]-[0-9]{10}' }],
  'additional-properties-ignored': [`${SCHEMAS}/Publisher`, { additionalProperties: true }],
  'unevaluated-properties-ignored': [`${SCHEMAS}/Book`, { unevaluatedProperties: true }],
  'dependent-required-ignored': [BOOK, { dependentRequired: undefined }],
  'then-ignored': [BOOK, { then: undefined }],
  'else-ignored': [BOOK, { else: undefined }],
  'contains-ignored': [
    `${BOOK}/properties/copies`,
    { contains: undefined, minContains: undefined, maxContains: undefined },
  ],
  'min-contains-ignored': [`${BOOK}/properties/copies`, { minContains: undefined }],
  'max-contains-ignored': [`${BOOK}/properties/copies`, { maxContains: undefined }],
  'prefix-items-ignored': [
    `${BOOK}/properties/dimensions`,
    { prefixItems: undefined, items: true },
  ],
  'third-prefix-item-ignored': [`${BOOK}/properties/dimensions/prefixItems/2`, { enum: undefined }],
  'items-after-prefix-accepted': [`${BOOK}/properties/dimensions`, { items: true }],
  'property-names-ignored': [`${BOOK}/properties/identifiers`, { propertyNames: undefined }],
  'pattern-properties-ignored': [
    `${BOOK}/properties/identifiers`,
    { patternProperties: undefined },
  ],
  'max-properties-ignored': [`${BOOK}/properties/identifiers`, { maxProperties: undefined }],
  'min-properties-ignored': [`${SCHEMAS}/BookPatch`, { minProperties: undefined }],
  'unique-items-ignored': [`${SCHEMAS}/Tags`, { uniqueItems: undefined }],
  'max-items-ignored': [`${SCHEMAS}/Tags`, { maxItems: undefined }],
  'body-enum-ignored': [
    `${SCHEMAS}/Contributor/properties/role`,
    { enum: undefined, type: 'string' },
  ],
  'branch-required-ignored': [`${SCHEMAS}/MagazineItem`, { required: ['kind', 'name'] }],
  'branch-closed-ignored': [`${SCHEMAS}/DiscItem`, { additionalProperties: true }],
  'required-ignored': [`${SCHEMAS}/Member`, { required: ['id', 'name', 'password'] }],
  'format-date-time-ignored': [`${SCHEMAS}/Hold/properties/dueBy`, { format: undefined }],
  'format-email-ignored': [`${SCHEMAS}/Member/properties/email`, { format: undefined }],
  'format-uuid-ignored': [`${SCHEMAS}/Member/properties/id`, { format: undefined }],
  'null-accepted': [`${SCHEMAS}/Publisher/properties/city`, { type: ['string', 'null'] }],
  'null-refused': [`${BOOK}/properties/rating`, { type: 'number' }],
  'int64-overflow-accepted': [
    `${BOOK}/properties/stockNumber`,
    { type: 'number', format: undefined },
  ],
  'int32-for-int64': [
    `${BOOK}/properties/stockNumber`,
    { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  ],
  'query-enum-ignored': [`${LIST}/2/schema`, { enum: undefined }],
  'one-enum-value-refused': [`${LIST}/2/schema`, { enum: ['title', 'pages'] }],
  'query-array-max-items-ignored': [`${LIST}/3/schema`, { maxItems: undefined }],
  'query-array-min-items-ignored': [`${LIST}/4/schema`, { minItems: undefined }],
  'query-unique-items-ignored': [`${LIST}/3/schema`, { uniqueItems: undefined }],
  'query-item-pattern-ignored': [`${LIST}/4/schema/items`, { pattern: undefined }],
  'deep-object-open': [`${LIST}/5/schema`, { additionalProperties: true }],
  'query-max-length-ignored': [`${LIST}/7/schema`, { maxLength: undefined }],
  'header-pattern-ignored': ['/paths/~1holds/post/parameters/0/schema', { pattern: undefined }],
  'patch-bounds-ignored': [`${SCHEMAS}/BookPatch/properties`, { pages: { type: 'integer' } }],
};
