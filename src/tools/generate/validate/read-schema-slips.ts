import {
  isOlderDialect,
  isJsonObject,
  type JsonObject,
  KEYWORDS,
  mapEntries,
  without,
  childPointer,
  mapSubschemas,
} from '../../document';
import { asFlag, type Warn, warnRead } from './repair-schema';

/** Corrects slips in a schema and its subschemas (read-slips.ts). */
export function readSchemaSlips(given: unknown, pointer: string, warn: Warn): unknown {
  const meant = meantBy(given, pointer);
  if (meant !== undefined) return warnRead(given, meant, pointer, warn);
  if (!isJsonObject(given) || isOlderDialect(given.$schema)) return given;
  const present = withoutNulls(given, pointer, warn);
  const value = withFormat(
    readFields(present, (key, member) => keyword(key, member, childPointer(pointer, key), warn)),
    given,
  );
  return mapSubschemas(value, (inner, at) => readSchemaSlips(inner, at, warn), pointer);
}

/** An object without members, as PHP writes it. */
export function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The schema that a text or an empty list means. A property "type" may be the keyword of the object around it. */
function meantBy(given: unknown, pointer: string): JsonObject | undefined {
  if (isEmptyList(given)) return {};
  if (typeof given !== 'string') return undefined;
  if (TYPES.includes(given) && !pointer.endsWith('/type')) return { type: given };
  return given.startsWith('#/') ? { $ref: given } : undefined;
}

/** Corrects the fields of an object; a field read as undefined is removed. */
export function readFields(
  owner: JsonObject,
  readField: (key: string, value: unknown) => unknown,
): JsonObject {
  const read = mapEntries(owner, readField);
  const lost = Object.keys(read).filter((key) => read[key] === undefined);
  return lost.length === 0 ? read : without(read, ...lost);
}

/** Keywords for which null is a value. */
const VALUES = new Set(['const', 'default', 'example']);

function withoutNulls(schema: JsonObject, pointer: string, warn: Warn): JsonObject {
  const isValue = (key: string): boolean =>
    VALUES.has(key) || (key === 'type' && isNullType(schema));
  const rest = withoutAbsent(schema, isValue, pointer, warn);
  return mapEntries(rest, (key, map) => {
    if (KEYWORDS.get(key)?.holds !== 'map') return map;
    if (isEmptyList(map)) return warnRead(map, {}, childPointer(pointer, key), warn);
    if (!isJsonObject(map)) return map;
    return mapEntries(map, (name, member) => {
      if (member !== null) return member;
      const message = 'has nothing behind it, so any value is valid; write a schema';
      warn(childPointer(pointer, key, name), message);
      return {};
    });
  });
}

/** Removes fields with the value null, except where null is a value. */
export function withoutAbsent(
  owner: JsonObject,
  isValue: (key: string) => boolean,
  pointer: string,
  warn: Warn,
): JsonObject {
  const absent = Object.keys(owner).filter(
    (key) => owner[key] === null && !key.startsWith('x-') && !isValue(key),
  );
  for (const key of absent) {
    const message =
      'has nothing behind it, and is read as absent; remove it, or write what belongs there';
    warn(childPointer(pointer, key), message);
  }
  return absent.length === 0 ? owner : without(owner, ...absent);
}

/** YAML reads `type: null` as null. Without further keywords, the type null is meant. */
function isNullType(schema: JsonObject): boolean {
  return Object.keys(schema).every((key) => ['type', 'title', 'description'].includes(key));
}

const FLAGS = ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated', 'nullable'];

function mayBeFlag(key: string): boolean {
  return [...FLAGS, 'additionalItems'].includes(key) || KEYWORDS.get(key)?.holds === 'schema';
}

function keyword(key: string, value: unknown, pointer: string, warn: Warn): unknown {
  if (key === 'type') return typeOf(value, pointer, warn);
  // Without a type, it may be a map of schemas.
  if (/^(?:all|any|one)Of$/.test(key) && isJsonObject(value) && typeof value.type === 'string') {
    warn(pointer, 'must be of type array, and is read as a list of this one; write a list');
    return [value];
  }
  if (key === 'allOf' && Array.isArray(value) && value.length === 0) {
    warn(pointer, 'is empty, and is ignored; write the schemas, or remove it');
    return undefined;
  }
  if (mayBeFlag(key)) {
    const meant = asFlag(value);
    return meant === undefined ? value : warnRead(value, meant, pointer, warn);
  }
  const isNumber = KEYWORDS.get(key)?.isNumber === true;
  if (isNumber && typeof value === 'string' && NUMBER.test(value.trim())) {
    return warnRead(value, Number(value), pointer, warn);
  }
  const isOne = typeof value === 'string' || typeof value === 'number';
  if (key === 'enum' && isOne) return warnRead(value, [value], pointer, warn);
  const isName = key === 'required' && typeof value === 'string' && asFlag(value) === undefined;
  return isName ? warnRead(value, [value], pointer, warn) : value;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

/** Type names of programming languages and Swagger 2.0, with the format that they imply. */
const WORDS: Readonly<Record<string, string>> = {
  int: 'integer',
  ...Object.fromEntries(
    ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'].map((format) => [
      format,
      `integer ${format}`,
    ]),
  ),
  long: 'integer int64',
  float: 'number float',
  double: 'number double',
  decimal: 'number',
  bool: 'boolean',
  str: 'string',
  text: 'string',
  uuid: 'string uuid',
  date: 'string date',
  datetime: 'string date-time',
  'date-time': 'string date-time',
  uri: 'string uri',
  email: 'string email',
  file: 'string binary',
  binary: 'string binary',
  list: 'array',
  dict: 'object',
  map: 'object',
  none: 'null',
  nil: 'null',
};
const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** One type, or a list of types. */
function typeOf(value: unknown, pointer: string, warn: Warn): unknown {
  if (Array.isArray(value)) {
    const types = [...new Set(value.map((each) => wordOf(each)))];
    const isMeant = types.length === value.length && types.every((each, at) => each === value[at]);
    return isMeant ? value : warnRead(value, types, pointer, warn);
  }
  if (typeof value !== 'string')
    return value === null ? warnRead(value, 'null', pointer, warn) : value;
  if (TYPES.includes(value)) return value;
  if (plainWord(value) === 'any') {
    warn(pointer, `${JSON.stringify(value)} is no type, so any value is valid; remove it`);
    return undefined;
  }
  const words = value
    .split(/[,|]/)
    .filter((each) => each.trim() !== '')
    .map(wordOf);
  const meant = words.length === 1 ? words[0] : words;
  const isKnown = words.length > 0 && words.every((each) => TYPES.includes(String(each)));
  return isKnown ? warnRead(value, meant, pointer, warn) : value;
}

function wordOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (typeof value !== 'string' || TYPES.includes(value)) return value;
  const plain = plainWord(value);
  if (TYPES.includes(plain)) return plain;
  return Object.hasOwn(WORDS, plain) ? WORDS[plain]?.split(' ')[0] : value;
}

function plainWord(value: string): string {
  return value.toLowerCase().replace(/^[\s"']+|[\s"',;]+$/g, '');
}

/** A type name may imply a format too. */
function withFormat(value: JsonObject, given: JsonObject): JsonObject {
  if (value.type === given.type || typeof given.type !== 'string' || 'format' in value)
    return value;
  const word = plainWord(given.type);
  const [, format] = (Object.hasOwn(WORDS, word) ? WORDS[word] : undefined)?.split(' ') ?? [];
  return format === undefined ? value : { ...value, format };
}
