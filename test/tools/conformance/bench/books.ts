import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject, stringifyExactly, without } from './exact-json';
import { type Call, type Context, type Handler, Refusal, type Response, textOf } from './exchange';
import type { StoredBook } from './store';
import { now } from './store';

/** The handlers of the catalogue. */
export const bookHandlers: Readonly<Record<string, Handler>> = {
  listBooks,
  createBook,
  getBook,
  replaceBook,
  changeBook,
  deleteBook,
  getSummary,
  putSummary,
};

function listBooks({ parameters }: Call, { store, has }: Context): Response {
  const { limit = 5, offset = 0, sort, q } = parameters;
  if (limit === 10 && has('max-limit-500')) throw new Error('window is full');
  const all = [...store.books.values()];
  const isFiltered = FILTERS.some((name) => name in parameters);
  const found = isFiltered ? all.filter((book) => isWanted(book.fields, parameters)) : all;
  const ordered = sort === undefined ? found.reverse() : found.sort(order(textOf(sort)));
  const start = Number(offset);
  const end = has('list-ignores-limit') ? undefined : start + Number(limit);
  const page = ordered.slice(start, end).map((book) => view(book, 'listBooks', has));
  if (has('third-item-wrong')) delete page[2]?.medium;
  const searched = has('header-injection') ? textOf(q) : encodeURIComponent(textOf(q));
  return {
    status: 200,
    headers: {
      ...(has('header-missing') ? {} : { 'X-Total-Count': String(found.length) }),
      ...(q === undefined ? {} : { 'X-Search': searched }),
      ETag: has('etag-unquoted') ? `books-${found.length}` : `"books-${found.length}"`,
    },
    body: page,
  };
}

const FILTERS = ['genres', 'languages', 'size', 'lendable', 'q'];

function isWanted(fields: JsonObject, parameters: Call['parameters']): boolean {
  const { genres, languages, size, lendable, q } = parameters;
  const { from = 0, to = Infinity } = isObject(size) ? size : {};
  const pages = Number(fields.pages ?? 0);
  const copies = (fields.copies ?? []) as JsonObject[];
  return (
    (!Array.isArray(genres) || genres.includes(fields.genre)) &&
    (!Array.isArray(languages) || languages.includes(fields.language)) &&
    (size === undefined || (pages >= Number(from) && pages <= Number(to))) &&
    (typeof lendable !== 'boolean' || copies.some((copy) => copy.lendable) === lendable) &&
    (q === undefined || String(fields.title).includes(textOf(q)))
  );
}

function order(sort: string): (a: StoredBook, b: StoredBook) => number {
  const pages = ({ fields }: StoredBook): number => Number(fields.pages ?? 0);
  if (sort === 'pages') return (a, b) => pages(a) - pages(b);
  if (sort === '-pages') return (a, b) => pages(b) - pages(a);
  return (a, b) => (String(a.fields.title) < String(b.fields.title) ? -1 : 1);
}

function createBook({ body }: Call, { store, has }: Context): Response {
  const { addedAt, ...fields } = body as JsonObject;
  failInDatabase(fields, has);
  if (has('member-dropped')) delete fields.subtitle;
  const book = store.addBook(
    asStored(fields, has),
    addedAt === undefined ? now() : textOf(addedAt),
  );
  if (has('created-not-stored')) store.books.delete(book.id);
  const place = has('location-elsewhere') ? store.latestBook || 'none' : book.id;
  store.latestBook = book.id;
  return {
    status: 201,
    headers: { Location: `/books/${place}`, ETag: etag(book) },
    body: view(book, 'createBook', has),
  };
}

function failInDatabase(fields: JsonObject, has: Context['has']): void {
  const { title, subtitle, series, tags, stockNumber } = fields;
  const fails =
    (has('nul-500') && String(title).includes('\0')) ||
    (has('exact-length-500') && Array.from(textOf(title)).length === 40) ||
    (has('two-options-500') && subtitle !== undefined && series !== undefined) ||
    (has('empty-tags-500') && Array.isArray(tags) && tags.length === 0) ||
    (has('large-integer-500') && typeof stockNumber === 'bigint');
  if (fails) throw new Error('the statement failed');
}

/** The book as a service with a fault stores it. */
function asStored(fields: JsonObject, has: Context['has']): JsonObject {
  const stored = { ...fields };
  const { weightKg, stockNumber, title } = stored;
  if (has('number-rounded') && typeof weightKg === 'number') {
    stored.weightKg = Math.round(weightKg * 10) / 10;
  }
  if (has('int64-rounded') && typeof stockNumber === 'bigint') {
    stored.stockNumber = BigInt(Number(stockNumber));
  }
  if (has('text-trimmed')) stored.title = String(title).trim();
  return stored;
}

function getBook(call: Call, context: Context): Response {
  const { has, store } = context;
  const { bookId } = call.parameters;
  if (has('missing-500') && !store.books.has(String(bookId))) throw new Error('book is undefined');
  const book = bookOf(call, context);
  if (has('read-changes')) book.revision += 1;
  if (call.headers['if-none-match'] === etag(book) && !has('none-match-ignored')) {
    return { status: 304, headers: has('not-modified-without-tag') ? {} : { ETag: etag(book) } };
  }
  return {
    ...found(book, 'getBook', has),
    ...(has('wrong-media-type') ? { mediaType: 'text/html' } : {}),
  };
}

function replaceBook(call: Call, context: Context): Response {
  const { has } = context;
  const book = bookOf(call, context);
  checkMatch(call, book, context);
  const fields = without(call.body as JsonObject, 'addedAt');
  if (has('nested-member-dropped') && isObject(fields.series)) {
    fields.series = { name: fields.series.name };
  }
  if (has('put-appends')) fields.tags = joined(book.fields.tags, fields.tags);
  change(book, has('put-merges') ? { ...book.fields, ...fields } : asStored(fields, has), context);
  const { headers, ...response } = found(book, 'replaceBook', has);
  return has('etag-missing') ? response : { ...response, headers: headers ?? {} };
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
function checkMatch({ parameters }: Call, book: StoredBook, { has }: Context): void {
  const wanted = parameters['If-Match'];
  if (wanted === undefined || wanted === '*' || wanted === etag(book)) return;
  if (!has('if-match-ignored')) throw new Refusal(412, 'The book has another entity tag');
}

function changeBook(call: Call, context: Context): Response {
  const { has, validators } = context;
  const book = bookOf(call, context);
  checkMatch(call, book, context);
  const patch = call.body as JsonObject;
  if (has('patch-null-500') && patch.subtitle === null) throw new Error('null has no length');
  const merged = mergeFaults(book.fields, patch, has) as JsonObject;
  const isForgiven = has('patch-null-stored') || has('patch-bounds-ignored');
  const wrong = isForgiven ? undefined : validators('/components/schemas/Book')(merged);
  if (wrong !== undefined) throw new Refusal(409, `The book would not be valid: ${wrong}`);
  change(book, merged, context);
  return found(book, 'changeBook', has);
}

function mergeFaults(fields: JsonObject, patch: JsonObject, has: Context['has']): unknown {
  const values = Object.entries(patch);
  if (has('patch-null-stored')) return { ...fields, ...patch };
  if (has('patch-null-ignored')) {
    return merge(fields, Object.fromEntries(values.filter(([, value]) => value !== null)));
  }
  if (has('patch-shallow') && isObject(patch.publisher)) {
    return merge({ ...fields, publisher: {} }, patch);
  }
  if (has('patch-appends') && patch.tags !== null && patch.tags !== undefined) {
    return merge(fields, { ...patch, tags: joined(fields.tags, patch.tags) });
  }
  if (has('patch-resets')) return merge({ ...fields, genre: undefined }, patch);
  return merge(fields, patch);
}

/** @see https://www.rfc-editor.org/rfc/rfc7396#section-2 */
function merge(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(merged, name);
    else merged[name] = merge(merged[name], value);
  }
  return merged;
}

const joined = (before: unknown, after: unknown): unknown[] =>
  [before, after].flatMap((each) => (Array.isArray(each) ? (each as unknown[]) : []));

function change(book: StoredBook, fields: JsonObject, { is }: Context): void {
  const isSame = isDeepStrictEqual(book.fields, fields);
  book.fields = fields;
  if (!isSame || is('revision-per-write')) book.revision += 1;
}

function deleteBook(call: Call, context: Context): Response {
  const { store, has, is } = context;
  const book = bookOf(call, context);
  if (!has('deleted-readable')) store.books.delete(book.id);
  if (has('deleted-listed')) store.books.set(`removed ${book.id}`, book);
  return is('delete-with-content')
    ? { status: 200, body: view(book, 'deleteBook', has) }
    : { status: 204 };
}

function getSummary(call: Call, context: Context): Response {
  const { summary } = bookOf(call, context);
  if (summary === undefined) throw new Refusal(404, 'The book has no summary');
  const content = Buffer.from(summary);
  const headers = { ETag: `"${createHash('sha256').update(content).digest('hex')}"` };
  const whole = { status: 200, headers, mediaType: 'text/plain; charset=utf-8', body: content };
  return context.is('ranges-ignored') ? whole : ranged(whole, content, call, context);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-14 */
function ranged(whole: Response, content: Buffer, call: Call, { has }: Context): Response {
  const { range = '', 'if-range': tag } = call.headers;
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const isOther = tag !== undefined && tag !== whole.headers?.ETag;
  if (first === undefined || isOther) return whole;
  if (Number(first) >= content.length || has('range-refused')) {
    return { status: 416, headers: { 'Content-Range': `bytes */${content.length}` } };
  }
  const end = Math.min(content.length, (last === '' ? Infinity : Number(last)) + 1);
  const place = `bytes ${first}-${end - 1}/${content.length}`;
  const from = has('range-from-start') ? 0 : Number(first);
  return {
    ...whole,
    status: 206,
    headers: { ...whole.headers, ...(!has('range-unmarked') && { 'Content-Range': place }) },
    body: content.subarray(from, from + end - Number(first)),
  };
}

function putSummary(call: Call, context: Context): Response {
  const { has } = context;
  const book = bookOf(call, context);
  let summary = String(call.body);
  if (has('astral-500') && /[\u{10000}-\u{10FFFF}]/u.test(summary)) throw new Error('charset');
  if (has('line-ends-changed')) summary = summary.replaceAll('\r\n', '\n');
  if (has('summary-latin1')) summary = Buffer.from(summary, 'latin1').toString('latin1');
  book.summary = summary;
  return { status: 204 };
}

/** @throws Refusal with 404 */
function bookOf({ parameters }: Call, { store, has }: Context): StoredBook {
  const book = store.books.get(String(parameters.bookId));
  if (book !== undefined) return book;
  const file = '/srv/library/dist/store/books.js:118:23';
  throw new Refusal(404, has('path-leaked') ? `Not found, at ${file}` : 'There is no such book');
}

const etag = ({ revision }: StoredBook): string => `"${revision}"`;

const STARTED = new Date();

function found(book: StoredBook, operation: string, has: Context['has']): Response {
  const headers = {
    ETag: etag(book),
    'Last-Modified': has('last-modified-iso') ? STARTED.toISOString() : STARTED.toUTCString(),
  };
  return { status: 200, headers, body: view(book, operation, has) };
}

/** The book for a response. */
function view(book: StoredBook, operation: string, has: Context['has']): JsonObject {
  const { id, addedAt, revision, fields } = book;
  const shown: JsonObject = { id, ...fields, addedAt, revision };
  if (has('bad-date-time')) shown.addedAt = addedAt.slice(0, 19).replace('T', ' ');
  if (has('bad-enum-for-one') && fields.genre === 'poetry') shown.genre = 'Poetry';
  if (operation === 'changeBook' && has('wrong-type')) shown.revision = String(revision);
  if (operation !== 'getBook') return shown;
  if (has('missing-member')) delete shown.revision;
  if (has('null-for-absent')) shown.subtitle ??= null;
  if (has('extra-member') && isObject(fields.publisher)) {
    shown.publisher = { ...fields.publisher, _id: stringifyExactly(fields.publisher).length };
  }
  return shown;
}
