import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { exactJson } from '../../../../src/tools/judge/exchange';
import {
  asObject,
  isJsonObject,
  parseSource,
  without,
  type JsonObject,
  type Operation,
} from '../../../../src/tools/document';
import { errorOfValue } from '../../../../src/tools/schema';
import { loadContract } from '../../../../src/tools/generate';
import { canonicalText, stringifyJson } from '../../../../src/runtime/contract';
import { listen } from '../../../../src/runtime/express/listener';
import { matchTemplate, requestSchema } from '../../../../src/tools/resources/index';
import type { ShopFault as Fault, ShopStyle as Style } from './fault-rows';

export const SHOP = readFileSync(path.join(__dirname, 'shop.yaml'), 'utf8');

/** A shop in memory, over a real socket. */
export async function openShop(
  how: { readonly fault?: Fault | undefined; readonly style?: Style | undefined } = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const shop = new Shop(how.fault, how.style);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers, body, text } = answered(() =>
        shop.serve(request, Buffer.concat(chunks)),
      );
      const content = body === undefined ? text : stringifyJson(body);
      const type = body === undefined ? 'text/plain' : 'application/json';
      response.writeHead(status, { ...(content && { 'Content-Type': type }), ...headers });
      response.end(content);
    });
  });
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  return { url: listener.url, close: () => listener.close(0) };
}

/** Refuses requests that cannot be read. */
function answered(serve: () => Answer): Answer {
  try {
    return serve();
  } catch {
    return { status: 400 };
  }
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly text?: string;
}

interface Stored {
  readonly value: JsonObject;
  readonly owner: string;
  readonly since: number;
}

const { document } = parseSource(SHOP, 'shop.yaml');
const loaded = loadContract(document);

const OLD_BOOK = { id: 'b0', title: 'Old', revision: 1, shelf: 's1' };

class Shop {
  private readonly things = new Map<string, Stored>();
  private readonly removed = new Map<string, Stored>();
  private readonly keys = new Map<string, Answer>();
  private ids = 9007199254740993n;
  private requests = 0;
  private text = 'open';

  constructor(
    private readonly fault: Fault | undefined,
    private readonly style: Style | undefined,
  ) {
    this.things.set('/books/b0', { value: OLD_BOOK, owner: '', since: 0 });
    this.things.set('/settings', {
      value: { motto: 'ever onward', limit: 3 },
      owner: '',
      since: 0,
    });
  }

  serve({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): Answer {
    if (this.style === 'limits the rate' && ++this.requests % 5 === 0) return { status: 429 };
    const [where = '', query = ''] = url.split('?');
    const get = method === 'HEAD' ? 'GET' : method;
    const operation = loaded.operations.find(
      (each) =>
        each.method === get &&
        matchTemplate(each.path, where)?.join('/') !== undefined &&
        each.path.split('/').length === where.split('/').length,
    );
    if (operation === undefined) return { status: 404 };
    const who = headers.authorization ?? '';
    const at = decodeURIComponent(where);
    if (at === '/notice') return this.notice(method, headers['content-type'] ?? '', bytes);
    if (get === 'GET') return this.get(at, operation, who, method === 'HEAD', query);
    const body = bytes.length > 0 ? exactJson(bytes) : undefined;
    if (method === 'POST') {
      return this.once(headers['idempotency-key'], () => this.post(at, operation, who, body));
    }
    if (this.isHidden(at, who) && !this.letsOthers(method)) return { status: 404 };
    const refusal = this.precondition(at, method, headers['if-match']);
    if (refusal !== undefined) return refusal;
    return method === 'DELETE' ? this.delete(at) : this.write(at, operation, who, body);
  }

  private isHidden(at: string, who: string): boolean {
    const stored = this.things.get(at);
    return stored !== undefined && stored.owner !== who && at.startsWith('/orders/');
  }

  private letsOthers(method: string): boolean {
    return this.fault === (method === 'DELETE' ? 'lets others remove' : 'lets others change');
  }

  private notice(method: string, type: string, bytes: Buffer): Answer {
    const isLatin1 = /iso-8859-1/i.test(type) && this.fault !== 'ignores charsets';
    const text = bytes.toString(isLatin1 ? 'latin1' : 'utf8');
    if (method !== 'PUT') return { status: 200, text: this.text };
    this.text = this.fault === 'changes line ends' ? text.replaceAll('\r\n', '\n') : text;
    return { status: 204 };
  }

  private once(key: unknown, work: () => Answer): Answer {
    if (typeof key !== 'string') return work();
    const known = this.fault === 'ignores the key' ? undefined : this.keys.get(key);
    const answer = known ?? work();
    this.keys.set(key, answer);
    return answer;
  }

  /** @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1 */
  private precondition(at: string, method: string, tag: string | undefined): Answer | undefined {
    if (!at.startsWith('/books/') || this.fault === 'ignores If-Match') return undefined;
    if (this.fault === 'removes under any If-Match' && method === 'DELETE') return undefined;
    if (this.fault === 'takes If-Match of no state' && /[a-z]/.test(tag ?? '')) return undefined;
    if (tag === undefined) return this.style === 'wants If-Match' ? { status: 428 } : undefined;
    return tag === this.tagOf(at) ? undefined : { status: 412 };
  }

  private tagOf(at: string): string {
    if (this.fault === 'keeps the entity tag') return '"1"';
    if (this.style === 'has weak entity tags') return 'W/"1"';
    const value = this.things.get(at)?.value ?? {};
    if ('revision' in value) return `"${Number(value.revision)}"`;
    if (this.fault === 'keeps the entity tag without If-Match') return '"1"';
    return `"${createHash('sha256').update(canonicalText(value)).digest('hex')}"`;
  }

  private get(
    at: string,
    operation: Operation,
    who: string,
    isHead: boolean,
    query: string,
  ): Answer {
    if (at === '/orders') return this.page(at, who, new URLSearchParams(query));
    if (operation.operationId.startsWith('list')) return this.list(at, who);
    const stored = this.things.get(at);
    if (stored === undefined)
      return { status: this.removed.has(at) && this.style === 'says 410' ? 410 : 404 };
    if (this.style === 'settles slowly' && Date.now() - stored.since < 150) return { status: 404 };
    if (this.isHidden(at, who)) {
      return { status: this.fault === 'forbids others' ? 403 : 404 };
    }
    if (this.fault === 'removes what is read' && !isHead) this.things.delete(at);
    const { value } = stored;
    if (this.fault === 'counts readings' && 'revision' in value) {
      this.store(at, { ...value, revision: Number(value.revision) + 1 }, stored.owner);
    }
    const body = this.written(at, value);
    const headers = { ETag: this.tagOf(at) };
    if (isHead && this.fault === 'answers HEAD as text') {
      return { status: 200, headers: { ...headers, 'Content-Type': 'text/plain' } };
    }
    return { status: 200, headers, body };
  }

  private written(at: string, value: JsonObject): unknown {
    return this.style === 'wraps in data' && /^\/books(?:\/[^/]*)?$/.test(at)
      ? { data: value }
      : value;
  }

  private page(at: string, who: string, query: URLSearchParams): Answer {
    const all = this.list(at, who).body as readonly unknown[];
    const from = Number(query.get('cursor') ?? 0);
    const end = from + Number(query.get('limit') ?? 2);
    const items = query.has('limit') ? all.slice(from, end) : all.slice(-2);
    const shifts = new Map<Fault | undefined, number>([
      ['repeats the last of a page', -1],
      ['leaves out the first of a page', 1],
    ]);
    const next = end + (shifts.get(this.fault) ?? 0);
    const nextCursor = query.has('limit') && next < all.length ? String(next) : null;
    return { status: 200, body: { total: all.length, items, nextCursor } };
  }

  private list(at: string, who: string): Answer {
    const inside = [...this.things].filter(
      ([where]) =>
        (this.fault === 'lists what is of others' || !this.isHidden(where, who)) &&
        where.startsWith(`${at}/`) &&
        where.split('/').length === at.split('/').length + 1,
    );
    const gone = this.fault === 'lists what is deleted' ? [...this.removed] : [];
    const items =
      this.fault === 'does not list' ? [] : [...inside, ...gone].map(([, { value }]) => value);
    return { status: 200, body: items };
  }

  private post(at: string, operation: Operation, who: string, body: unknown): Answer {
    const refusal = this.refusal(operation, body);
    if (refusal !== undefined && this.fault !== 'stores what it refuses') return refusal;
    if (this.lacksBook(at)) return { status: 404 };
    const sent = asObject(body);
    const id = at === '/members' ? sent.id : this.newId(at);
    const name = at.endsWith('/notes') ? 'number' : 'id';
    const where = `${at}/${String(id)}`;
    const known = this.things.get(where);
    if (known !== undefined && this.fault !== 'creates over it') {
      const isSame = canonicalText(known.value) === canonicalText(sent);
      return isSame ? { status: 201, body: sent } : { status: 409 };
    }
    if (this.style === 'wants different titles' && this.hasTitle(at, sent.title))
      return { status: 409 };
    if (this.style === 'creates later' && at === '/books') return { status: 202 };
    const plain = {
      ...this.kept(operation, sent),
      ...(at === '/books' && { revision: 1, shelf: `s${String(id)}`, approved: false }),
      ...(this.fault === 'takes readOnly states' &&
        'approved' in sent && { approved: sent.approved }),
      [name]: id,
    };
    const value =
      this.fault === 'stores readOnly members' ? { ...plain, ...without(sent, name) } : plain;
    if (this.fault !== 'loses what is created') this.store(where, value, who);
    if (refusal !== undefined) return refusal;
    return this.created(at, where, value);
  }

  private lacksBook(at: string): boolean {
    return at.endsWith('/notes') && !this.things.has(at.slice(0, -'/notes'.length));
  }

  private created(at: string, where: string, value: JsonObject): Answer {
    const base = this.style === 'sends absolute Locations' ? 'https://shop.example' : '';
    const named = this.fault === 'names another in Location' ? '/books/b0' : base + where;
    const isLost = this.fault === 'sends a Location that leads nowhere';
    const headers = { Location: encodeURI(isLost ? '/nowhere/1' : named) };
    const said = this.fault === 'says another shelf' ? { ...value, shelf: 's0' } : value;
    return {
      status: 201,
      headers: this.style === 'has no Location' ? {} : headers,
      body: this.written(at, said),
    };
  }

  private hasTitle(at: string, title: unknown): boolean {
    return [...this.things].some(
      ([where, { value }]) => where.startsWith(at) && value.title === title,
    );
  }

  private newId(at: string): unknown {
    this.ids += 1n;
    if (at === '/orders') return Number(this.ids - 9007199254740992n);
    return at.endsWith('/notes') ? this.ids : `b${this.ids}`;
  }

  private refusal(operation: Operation, body: unknown): Answer | undefined {
    if (this.style === 'takes nothing') return { status: 400 };
    const pointer = requestSchema(loaded, operation) ?? '';
    const error = errorOfValue(loaded.validatorAt(pointer, 'request'), body);
    const forged = ['revision', 'number', 'approved'];
    const isForged = isJsonObject(body) && forged.some((name) => name in body);
    if (this.style === 'refuses readOnly members' && isForged) return { status: 400 };
    return error === undefined ? undefined : { status: 400 };
  }

  private delete(at: string): Answer {
    const stored = this.things.get(at);
    if (stored === undefined) return { status: 404 };
    if (this.style === 'archives') {
      this.store(at, { ...stored.value, state: 'used', archived: true }, stored.owner);
    } else if (this.fault !== 'keeps what is deleted') {
      const isGone = (each: string): boolean => each === at || each.startsWith(`${at}/`);
      for (const each of [...this.things.keys()].filter(isGone)) this.things.delete(each);
    }
    this.removed.set(at, stored);
    return { status: 204 };
  }

  private write(at: string, operation: Operation, who: string, body: unknown): Answer {
    const stored = this.things.get(at);
    const isMade = stored === undefined;
    if (isMade && !this.makes(at, operation)) return { status: 404 };
    const was = stored?.value ?? {};
    const refusal = this.refusal(operation, body);
    if (stored !== undefined) this.moveOn(at, stored, asObject(body), refusal);
    if (refusal !== undefined && this.fault !== 'changes what it refuses') return refusal;
    const sent = this.kept(operation, asObject(body));
    const value = operation.method === 'PATCH' ? this.patched(was, sent) : this.put(was, sent);
    const id = ownMembers(at, was);
    const forged = this.fault === 'stores readOnly members' ? asObject(body) : {};
    const isLost = isMade && this.fault === 'loses what PUT creates';
    if (!isLost)
      this.store(at, { ...value, ...id, ...without(forged, 'id') }, stored?.owner ?? who);
    if (refusal !== undefined) return refusal;
    const says: Fault = isMade ? 'says 200 for what PUT creates' : 'says 201 for what PUT replaces';
    const isCreated = isMade !== (this.fault === says && operation.method === 'PUT');
    return { status: isCreated ? 201 : 200, body: this.things.get(at)?.value };
  }

  /** True for an item that PUT creates with an id of the client. */
  private makes(at: string, { method }: Operation): boolean {
    if (method !== 'PUT' || at.startsWith('/books/')) return false;
    return at.startsWith('/tags/') || this.style !== 'makes nothing by PUT';
  }

  private moveOn(at: string, { value, owner }: Stored, sent: JsonObject, refusal: unknown): void {
    if (!('state' in value)) return;
    if (this.style === 'moves states on') this.store(at, { ...value, state: 'used' }, owner);
    const isStored = this.fault === 'changes states that it refuses' && refusal !== undefined;
    if (isStored && 'state' in sent) this.store(at, { ...value, state: sent.state }, owner);
  }

  private put(was: JsonObject, sent: JsonObject): JsonObject {
    if (this.fault === 'merges by PUT') return { ...was, ...sent };
    const isSame = canonicalText(was.stock ?? null) === canonicalText(sent.stock ?? null);
    if (this.fault !== 'adds by PUT' || !isSame || sent.stock === undefined) return sent;
    return { ...sent, stock: 7 };
  }

  private patched(was: JsonObject, sent: JsonObject): JsonObject {
    if (this.fault === 'ignores PATCH') return was;
    if (this.style === 'drops the publisher from patches') {
      return merged(was, { ...sent, publisher: was.publisher });
    }
    if (this.fault === 'drops what PATCH lacks') return sent;
    if (this.fault === 'resets what PATCH lacks' && !('amount' in sent)) {
      return { ...merged(was, sent), amount: 1 };
    }
    if (this.fault === 'replaces by PATCH') return { title: was.title, ...merged({}, sent) };
    if (this.fault === 'does not merge within') return merged(was, sent, 0);
    if (this.fault === 'keeps what is null') {
      return {
        ...was,
        ...Object.fromEntries(Object.entries(sent).filter(([, each]) => each !== null)),
      };
    }
    if (this.fault === 'adds to lists by PATCH' && Array.isArray(was.tags)) {
      const tags: unknown[] = Array.isArray(sent.tags) ? sent.tags : [];
      return { ...merged(was, sent), tags: [...new Set([...(was.tags as unknown[]), ...tags])] };
    }
    return merged(was, sent);
  }

  /** The stored form of a body. */
  private kept(operation: Operation, body: JsonObject): JsonObject {
    const inner = (value: unknown, depth = 0): unknown => {
      if (Array.isArray(value)) return value.map((each) => inner(each, depth + 1));
      if (isJsonObject(value)) {
        const entries = Object.entries(value);
        return Object.fromEntries(entries.map(([name, each]) => [name, inner(each, depth + 1)]));
      }
      const isCut = this.fault === 'cuts texts within at NUL' && depth > 1;
      return isCut ? String(value).replace(/\0.*/s, '') : this.keptScalar(value);
    };
    const lost = this.fault === 'drops the subtitle' ? ['subtitle'] : [];
    const plain = without(
      asObject(inner(body)),
      ...lost,
      ...(operation.path === '/members' ? [] : ['id', 'revision', 'shelf', 'approved', 'number']),
    );
    if (this.style === 'writes times otherwise' && typeof plain.released === 'string') {
      return { ...plain, released: new Date(plain.released).toISOString() };
    }
    if (this.style !== 'leaves out what is empty') return plain;
    return Object.fromEntries(Object.entries(plain).filter(([, each]) => !isEmpty(each)));
  }

  private keptScalar(value: unknown): unknown {
    if (typeof value === 'bigint') return this.fault === 'rounds numbers' ? Number(value) : value;
    if (typeof value === 'number' && this.fault === 'keeps three decimals') {
      return Math.round(value * 1000) / 1000;
    }
    if (typeof value !== 'string') return value;
    switch (this.fault ?? this.style) {
      case 'drops offsets of times':
        return value.replace(/(T[0-9:.]+)[+-][0-9]{2}:[0-9]{2}$/, '$1Z');
      case 'cuts texts at NUL':
        return value.replace(/\0.*/s, '');
      case 'replaces astral characters':
        return value.replace(/[\u{10000}-\u{10FFFF}]/gu, '?');
      case 'trims and lowers':
        return value.trim().toLowerCase();
      default:
        return value;
    }
  }

  private store(at: string, value: JsonObject, owner: string): void {
    this.things.set(at, { value, owner, since: this.things.get(at)?.since ?? Date.now() });
  }
}

/** Members that only the shop sets. */
function ownMembers(at: string, was: JsonObject): JsonObject {
  const own = {
    ...('id' in was && { id: was.id }),
    ...(at.startsWith('/orders/') && { id: Number(at.slice('/orders/'.length)) }),
    ...(at.startsWith('/tags/') && { tag: at.slice('/tags/'.length) }),
  };
  if (!at.startsWith('/books/')) return own;
  const { shelf, approved } = was;
  return { ...own, revision: Number(was.revision) + 1, shelf, approved: approved === true };
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
}

/** @see https://www.rfc-editor.org/rfc/rfc7396#section-2 */
function merged(was: JsonObject, patch: JsonObject, depth = 9): JsonObject {
  const result = new Map(Object.entries(was));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else if (isJsonObject(value) && depth > 0) {
      result.set(name, merged(asObject(result.get(name)), value, depth - 1));
    } else result.set(name, value);
  }
  return Object.fromEntries(result);
}
