import { isJsonObject, type JsonObject, childPointer } from '../../document';

export type Warn = (pointer: string, message: string) => void;

/** Warns how a value is read. @returns `meant` */
export function warnRead<Read>(given: unknown, meant: Read, pointer: string, warn: Warn): Read {
  warn(pointer, `${JSON.stringify(given)} is read as ${JSON.stringify(meant)}; write that`);
  return meant;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, on: true },
  ...{ false: false, no: false, off: false },
};

/** A boolean in quotes, or a word that YAML 1.1 has for it. @see https://yaml.org/type/bool.html */
export function asFlag(value: unknown): boolean | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  return Object.hasOwn(FLAGS, word) ? FLAGS[word] : undefined;
}

/**
 * Repairs one schema: keywords of older drafts get their old meaning where that is certain, and malformed annotations
 * are removed.
 *
 * @see https://json-schema.org/draft/2020-12/release-notes
 */
export function repairSchema(schema: JsonObject, pointer: string, warn: Warn): JsonObject {
  const said = new Map(Object.entries(schema));
  for (const [keyword, remedy] of REPAIRS) {
    if (!said.has(keyword)) continue;
    const value = said.get(keyword);
    const message = remedy(value, said);
    if (message !== undefined) warn(childPointer(pointer, keyword), message);
  }
  const unchanged =
    said.size === Object.keys(schema).length &&
    [...said].every(([keyword, value]) => value === schema[keyword]);
  return unchanged ? schema : Object.fromEntries(said);
}

/** Changes keywords in place, and returns the fault; undefined without one. */
type Repair = (value: unknown, said: Map<string, unknown>) => string | undefined;

type Test = (value: unknown) => boolean;
const isText: Test = (value) => typeof value === 'string';
const isFlag: Test = (value) => typeof value === 'boolean';
const never: Test = () => false;

const OBJECT = 'must be of type object, and is left out';
const TEXT = 'must be of type string, and is left out; put the text in quotes';

/** Keywords that are removed where their value is invalid. */
const DROPPED: readonly (readonly [keyword: string, isSound: Test, message: string])[] = [
  [
    'nullable',
    never,
    '"nullable" means nothing since OpenAPI 3.1 and is ignored; to allow null, add "null" to "type"',
  ],
  [
    'examples',
    Array.isArray,
    'must be of type array, and is left out; write a list, or "example" for one value',
  ],
  [
    'required',
    Array.isArray,
    'must be of type array, and is ignored; name the required properties in a list, in the schema of the object that has them',
  ],
  ['title', isText, TEXT],
  ['description', isText, TEXT],
  ['format', isText, TEXT],
  ['$comment', isText, TEXT],
  ['deprecated', isFlag, 'must be of type boolean, and is left out; write true or false'],
  ['externalDocs', isJsonObject, OBJECT],
  ['xml', isJsonObject, OBJECT],
  ['$vocabulary', isJsonObject, 'has a meaning in metaschemas only; remove it'],
  ['$recursiveAnchor', never, recursive('$recursiveAnchor')],
  ['$recursiveRef', never, recursive('$recursiveRef')],
];

const REPAIRS: readonly (readonly [keyword: string, remedy: Repair])[] = [
  ['exclusiveMinimum', exclusive('exclusiveMinimum', 'minimum')],
  ['exclusiveMaximum', exclusive('exclusiveMaximum', 'maximum')],
  ['required', withoutEqual],
  ['enum', withoutEmpty],
  ...DROPPED.map(([keyword, isSound, message]) => {
    const drop: Repair = (value, said) => {
      if (isSound(value)) return undefined;
      said.delete(keyword);
      return message;
    };
    return [keyword, drop] as const;
  }),
];

function withoutEqual(value: unknown, said: Map<string, unknown>): string | undefined {
  if (!Array.isArray(value) || !value.every(isText)) return undefined;
  const names = [...new Set(value)];
  if (names.length === value.length) return undefined;
  said.set('required', names);
  return 'has equal items, which count once; remove the others';
}

function withoutEmpty(value: unknown, said: Map<string, unknown>): string | undefined {
  if (!Array.isArray(value) || value.length > 0) return undefined;
  const others = said.get('allOf');
  said.delete('enum');
  said.set('allOf', [...(Array.isArray(others) ? (others as unknown[]) : []), false]);
  return 'is empty, so that no value is valid; name the values, or write the schema "false"';
}

function recursive(keyword: string): string {
  return `"${keyword}" means nothing since JSON Schema 2020-12 and is ignored; write "${keyword.replace('recursive', 'dynamic')}" or "$ref"`;
}

/**
 * In draft 4 and OpenAPI 3.0, `true` made the limit next to it exclusive.
 *
 * @see https://json-schema.org/draft-04/draft-fge-json-schema-validation-00#rfc.section.5.1.2
 */
function exclusive(keyword: string, limit: 'minimum' | 'maximum'): Repair {
  return (value, said) => {
    if (typeof value !== 'boolean') return undefined;
    said.delete(keyword);
    const bound = said.get(limit);
    if (!value || bound === undefined) {
      return `must be a number; ${value} is of older drafts and says nothing here, so remove it`;
    }
    said.delete(limit);
    said.set(keyword, bound);
    return `must be a number; true is read as older drafts do, so write "${keyword}" in place of "${limit}"`;
  };
}
