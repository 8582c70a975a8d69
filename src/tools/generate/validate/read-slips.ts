import { styles } from 'openapi-trellis/tools';
import {
  asObject,
  isJsonObject,
  type JsonObject,
  mapEntries,
  mapItems,
  without,
  childPointer,
  isContainer,
  type Kind,
  mapMembers,
  METHODS,
} from '../../document';
import { readReferences } from './read-references';
import { isEmptyList, readFields, readSchemaSlips, withoutAbsent } from './read-schema-slips';
import { withBody, withSchema, withStyle } from './read-swagger';
import { asFlag, type Warn, warnRead } from './repair-schema';

/**
 * Corrects slips whose intended meaning is clear: a key without a value, a quoted boolean, a word of another language.
 * Each gives a warning at its place. Ambiguous values stay as they are, and are faults.
 */
export function readSlips(document: JsonObject, warn: Warn): JsonObject {
  return read('openapi', readReferences(document, warn), '', warn) as JsonObject;
}

function read(kind: Kind, given: unknown, pointer: string, warn: Warn): unknown {
  if (kind === 'schema') return readSchemaSlips(given, pointer, warn);
  if (kind === 'response' && isText(given)) {
    return warnRead(given, { description: given }, pointer, warn);
  }
  if (!isJsonObject(given)) return given;
  if (typeof given.$ref === 'string' && kind !== 'pathItem') return given;
  const present = withoutNulls(kind, given, pointer, warn);
  const value = READERS[kind]?.(present, pointer, warn) ?? present;
  return mapMembers(kind, value, pointer, (inner, member, at) => read(inner, member, at, warn));
}

/** Fields for which null is a value. */
const VALUES = new Set(['example', 'value', 'dataValue', 'default']);

/** The meaning of map entries without a value; for other maps they have none. */
const EMPTY: Readonly<Partial<Record<string, JsonObject>>> = {
  paths: {},
  webhooks: {},
  schemas: {},
  content: {},
  encoding: {},
  responses: { description: '' },
  headers: { schema: {} },
  examples: {},
  callbacks: {},
};

/** In YAML a key without a value is null, and is treated as absent; a name in a map is kept, with an empty object. */
function withoutNulls(kind: Kind, owner: JsonObject, pointer: string, warn: Warn): JsonObject {
  // Missing responses are reported where they are repaired.
  const isTold = (key: string): boolean => kind === 'operation' && key === 'responses';
  const kept = withoutAbsent(owner, (key) => VALUES.has(key) || isTold(key), pointer, warn);
  return mapEntries(kept, (key, map) => {
    const empty = EMPTY[key];
    const isMap = empty !== undefined || kind === 'components' || key === 'links';
    if (isMap && isContainer(kind, key) && isEmptyList(map)) {
      return warnRead(map, {}, childPointer(pointer, key), warn);
    }
    if (empty === undefined || !isContainer(kind, key) || !isJsonObject(map)) return map;
    return mapEntries(map, (name, member) => {
      if (member !== null || name.startsWith('x-')) return member;
      const message = `has nothing behind it, and is read as ${JSON.stringify(empty)}; write that, or what belongs there`;
      warn(childPointer(pointer, key, name), message);
      return empty;
    });
  });
}

type Reader = (value: JsonObject, pointer: string, warn: Warn) => JsonObject;

/** Applies readers one after the other. */
function inOrder(...readers: readonly Reader[]): Reader {
  return (given, pointer, warn) =>
    readers.reduce((value, reader) => reader(value, pointer, warn), given);
}

type FieldReader = (value: unknown, pointer: string, warn: Warn) => unknown;

/** Corrects some fields of an object. */
function fields(readers: Readonly<Record<string, FieldReader>>): Reader {
  return (value, pointer, warn) =>
    readFields(value, (key, field) =>
      Object.hasOwn(readers, key) ? readers[key]?.(field, childPointer(pointer, key), warn) : field,
    );
}

/** Booleans in quotes, or as words of YAML 1.1. @see https://yaml.org/type/bool.html */
const flag: FieldReader = (value, pointer, warn) => {
  const meant = asFlag(value);
  return meant === undefined ? value : warnRead(value, meant, pointer, warn);
};

/** An annotation, which is removed where it is not a boolean. */
const notedFlag: FieldReader = (value, pointer, warn) => {
  const read = flag(value, pointer, warn);
  if (typeof read === 'boolean') return read;
  warn(pointer, 'must be of type boolean, and is left out; write true or false');
  return undefined;
};

/** Removes a field unless its value is sound. */
function leftOutBut(isSound: (value: unknown) => boolean, message: string): FieldReader {
  return (value, pointer, warn) => {
    if (isSound(value)) return value;
    warn(pointer, message);
    return undefined;
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

const text = leftOutBut(isText, 'must be of type string, and is left out; put the text in quotes');

/** One of a few words, ignoring case and punctuation. */
function oneOf(...words: readonly string[]): FieldReader {
  return (value, pointer, warn) => {
    if (typeof value !== 'string' || words.includes(value)) return value;
    const plain = (each: string): string => each.toLowerCase().replace(/[^a-z]/g, '');
    const meant = words.find((each) => plain(each) === plain(value));
    return meant === undefined ? value : warnRead(value, meant, pointer, warn);
  };
}

/** Accepts a single item instead of a list. */
function list(isItem: (value: unknown) => boolean, item: FieldReader): FieldReader {
  return (value, pointer, warn) => {
    if (Array.isArray(value)) {
      return mapItems(value, (each, index) => item(each, childPointer(pointer, index), warn));
    }
    if (!isItem(value)) return value;
    warn(pointer, 'must be of type array, and is read as a list of this one; write a list');
    return [item(value, pointer, warn)];
  };
}

/** A number or boolean that lacks its quotes. */
const scalarText: FieldReader = (value, pointer, warn) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? warnRead(value, String(value), pointer, warn)
    : value;

/** Names of tags, which do not affect requests. */
const tagNames: FieldReader = (value, pointer, warn) => {
  const read = list(isText, scalarText)(value, pointer, warn);
  if (Array.isArray(read) && read.every(isText)) return read;
  warn(pointer, 'must be a list of names, and is left out; write one');
  return undefined;
};

const tag: FieldReader = (value, pointer, warn) =>
  isText(value) ? warnRead(value, { name: value }, pointer, warn) : value;

const externalDocs: FieldReader = (value, pointer, warn) =>
  isText(value)
    ? warnRead(value, { url: value }, pointer, warn)
    : leftOutBut(isJsonObject, 'must be of type object, and is left out')(value, pointer, warn);

/** Matches a host without "https://", which would be read as a path: with a dot or a port. */
const HOST = /^(?:localhost|(?:[\w-]+\.)+[a-z]{2,})(?::\d+)?(?:\/|$)|^[\w.-]+:\d+(?:\/|$)/i;

const server: FieldReader = (given, pointer, warn) => {
  const named = isText(given) ? warnRead(given, { url: given }, pointer, warn) : given;
  if (!isJsonObject(named)) return named;
  const value = withoutAbsent(named, never, pointer, warn);
  const read = fields({
    url: (url, at) =>
      typeof url === 'string' && HOST.test(url) && !/^\.\.?\//.test(url)
        ? warnRead(url, `https://${url}`, at, warn)
        : url,
    variables: (variables, at) =>
      isJsonObject(variables)
        ? mapEntries(variables, (name, each) => variable(each, childPointer(at, name), warn))
        : variables,
  });
  if ('url' in value) return read(value, pointer, warn);
  warn(pointer, 'lacks a URL, and is read as of "/"; write "url"');
  return { ...value, url: '/' };
};

/** @see https://spec.openapis.org/oas/v3.1.1#server-variable-object */
const variable: FieldReader = (given, pointer, warn) => {
  if (!isJsonObject(given)) return given;
  const present = withoutAbsent(given, never, pointer, warn);
  const value = fields({
    default: scalarText,
    enum: (values, at) => {
      if (!Array.isArray(values)) return values;
      if (values.length > 0) {
        return mapItems(values, (each, index) => scalarText(each, childPointer(at, index), warn));
      }
      warn(at, 'has no value, and is ignored; remove it, or list the values');
      return undefined;
    },
  })(present, pointer, warn);
  if ('default' in value) return value;
  const [first = ''] = Array.isArray(value.enum) ? (value.enum as unknown[]) : [];
  warn(pointer, `has no default, and ${JSON.stringify(first)} is taken; write "default"`);
  return { ...value, default: first };
};

/** @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
function withoutExcluded(value: JsonObject, pointer: string, warn: Warn): JsonObject {
  const isForeign = ['header', 'path', 'cookie'].includes(String(value.in));
  return fields({
    ...('examples' in value && { example: leftOutBut(never, BESIDE_EXAMPLES) }),
    ...(isForeign && { allowEmptyValue: leftOutBut(never, OF_QUERY) }),
  })(value, pointer, warn);
}

const never = (): boolean => false;
const BESIDE_EXAMPLES = 'is ignored beside "examples"; keep one of them';
const OF_QUERY = 'has a meaning in the query only, and is ignored; remove it';

/** A body of which nothing is stated but that there is one. */
function withContent(value: JsonObject, pointer: string, warn: Warn): JsonObject {
  if (!Object.keys(value).every((key) => /^(?:description|required|x-.*)$/s.test(key)))
    return value;
  warn(pointer, 'lacks content, and is read as of any media type; write "content"');
  return { ...value, content: { '*/*': {} } };
}

const FLAGS = { required: flag, deprecated: notedFlag, explode: flag, allowReserved: flag };
const EXAMPLES = {
  examples: (value, pointer, warn) => {
    if (isJsonObject(value)) {
      return mapEntries(value, (name, each) =>
        isJsonObject(each) || each === null || name.startsWith('x-')
          ? each
          : warnRead(each, { value: each }, childPointer(pointer, name), warn),
      );
    }
    warn(pointer, 'must be of type object, and is ignored; name each example');
    return undefined;
  },
} satisfies Readonly<Record<string, FieldReader>>;
const LOCATIONS = oneOf('query', 'header', 'path', 'cookie', 'querystring');
const parameterFields = fields({
  ...FLAGS,
  ...EXAMPLES,
  allowEmptyValue: flag,
  in: LOCATIONS,
  name: (value, pointer, warn) =>
    typeof value === 'number' ? warnRead(value, String(value), pointer, warn) : value,
  style: oneOf(...Object.keys(styles)),
});

// An empty requirement would allow anonymous requests.
const isRequirement = (value: unknown): boolean =>
  isJsonObject(value) && Object.keys(value).length > 0;

const requirements = list(isRequirement, (requirement, pointer, warn) =>
  isJsonObject(requirement)
    ? mapEntries(requirement, (name, scopes) =>
        scopes === null ? warnRead(scopes, [], childPointer(pointer, name), warn) : scopes,
      )
    : requirement,
);

/** One name of a scheme requires it; of several, all or one might be meant. */
const security: FieldReader = (value, pointer, warn) => {
  const [name, ...others] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof name !== 'string' || others.length > 0) return requirements(value, pointer, warn);
  return warnRead(value, [{ [name]: [] }], pointer, warn);
};

const isParameter = (value: unknown): boolean =>
  isText(asObject(value).in) || isText(asObject(value).$ref);
const parameters = list(isParameter, (value) => value);

const SHARED = {
  security,
  servers: list((value) => isText(value) || isJsonObject(value), server),
  externalDocs,
};

const READERS: Readonly<Partial<Record<Kind, Reader>>> = {
  openapi: (value, pointer, warn) =>
    fields({
      ...SHARED,
      tags: list((each) => isText(each) || isJsonObject(each), tag),
      paths: (paths, at) => withKeys(paths, at, warn, pathName),
    })(value, pointer, warn),
  pathItem: (value, pointer, warn) => {
    const named = withKeys(value, pointer, warn, methodName) as JsonObject;
    return fields({ servers: SHARED.servers, parameters })(named, pointer, warn);
  },
  operation: inOrder(
    fields({
      ...SHARED,
      parameters,
      tags: tagNames,
      operationId: text,
      deprecated: notedFlag,
      responses: (responses, at, warn) =>
        withoutWords(withKeys(responses, at, warn, statusName), at, warn),
    }),
    withBody,
  ),
  parameter: inOrder(parameterFields, withStyle, withSchema, withoutExcluded),
  header: inOrder(fields({ ...FLAGS, ...EXAMPLES }), withSchema, withoutExcluded),
  mediaType: inOrder(fields(EXAMPLES), withoutExcluded),
  requestBody: inOrder(fields({ required: flag }), withContent),
  securityScheme: (value, pointer, warn) => {
    const read = fields({ type: schemeType, in: LOCATIONS, flows })(value, pointer, warn);
    const scheme = typeof value.type === 'string' ? value.type.toLowerCase() : '';
    if (['basic', 'bearer'].includes(scheme)) return { ...read, scheme };
    if (read.type !== 'oauth2' || 'flows' in read) return read;
    warn(pointer, 'lacks flows, and is read as without any; write "flows"');
    return { ...read, flows: {} };
  },
};

const SCHEME_TYPES = oneOf('apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS');
const schemeType: FieldReader = (value, pointer, warn) => {
  const isScheme = typeof value === 'string' && /^(?:basic|bearer)$/i.test(value);
  return isScheme ? warnRead(value, 'http', pointer, warn) : SCHEME_TYPES(value, pointer, warn);
};

/** A flow that lacks scopes gets an empty map. @see https://spec.openapis.org/oas/v3.1.1#oauth-flow-object */
const flows: FieldReader = (value, pointer, warn) =>
  isJsonObject(value)
    ? mapEntries(value, (name, flow) => {
        if (name.startsWith('x-')) return flow;
        const { scopes = null } = asObject(flow);
        const read = (scope: string, of: unknown): unknown =>
          of ?? warnRead(of, '', childPointer(pointer, name, 'scopes', scope), warn);
        if (isJsonObject(scopes)) return { ...asObject(flow), scopes: mapEntries(scopes, read) };
        if (scopes !== null) return flow;
        warn(
          childPointer(pointer, name),
          'lacks scopes, and is read as without any; write "scopes: {}"',
        );
        return { ...asObject(flow), scopes: {} };
      })
    : value;

/** A map with its keys corrected, unless another key has the same meaning. */
function withKeys(
  map: unknown,
  pointer: string,
  warn: Warn,
  meaningOf: (key: string) => string,
): unknown {
  if (!isJsonObject(map)) return map;
  const meanings = Object.keys(map).map((key) => [key, meaningOf(key)] as const);
  const counts = new Map<string, number>();
  for (const [, meaning] of meanings) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  const others = new Map(
    meanings.filter(([key, meaning]) => key !== meaning && counts.get(meaning) === 1),
  );
  if (others.size === 0) return map;
  for (const [key, meaning] of others) warnRead(key, meaning, childPointer(pointer, key), warn);
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [others.get(key) ?? key, value]),
  );
}

function pathName(key: string): string {
  const isOther = key.startsWith('x-') || key.includes('://');
  return key.startsWith('/') || isOther ? key : `/${key}`;
}

function methodName(key: string): string {
  const lower = key.toLowerCase();
  return METHODS.some((method) => method === lower) ? lower : key;
}

/** A status may be followed by its phrase, as in "200 OK". */
function statusName(key: string): string {
  const trimmed = key.trim().replace(/^([1-5]\d\d)[\s:-]+(?!default)[a-z' -]+$/i, '$1');
  if (/^[1-5]xx$/i.test(trimmed)) return trimmed.toUpperCase();
  return /^default$/i.test(trimmed) ? 'default' : /^\d{3}$/.test(trimmed) ? trimmed : key;
}

/** Removes responses under words, which say nothing of a status, where others have one. */
function withoutWords(responses: unknown, pointer: string, warn: Warn): unknown {
  if (!isJsonObject(responses)) return responses;
  const names = Object.keys(responses);
  const words = names.filter((name) => /^(?!default$|x-)[a-z][a-z _-]*$/i.test(name));
  if (!names.some((name) => /^(?:\d{3}|\dXX|default)$/.test(name))) return responses;
  for (const word of words) warn(childPointer(pointer, word), NO_STATUS);
  return without(responses, ...words);
}

const NO_STATUS = 'is no status, so no response has it, and it is left out; write its number';
