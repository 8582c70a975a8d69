import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  hasDuplicateNames,
  isObject,
  type JsonObject,
  parseExactly,
  stringifyExactly,
} from './exact-json';
import { type Call, type Context, Refusal } from './exchange';
import { at, type Operation } from './library';
import { convert, decodeText, pairsOf } from './parameters';
import { READ_ONLY } from './validation';

const MAX_BODY_BYTES = 100_000;

/** All bytes of a body. @returns undefined if there are more than the service accepts */
export async function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

/** @throws Refusal with 400, 413 or 415 if the body does not conform to the operation */
export function decodeBody(
  operation: Operation,
  headers: IncomingHttpHeaders,
  bytes: Buffer | undefined,
  parameters: Call['parameters'],
  context: Context,
): unknown {
  const { has } = context;
  if (operation.bodies === undefined) return undefined;
  if (bytes === undefined)
    throw new Refusal(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
  if (bytes.length === 0) {
    if (operation.id === 'sendFeedback' && has('empty-body-accepted')) return {};
    if (operation.id === 'createBook' && has('empty-body-500'))
      throw new Error('body is undefined');
    throw new Refusal(400, 'The body is missing');
  }
  refuseUnusual(operation, headers, context);
  const mediaType = requestMediaType(operation, headers, context);
  const pointer = operation.bodies[mediaType] ?? Object.values(operation.bodies)[0] ?? '';
  const parsed = parse(mediaType, bytes, pointer, operation, context);
  const body = withoutReadOnly(parsed, pointer, context);
  const wrong = context.validators(pointer)(loosened(body, operation, mediaType, context));
  if (wrong === undefined) return body;
  leaveTraces(operation, parameters, body, context);
  throw new Refusal(400, wrong);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3 */
function requestMediaType(
  { id, bodies = {} }: Operation,
  headers: IncomingHttpHeaders,
  { has, is }: Context,
): string {
  const documented = Object.keys(bodies);
  const sent = headers['content-type'] ?? (is('lenient') ? documented[0] : '');
  const { type, isUtf8 } = mediaTypeOf(sent ?? '');
  const isText = isUtf8 || (id === 'putSummary' && has('charset-accepted'));
  const isPlain = ['identity', undefined].includes(headers['content-encoding']);
  const isUnsupported = type.endsWith('-urlencoded') && has('form-unsupported');
  if (documented.includes(type) && isText && isPlain && !isUnsupported) return type;
  if (id === 'createBook' && has('any-media-type')) return documented[0] ?? '';
  if (id === 'changeBook' && has('patch-as-json') && type === 'application/json') return type;
  if (id === 'replaceBook' && has('media-type-500')) throw new Error(`no parser for ${type}`);
  throw new Refusal(415, `The media type must be ${documented.join(' or ')}, in UTF-8`);
}

/** Refuses other spellings of a media type, if the service has such a fault. */
function refuseUnusual(
  { id }: Operation,
  { 'content-type': sent = '' }: IncomingHttpHeaders,
  { has }: Context,
): void {
  const [type = ''] = sent.split(';');
  const isUnusual =
    (id === 'createHold' && has('charset-refused') && sent !== type) ||
    (id === 'createBook' && has('quoted-charset-refused') && sent.includes('"')) ||
    (id === 'createMember' && has('media-type-by-case') && type !== type.toLowerCase());
  if (isUnusual) throw new Refusal(415, `There is no parser for ${sent}`);
}

function mediaTypeOf(text: string): { readonly type: string; readonly isUtf8: boolean } {
  const [type = '', ...attributes] = text.split(';').map((part) => part.trim().toLowerCase());
  const charset = attributes.find((each) => each.startsWith('charset='))?.slice(8) ?? 'utf-8';
  return { type, isUtf8: ['utf-8', '"utf-8"'].includes(charset) };
}

function parse(
  mediaType: string,
  bytes: Buffer,
  pointer: string,
  operation: Operation,
  context: Context,
): unknown {
  const isPlain = mediaType === 'text/plain';
  const text = decodeUtf8(bytes, { ignoreBOM: isPlain, fatal: !context.has('charset-accepted') });
  if (isPlain) return text;
  if (mediaType === 'application/x-www-form-urlencoded') return parseForm(text, pointer, context);
  return parseJson(text, operation, context);
}

function decodeUtf8(bytes: Buffer, options: { ignoreBOM: boolean; fatal: boolean }): string {
  try {
    return new TextDecoder('utf-8', options).decode(bytes);
  } catch {
    throw new Refusal(400, 'The body is not UTF-8');
  }
}

function parseJson(text: string, { id }: Operation, { has }: Context): unknown {
  try {
    const value = parseExactly(text);
    if (id === 'createBook' && has('duplicate-names-500') && hasDuplicateNames(text)) {
      throw new Error('duplicate key');
    }
    if (has('surrogate-500') && /\\ud[89a-f]/.test(stringifyExactly(value))) {
      throw new Error('surrogates not allowed');
    }
    if (id === 'createHold') findItemClass(value, has);
    return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (id === 'createMember' && has('malformed-json-500')) throw error;
    const detail = has('stack-leaked') ? error.stack : undefined;
    throw new Refusal(400, detail ?? 'The body is not JSON');
  }
}

/** Behaves like a service that creates objects from a body before validating it. */
function findItemClass(body: unknown, has: Context['has']): void {
  if (body === null && has('null-body-500')) throw new Error('null has no item');
  const kind = isObject(body) && isObject(body.item) ? body.item.kind : 'book';
  const isKnown = ['book', 'disc', 'magazine'].includes(String(kind));
  if (!isKnown && has('unknown-discriminator-500')) throw new Error('no class for this kind');
}

/** @see https://spec.openapis.org/oas/v3.1.1#encoding-the-x-www-form-urlencoded-media-type */
function parseForm(text: string, pointer: string, context: Context): JsonObject {
  const properties = at(pointer)[0].properties as Record<string, JsonObject>;
  const form: JsonObject = {};
  for (const [name, sent] of pairsOf(text)) {
    const value = decodeText(sent, 'form', context);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) continue;
    if (property.type === 'array') form[name] = [...((form[name] ?? []) as unknown[]), value];
    else if (Object.hasOwn(form, name)) throw new Refusal(400, `${name} was sent more than once`);
    else form[name] = context.has('form-of-texts') ? value : convert(value, property, context);
  }
  return form;
}

/**
 * Clients should not send read-only members; those that they send are ignored.
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-for-use-with-schema-object
 */
function withoutReadOnly(body: unknown, pointer: string, { has, is }: Context): unknown {
  if (!isObject(body)) return body;
  const schema = at(pointer)[1].split('/').at(-1) ?? '';
  const names = READ_ONLY[schema] ?? [];
  const sent = names.filter((name) => Object.hasOwn(body, name));
  if (sent.length === 0) return body;
  if (is('strict')) throw new Refusal(400, `${sent.join()} can only be read`);
  const kept = has('read-only-settable') ? ['addedAt'] : [];
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !names.includes(name) || kept.includes(name)),
  );
}

/** The body as a service with a fault would validate it. */
function loosened(body: unknown, { id }: Operation, mediaType: string, { has }: Context): unknown {
  if (!isObject(body)) return body;
  const isDigits = typeof body.pages === 'string' && /^\d+$/.test(body.pages);
  if (id === 'createBook' && has('string-for-integer') && isDigits) {
    body.pages = Number(body.pages);
  }
  if (id === 'createMember' && has('overflow-500') && Number(body.birthYear) === Infinity) {
    throw new Error('cannot convert infinity to an integer');
  }
  if (id === 'createHold' && has('fraction-truncated') && typeof body.days === 'number') {
    body.days = Math.trunc(body.days);
  }
  if (has('later-items-unchecked') && Array.isArray(body.contributors)) {
    return { ...body, contributors: body.contributors.slice(0, 2) as unknown[] };
  }
  if (id === 'replaceBook' && has('put-unchecked') && 'pages' in body) return { ...body, pages: 1 };
  if (mediaType.endsWith('-urlencoded') && has('form-unchecked')) return { message: 'unchecked' };
  return body;
}

/** Stores parts of a refused request, like a service that writes before it validates. */
function leaveTraces(
  { id }: Operation,
  { bookId }: Call['parameters'],
  body: unknown,
  { has, store }: Context,
): void {
  if (!isObject(body)) return;
  if (id === 'createHold' && has('refused-create-stored')) store.addHold('bench', body);
  const book = store.books.get(String(bookId));
  if (id === 'replaceBook' && has('refused-change-stored') && typeof body.title === 'string') {
    if (book !== undefined) book.fields = { ...book.fields, title: body.title };
  }
}
