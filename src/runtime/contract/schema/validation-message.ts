import { quote } from '../json/json-values';
import type { AlternativesFault, ValidationError } from './validation';

/**
 * Describes a validation error, as the end of a sentence that begins with the value's name: its place (a JSON Pointer,
 * RFC 6901), the fault, and the expectation. It quotes names, never values.
 */
export function describeError(error: ValidationError): string {
  const alternatives = alternativesOf(error);
  if (alternatives !== undefined && 'only' in alternatives) return describeError(alternatives.only);
  const fault = describeFault(error);
  return error.instancePath === '' ? fault : `at ${quote(error.instancePath)} ${fault}`;
}

function describeFault({ keyword, params }: Omit<ValidationError, 'instancePath'>): string {
  const describe = faults[keyword];
  return describe === undefined
    ? (ownMessage(params) ?? `does not fit the keyword "${keyword}" of its schema`)
    : describe(params);
}

/** The message of the service's own keyword. */
function ownMessage({ message }: ValidationError['params']): string | undefined {
  return typeof message === 'string' ? message : undefined;
}

type Describe = (params: ValidationError['params']) => string;

const faults: Readonly<Record<string, Describe>> = {
  additionalProperties: (p) =>
    `has the property ${quote(p.additionalProperty)}, which is not allowed`,
  anyOf: (p) => describeAlternatives(p),
  const: (p) => `must be ${JSON.stringify(p.allowedValue)}`,
  contains: () => 'lacks an item that its schema asks for',
  dependentRequired: (p) =>
    `has the property ${quote(p.property)} and lacks ${quote(p.missingProperty)}`,
  enum: (p) => `must be one of ${JSON.stringify(p.allowedValues)}`,
  exactConst: (p) => `must be ${[p.limits].flat().map(text).join(',')}`,
  exactEnum: (p) => `must be one of [${[p.limits].flat().map(text).join(',')}]`,
  exactInteger: () =>
    'must be an integer, and beyond 9007199254740991 one that a double holds exactly',
  exactLimits: (p) => describeExactLimits(p.limits),
  exclusiveMaximum: (p) => `must be less than ${limit(p)}`,
  exclusiveMinimum: (p) => `must be greater than ${limit(p)}`,
  'false schema': () => 'is not allowed',
  format: (p) => `must be of the format "${text(p.format)}"`,
  integerFormat: (p) => describeIntegerFormat(p.limits),
  int64: (p) => `must be an integer of 64 bits${describeLimits(p.limits)}`,
  maxItems: (p) => `must have at most ${limit(p)} items`,
  maxLength: (p) => `must have at most ${limit(p)} characters`,
  maxProperties: (p) => `must have at most ${limit(p)} properties`,
  maximum: (p) => `must be at most ${limit(p)}`,
  minItems: (p) => `must have at least ${limit(p)} items`,
  minLength: (p) => `must have at least ${limit(p)} characters`,
  minProperties: (p) => `must have at least ${limit(p)} properties`,
  minimum: (p) => `must be at least ${limit(p)}`,
  multipleOf: (p) => `must be a multiple of ${text(p.multipleOf)}`,
  not: () => 'matches a schema that it must not match',
  ownFormat: (p) => `must be of the format "${text(p.format)}"`,
  oneOf: (p) => describeAlternatives(p),
  pattern: (p) => `must match the pattern ${quote(p.pattern)}`,
  propertyNames: (p) => `has the property name ${quote(p.propertyName)}, which is not allowed`,
  required: (p) => `lacks the property ${quote(p.missingProperty)}`,
  type: (p) => `must be of type ${[p.type].flat().map(text).join(' or ')}`,
  unevaluatedItems: () => 'has items that are not allowed',
  unevaluatedProperties: (p) =>
    `has the property ${quote(p.unevaluatedProperty)}, which is not allowed`,
  uniqueItems: () => 'has equal items, which must differ',
  wholeNumber: () => 'must be of type integer',
};

/** The alternatives' fault of an error, where it says more than that none matches. */
function alternativesOf({
  params: { passingSchemas, discriminator, fault },
}: Pick<ValidationError, 'params'>): AlternativesFault | undefined {
  const isOther = discriminator !== undefined || Array.isArray(passingSchemas);
  return isOther ? undefined : (fault as AlternativesFault | undefined);
}

function describeAlternatives(params: ValidationError['params']): string {
  const { passingSchemas, discriminator } = params;
  const fault = alternativesOf({ params });
  if (fault !== undefined && 'types' in fault) {
    return describeFault({ keyword: 'type', params: { type: fault.types } });
  }
  if (discriminator !== undefined) {
    const { property, values } = discriminator as { property: string; values: readonly string[] };
    return `must have the property ${quote(property)} with one of the values ${JSON.stringify(values)}`;
  }
  return passingSchemas === null || passingSchemas === undefined
    ? 'fits none of the alternatives of its schema'
    : 'fits more than one of the alternatives of its schema';
}

function limit(params: ValidationError['params']): string {
  return text(params.limit);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeIntegerFormat(limits: unknown): string {
  const { format, minimum, maximum } = limits as Record<string, string>;
  return `must be of the format "${text(format)}": an integer from ${text(minimum)} to ${text(maximum)}`;
}

/** The limits of the int64 keyword, such as `, minimum 1`. */
function describeLimits(limits: unknown): string {
  return limitsOf(limits)
    .map(([name, value]) => `, ${name} ${text(value)}`)
    .join('');
}

/** Each limit, described like the keyword of JSON Schema. */
function describeExactLimits(limits: unknown): string {
  return limitsOf(limits)
    .map(([name, value]) =>
      describeFault({ keyword: name, params: { limit: value, [name]: value } }),
    )
    .join(' and ');
}

function limitsOf(limits: unknown): [name: string, value: unknown][] {
  return typeof limits === 'object' && limits !== null ? Object.entries(limits) : [];
}

/**
 * The violated keyword as the schema's author wrote it: compiled validators have additional keywords for numbers beyond
 * doubles (src/tools/validators/exact-keywords.ts inserts them).
 */
export function keywordName({ keyword, params }: ValidationError): string {
  if (keyword === 'exactLimits') return firstKey(params.limits) ?? keyword;
  return AUTHORS_NAMES[keyword] ?? keyword;
}

const AUTHORS_NAMES: Readonly<Record<string, string>> = {
  exactConst: 'const',
  exactEnum: 'enum',
  exactInteger: 'type',
  // A `false` schema has no keyword; that of the schema around it is not known here.
  'false schema': 'not',
  int64: 'format',
  integerFormat: 'format',
  ownFormat: 'format',
  wholeNumber: 'type',
};

/** With several limits, the violated one is not known. */
function firstKey(limits: unknown): string | undefined {
  return typeof limits === 'object' && limits !== null ? Object.keys(limits)[0] : undefined;
}
