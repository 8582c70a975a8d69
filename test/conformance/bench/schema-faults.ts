/** Keywords that the service checks differently from its document; undefined if not at all. */
export interface SchemaFault {
  /** JSON Pointer. */
  readonly schema: string;
  readonly set: Readonly<Record<string, unknown>>;
}

const SCHEMAS = '/components/schemas';
const BOOK = `${SCHEMAS}/BookFields`;
const LIST = '/paths/~1books/get/parameters';

/** Faults of validation, by their names in faults.ts. */
export const schemaFaults: Partial<Record<string, SchemaFault>> = {
  'length-max-plus-one': { schema: `${SCHEMAS}/Title`, set: { maxLength: 41 } },
  'integer-max-plus-one': { schema: `${LIST}/0/schema`, set: { maximum: 11 } },
  'email-max-refused': {
    schema: `${SCHEMAS}/Member/properties/email`,
    set: { maxLength: 119 },
  },
  'integer-max-refused': { schema: `${SCHEMAS}/Pages`, set: { exclusiveMaximum: 5000 } },
  'length-min-refused': { schema: `${SCHEMAS}/Title`, set: { minLength: 3 } },
  'exclusive-minimum-inclusive': {
    schema: `${SCHEMAS}/Weight`,
    set: { exclusiveMinimum: undefined, minimum: 0 },
  },
  'multiple-of-ignored': {
    schema: `${SCHEMAS}/Hold/properties/days`,
    set: { multipleOf: undefined },
  },
  'fraction-multiple-of-ignored': { schema: `${SCHEMAS}/Weight`, set: { multipleOf: undefined } },
  'half-cents-accepted': {
    schema: `${SCHEMAS}/Hold/properties/deposit`,
    set: { multipleOf: 0.005 },
  },
  'capitals-in-names-refused': {
    schema: `${SCHEMAS}/Member/properties/labels`,
    set: { propertyNames: { pattern: '^[^A-Z]*$' } },
  },
  'pattern-ignored': { schema: `${SCHEMAS}/Copy/properties/barcode`, set: { pattern: undefined } },
  'pattern-unanchored': { schema: `${BOOK}/properties/isbn`, set: { pattern: '97[89]-[0-9]{10}' } },
  'additional-properties-ignored': {
    schema: `${SCHEMAS}/Publisher`,
    set: { additionalProperties: true },
  },
  'unevaluated-properties-ignored': {
    schema: `${SCHEMAS}/Book`,
    set: { unevaluatedProperties: true },
  },
  'dependent-required-ignored': { schema: BOOK, set: { dependentRequired: undefined } },
  'then-ignored': { schema: BOOK, set: { then: undefined } },
  'else-ignored': { schema: BOOK, set: { else: undefined } },
  'contains-ignored': {
    schema: `${BOOK}/properties/copies`,
    set: { contains: undefined, minContains: undefined, maxContains: undefined },
  },
  'min-contains-ignored': { schema: `${BOOK}/properties/copies`, set: { minContains: undefined } },
  'max-contains-ignored': { schema: `${BOOK}/properties/copies`, set: { maxContains: undefined } },
  'prefix-items-ignored': {
    schema: `${BOOK}/properties/dimensions`,
    set: { prefixItems: undefined, items: true },
  },
  'third-prefix-item-ignored': {
    schema: `${BOOK}/properties/dimensions/prefixItems/2`,
    set: { enum: undefined },
  },
  'items-after-prefix-accepted': { schema: `${BOOK}/properties/dimensions`, set: { items: true } },
  'property-names-ignored': {
    schema: `${BOOK}/properties/identifiers`,
    set: { propertyNames: undefined },
  },
  'pattern-properties-ignored': {
    schema: `${BOOK}/properties/identifiers`,
    set: { patternProperties: undefined },
  },
  'max-properties-ignored': {
    schema: `${BOOK}/properties/identifiers`,
    set: { maxProperties: undefined },
  },
  'min-properties-ignored': { schema: `${SCHEMAS}/BookPatch`, set: { minProperties: undefined } },
  'unique-items-ignored': { schema: `${SCHEMAS}/Tags`, set: { uniqueItems: undefined } },
  'max-items-ignored': { schema: `${SCHEMAS}/Tags`, set: { maxItems: undefined } },
  'body-enum-ignored': {
    schema: `${SCHEMAS}/Contributor/properties/role`,
    set: { enum: undefined, type: 'string' },
  },
  'branch-required-ignored': {
    schema: `${SCHEMAS}/MagazineItem`,
    set: { required: ['kind', 'name'] },
  },
  'branch-closed-ignored': { schema: `${SCHEMAS}/DiscItem`, set: { additionalProperties: true } },
  'required-ignored': {
    schema: `${SCHEMAS}/Member`,
    set: { required: ['id', 'name', 'password'] },
  },
  'format-date-time-ignored': {
    schema: `${SCHEMAS}/Hold/properties/dueBy`,
    set: { format: undefined },
  },
  'format-email-ignored': {
    schema: `${SCHEMAS}/Member/properties/email`,
    set: { format: undefined },
  },
  'format-uuid-ignored': { schema: `${SCHEMAS}/Member/properties/id`, set: { format: undefined } },
  'null-accepted': {
    schema: `${SCHEMAS}/Publisher/properties/city`,
    set: { type: ['string', 'null'] },
  },
  'null-refused': { schema: `${BOOK}/properties/rating`, set: { type: 'number' } },
  'int64-overflow-accepted': {
    schema: `${BOOK}/properties/stockNumber`,
    set: { type: 'number', format: undefined },
  },
  'int32-for-int64': {
    schema: `${BOOK}/properties/stockNumber`,
    set: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  },
  'query-enum-ignored': { schema: `${LIST}/2/schema`, set: { enum: undefined } },
  'one-enum-value-refused': { schema: `${LIST}/2/schema`, set: { enum: ['title', 'pages'] } },
  'query-array-max-items-ignored': { schema: `${LIST}/3/schema`, set: { maxItems: undefined } },
  'query-array-min-items-ignored': { schema: `${LIST}/4/schema`, set: { minItems: undefined } },
  'query-unique-items-ignored': { schema: `${LIST}/3/schema`, set: { uniqueItems: undefined } },
  'query-item-pattern-ignored': {
    schema: `${LIST}/4/schema/items`,
    set: { pattern: undefined },
  },
  'deep-object-open': { schema: `${LIST}/5/schema`, set: { additionalProperties: true } },
  'query-max-length-ignored': { schema: `${LIST}/7/schema`, set: { maxLength: undefined } },
  'header-pattern-ignored': {
    schema: '/paths/~1holds/post/parameters/0/schema',
    set: { pattern: undefined },
  },
  'patch-bounds-ignored': {
    schema: `${SCHEMAS}/BookPatch/properties`,
    set: { pages: { type: 'integer' } },
  },
};
