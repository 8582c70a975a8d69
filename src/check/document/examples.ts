import { pointerKeys, scalarTypes, type CompiledMediaType } from '../../contract';
import { namedExamples } from '../../samples/requests/example-items';
import { isReserved } from '../../samples/requests/sample-values';
import {
  admittedTypes,
  asObject,
  childPointer,
  contentKind,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  type Located,
  visitObjects,
  visitSchemas,
  type Direction,
} from '../../generate/index';

/** A value that the document gives as an example, or as a default. */
export interface Example {
  /** What it is an example of, which decides how it is validated. */
  readonly kind: 'content' | 'parameter' | 'schema' | 'default';
  /** Of the value; of the reference to it where it stands among the components. */
  readonly pointer: string;
  readonly value: unknown;
  /** The Media Type Object, the Parameter Object, the Header Object or the schema that gives it. */
  readonly holder: Located;
  readonly directions: Directions;
}

/**
 * The examples and defaults of a document whose values a service would validate, in its order. Those that
 * stand elsewhere (`externalValue`), or are written as they are sent (`serializedValue`), are not among
 * them.
 *
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

/** True for a schema that stands elsewhere in the author's text (plain-schemas.ts). */
function copiesIn({ document, resolver }: LoadedContract): (pointer: string) => boolean {
  const schemasIn = (root: JsonObject): JsonObject => asObject(asObject(root.components).schemas);
  const own = schemasIn(document);
  const copies = Object.keys(schemasIn(resolver.document)).filter((name) => !(name in own));
  const pointers = new Set(copies.map((name) => childPointer('', 'components', 'schemas', name)));
  return (pointer) => pointers.has(pointer);
}

/** What a service reads by schemas, of requests; it writes JSON and items by them alone. */
const READ = new Set<CompiledMediaType['kind']>(['json', 'items', 'form', 'multipart', 'text']);
const WRITTEN = new Set<CompiledMediaType['kind']>(['json', 'items']);

/** False for content that is passed on as it is. @param pointer the Media Type Object */
export function isValidated(resolver: LoadedContract['resolver'], pointer: string): boolean {
  const kind = contentKind(resolver, pointerKeys(pointer).at(-1) ?? '', pointer);
  // Text that stands for a structure, as XML does, is not.
  const types = admittedTypes(resolver, childPointer(pointer, 'schema')) ?? ['string'];
  if (kind === 'text' && scalarTypes(types).length === 0) return false;
  return (directionsAt(pointer).includes('request') ? READ : WRITTEN).has(kind);
}

/** Headers by these names mean nothing, since HTTP has its own way for them. */
function isUnused(kind: 'parameter' | 'header', value: JsonObject, pointer: string): boolean {
  if (kind === 'parameter') return isReserved(value);
  return isReserved({ in: 'header', name: pointerKeys(pointer).at(-1) });
}

/** The examples beside the schema of an object. */
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

/** The examples in a schema, and its default. */
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

/** Ways that a message may go. */
type Directions = readonly Direction[];

const BOTH: Directions = ['request', 'response'];

/** What the parts of an operation, and the sections of the components, are parts of. */
const PARTS: Readonly<Record<string, Directions>> = {
  parameters: ['request'],
  requestBody: ['request'],
  requestBodies: ['request'],
  responses: ['response'],
  headers: ['response'],
};

/**
 * The ways that messages go which the object at a pointer describes. A schema of the components may be of
 * both, and so may what webhooks and callbacks send.
 */
export function directionsAt(pointer: string): Directions {
  const [root = '', section = '', field = '', ...inner] = pointerKeys(pointer);
  if (root === 'components') return PARTS[section] ?? BOTH;
  if (root !== 'paths') return BOTH;
  if (field === 'parameters') return ['request'];
  const [part = ''] = field === 'additionalOperations' ? inner.slice(1) : inner;
  return PARTS[part] ?? BOTH;
}
