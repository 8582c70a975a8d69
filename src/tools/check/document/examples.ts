import { pointerKeys, scalarTypes, type CompiledMediaType } from 'openapi-trellis/tools';
import { namedExamples, isReserved } from '../../samples';
import {
  admittedTypes,
  asObject,
  childPointer,
  contentKind,
  isJsonObject,
  type JsonObject,
  type Located,
  visitObjects,
  visitSchemas,
  type Direction,
} from '../../document';
import type { LoadedContract } from '../../validators';

export interface Example {
  /** The kind of object, which decides how it is validated. */
  readonly kind: 'content' | 'parameter' | 'schema' | 'default';
  /** JSON Pointer of the value; for an example of the components, of the reference to it. */
  readonly pointer: string;
  readonly value: unknown;
  /** The Media Type Object, Parameter Object, Header Object or schema that contains it. */
  readonly holder: Located;
  readonly directions: Directions;
}

/**
 * The examples and defaults of a document that a service would validate, in the document's order. External
 * (`externalValue`) and serialized (`serializedValue`) examples are excluded.
 * @see https://spec.openapis.org/oas/v3.2.0#working-with-examples
 */
export function examplesOf(loaded: LoadedContract): Example[] {
  const { resolver } = loaded;
  const isCopy = copiesIn(loaded);
  const found: Example[] = [];
  const unread: string[] = [];
  const add = (examples: readonly Example[]): void => {
    for (const example of examples) found.push(example);
  };
  visitObjects('openapi', resolver.document, '', (kind, value, pointer) => {
    if (isCopy(pointer) || unread.some((each) => pointer.startsWith(each))) return;
    if (kind === 'schema') add(schemaExamples(value, pointer));
    if (!isJsonObject(value) || '$ref' in value) return;
    if (kind === 'mediaType' && !isValidated(resolver, pointer)) unread.push(`${pointer}/`);
    else if (kind === 'mediaType') add(objectExamples(loaded, 'content', value, pointer));
    else if ((kind === 'parameter' || kind === 'header') && !isUnused(kind, value, pointer)) {
      add(objectExamples(loaded, 'parameter', value, pointer));
    }
  });
  return found;
}

/** True for a copy of a schema that the author wrote elsewhere. */
function copiesIn({ document, resolver }: LoadedContract): (pointer: string) => boolean {
  const schemasIn = (root: JsonObject): JsonObject => asObject(asObject(root.components).schemas);
  const own = schemasIn(document);
  const copies = Object.keys(schemasIn(resolver.document)).filter((name) => !(name in own));
  const pointers = new Set(copies.map((name) => childPointer('', 'components', 'schemas', name)));
  return (pointer) => pointers.has(pointer);
}

/** The kinds of request content that a service reads by schemas. It writes only JSON and items by them. */
const READ = new Set<CompiledMediaType['kind']>(['json', 'items', 'form', 'multipart', 'text']);
const WRITTEN = new Set<CompiledMediaType['kind']>(['json', 'items']);

/** False for content that is passed on unchanged. @param pointer of the Media Type Object */
export function isValidated(resolver: LoadedContract['resolver'], pointer: string): boolean {
  const kind = contentKind(resolver, pointerKeys(pointer).at(-1) ?? '', pointer);
  // Text that represents a structure, such as XML, is not validated.
  const types = admittedTypes(resolver, childPointer(pointer, 'schema')) ?? ['string'];
  if (kind === 'text' && scalarTypes(types).length === 0) return false;
  return (directionsAt(pointer).includes('request') ? READ : WRITTEN).has(kind);
}

/** Header parameters of these names are ignored, since HTTP defines these headers. */
function isUnused(kind: 'parameter' | 'header', value: JsonObject, pointer: string): boolean {
  if (kind === 'parameter') return isReserved(value);
  return isReserved({ in: 'header', name: pointerKeys(pointer).at(-1) });
}

/** The examples next to the schema of an object. */
function objectExamples(
  { resolver }: LoadedContract,
  kind: 'content' | 'parameter',
  value: JsonObject,
  pointer: string,
): Example[] {
  const resolve = ({ $ref, ...own }: JsonObject): JsonObject =>
    typeof $ref === 'string' ? resolver.resolve(resolver.target($ref, pointer)).value : own;
  const holder = { pointer, value };
  const directions = directionsAt(pointer);
  return [...namedExamples(value, resolve)].map(([name, example]) => {
    const at = name === '' ? childPointer(pointer, 'example') : namedPointer(holder, name);
    return { kind, pointer: at, value: example, holder, directions };
  });
}

function namedPointer({ pointer, value }: Located, name: string): string {
  const at = childPointer(pointer, 'examples', name);
  const example = asObject(asObject(value.examples)[name]);
  const field = ['value', 'dataValue'].find((each) => each in example);
  return field === undefined || '$ref' in example ? at : childPointer(at, field);
}

function schemaExamples(outer: unknown, outermost: string): Example[] {
  const found: Example[] = [];
  const directions = directionsAt(outermost);
  visitSchemas(outer, outermost, (value, pointer) => {
    const holder = { pointer, value };
    const add = (kind: Example['kind'], at: string, example: unknown): void => {
      found.push({ kind, pointer: at, value: example, holder, directions });
    };
    if ('example' in value) add('schema', childPointer(pointer, 'example'), value.example);
    const examples: unknown[] = Array.isArray(value.examples) ? value.examples : [];
    for (const [index, example] of examples.entries()) {
      add('schema', childPointer(pointer, 'examples', index), example);
    }
    if ('default' in value) add('default', childPointer(pointer, 'default'), value.default);
  });
  return found;
}

type Directions = readonly Direction[];

const BOTH: Directions = ['request', 'response'];

/** The directions for fields of an operation and sections of the components. */
const PARTS: Readonly<Record<string, Directions>> = {
  parameters: ['request'],
  requestBody: ['request'],
  requestBodies: ['request'],
  responses: ['response'],
  headers: ['response'],
};

/**
 * The directions of the messages that the object at a pointer describes. Schemas of the components may occur in
 * both, and so may messages of webhooks and callbacks.
 */
export function directionsAt(pointer: string): Directions {
  const [root = '', section = '', field = '', ...inner] = pointerKeys(pointer);
  if (root === 'components') return PARTS[section] ?? BOTH;
  if (root !== 'paths') return BOTH;
  if (field === 'parameters') return ['request'];
  const [part = ''] = field === 'additionalOperations' ? inner.slice(1) : inner;
  return PARTS[part] ?? BOTH;
}
