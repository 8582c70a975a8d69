import {
  EVENT_STREAM,
  framingOf,
  isRange,
  isText,
  jsonTypeOf,
  parseMediaType,
} from 'openapi-trellis/tools';
import { compileForm, fileNames } from '../compile/compile-form';
import {
  contentKind,
  asObject,
  childPointer,
  valueAt,
  admittedTypes,
  printJson,
  type Located,
  type Resolver,
  type Use,
} from '../../document';
import { querystringContent } from '../compile/compile-content';
import { SchemaUses } from '../compile/schema-uses';
import { unionType, type Member, type TypeText } from './type-text';

/**
 * The types of bodies by media type, as handlers get and return them. JSON and form values have the types of
 * openapi-typescript, whose place in the generated code is a parameter.
 */

/** How a module writes the types that another declares. */
export type TypeAt = (pointer: string, place: string) => string;

/** The type of a body, with its media type where handlers get it. */
interface BodyType {
  readonly mediaType?: TypeText;
  readonly body: TypeText;
}

/** One type for each media type of a request body. */
export function bodyTypes(
  resolver: Resolver,
  body: Located,
  place: string,
  typeAt: TypeAt,
): BodyType[] {
  const keys = Object.keys(asObject(body.value.content));
  const isTold = keys.length > 1 || keys.some(isRangeKey);
  return keys.map((key) => ({
    ...(isTold && { mediaType: mediaTypeType(key) }),
    body: {
      text: bodyType(resolver, key, childPointer(body.pointer, 'content', key), place, typeAt),
    },
  }));
}

function bodyType(
  resolver: Resolver,
  key: string,
  pointer: string,
  place: string,
  typeAt: TypeAt,
): string {
  // Called only where it is written: what it names is imported.
  const type = (): string =>
    typeAt(childPointer(pointer, 'schema'), `${place}[${JSON.stringify(key)}]`);
  switch (contentKind(resolver, key, pointer)) {
    case 'raw':
      return 'AsyncIterable<Uint8Array>';
    case 'text':
      return isTextValue(resolver, pointer) ? type() : 'string';
    case 'multipart': {
      const names = fileNamesType(resolver, pointer, key);
      return names === '' ? type() : `WithFiles<${type()}, ${names}>`;
    }
    default:
      return type();
  }
}

const BYTES = 'globalThis.Blob | globalThis.Uint8Array';

/**
 * How clients have a body that is not one value of its schema.
 *
 * @param use what they do with it: they send requests
 * @returns makes the type from that of the schema, or of its items
 */
export function clientBody(resolver: Resolver, key: string, pointer: string, use: Use): ClientBody {
  const kind = contentKind(resolver, key, pointer);
  const essence = parseMediaType(key)?.essence ?? '';
  if (kind === 'json') return undefined;
  if (use === 'response') {
    if (kind === 'items' && framingOf(essence) !== 'parts')
      return (type) => `AsyncIterable<${type}>`;
    if (essence === EVENT_STREAM) return () => `AsyncIterable<${EVENT}>`;
    return () => (isText(essence) ? 'string' : 'globalThis.Blob');
  }
  if (kind === 'form') return undefined;
  if (kind === 'multipart') {
    const names = fileNamesType(resolver, pointer, key);
    return names === '' ? undefined : (type) => `${FORM_WITH_FILES}<${type}, ${names}>`;
  }
  const isValue = kind === 'text' && isTextValue(resolver, pointer);
  return (type) => `${isValue ? type : 'string'} | ${BYTES}`;
}

/** Undefined where the type is that of the schema. */
export type ClientBody = ((type: string) => string) | undefined;

/** Of a stream whose events the document does not describe. */
const EVENT = '{ data: string; event?: string; id?: string; retry?: number }';

/** The generated type of forms that clients send. */
export const FORM_WITH_FILES = '$files';

export const FORM_WITH_FILES_DECLARATION = `/** A form with bytes in these fields. */
export type ${FORM_WITH_FILES}<Form, Names extends PropertyKey> = {
    [Name in keyof Form]: Name extends Names ? $bytes<Form[Name]> : Form[Name];
} & {};
type $bytes<Value> = Value extends readonly unknown[]
    ? (${BYTES})[]
    : Value extends null | undefined ? Value : ${BYTES};
`;

/** The type of a query string. @param place of its schema's type */
export function querystringType(resolver: Resolver, parameter: Located, place: string): string {
  const [mediaType, pointer] = querystringContent(parameter);
  const kind = contentKind(resolver, mediaType, pointer);
  const isText = kind === 'text' || kind === 'raw';
  return isText && !isTextValue(resolver, pointer) ? 'string' : place;
}

/** True where the schema describes the decoded value. */
function isTextValue(resolver: Resolver, pointer: string): boolean {
  const types = admittedTypes(resolver, childPointer(pointer, 'schema')) ?? [];
  return types.some((type) => type !== 'object' && type !== 'array');
}

/** The union of names of File fields; empty without any. */
function fileNamesType(resolver: Resolver, pointer: string, key: string): string {
  const schemas = new SchemaUses(resolver);
  const names = fileNames(schemas, compileForm(schemas, pointer, key, 'multipart'));
  return names?.map((name) => JSON.stringify(name)).join(' | ') ?? 'string';
}

/**
 * The members `mediaType` and `body` of a response's type, one list for each alternative that a handler chooses from.
 * JSON media types with equal schemas need not be named: the client's Accept header decides.
 */
export function contentTypes(
  resolver: Resolver,
  response: Located,
  place: string,
  typeAt: TypeAt,
): Member[][] {
  const contents = Object.keys(asObject(response.value.content)).map((key) => {
    const pointer = childPointer(response.pointer, 'content', key);
    const kind = contentKind(resolver, key, pointer);
    const isJson = kind === 'json';
    const schema = printJson(asObject(valueAt(resolver.document, pointer)).schema ?? true);
    const isTyped = isJson || kind === 'items';
    const text = isTyped
      ? typeAt(childPointer(pointer, 'schema'), `${place}[${JSON.stringify(key)}]`)
      : 'ResponseContent';
    return { key, isJson, schema, body: { name: 'body', type: { text }, optional: false } };
  });
  const [first, ...others] = contents;
  if (first === undefined) return [];
  if (others.length === 0 && !isRangeKey(first.key)) return [[first.body]];
  const isAlike = contents.every(
    ({ key, isJson, schema }) => isJson && jsonTypeOf(key) !== undefined && schema === first.schema,
  );
  const mediaType = (keys: readonly string[]): Member => {
    return { name: 'mediaType', type: unionType(keys.map(mediaTypeType)), optional: isAlike };
  };
  if (isAlike) return [[mediaType(contents.map(({ key }) => key)), first.body]];
  return contents.map(({ key, body }) => [mediaType([key]), body]);
}

function isRangeKey(key: string): boolean {
  return isRange(parseMediaType(key)?.essence ?? '');
}

/** The literal type of a media type; for a range, a template literal. */
function mediaTypeType(key: string): TypeText {
  if (!isRangeKey(key)) return { text: JSON.stringify(key) };
  const essence = parseMediaType(key)?.essence ?? key;
  return { text: `\`${essence.replace(/[`$\\]/g, '\\$&').replaceAll('*', '${string}')}\`` };
}
