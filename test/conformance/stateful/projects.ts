import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { exactJson } from '../../../src/conformance/exchange';
import { stringifyJson } from '../../../src/contract';
import { listen } from '../../../src/express/listener';
import {
  asObject,
  errorOfValue,
  loadContract,
  parseSource,
  without,
  type JsonObject,
} from '../../../src/generate/index';
import { matchTemplate, requestSchema } from '../../../src/resources/index';

export const PROJECTS = readFileSync(path.join(__dirname, 'projects.yaml'), 'utf8');

/** What a service does wrong; the name says what. */
export type Fault =
  | 'ignores the limit'
  | 'ignores the filter'
  | 'lists nothing by the filter'
  | 'ignores the order'
  | 'ignores the direction'
  | 'counts pages from the wrong one'
  | 'repeats an item by offset'
  | 'links to the page after the next'
  | 'does not list the latest'
  | 'lists what is removed';

/** What a service may do as well. */
export type Style =
  | 'lists the latest first'
  | 'has no links'
  | 'links by absolute URLs'
  | 'filters by the least level'
  | 'sorts without regard to case'
  | 'has few on a page';

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface How {
  readonly fault?: Fault | undefined;
  readonly style?: Style | undefined;
}

const { document } = parseSource(PROJECTS, 'projects.yaml');
const loaded = loadContract(document);

/** A service of projects in memory, over a real socket. */
export async function openProjects(
  how: How = {},
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const projects = new Projects(how);
  const server = createServer(({ method = '', url = '' }, response) => {
    response.req.toArray().then((chunks) => {
      const bytes = Buffer.concat(chunks as Buffer[]);
      const { status, headers, body } = projects.serve(method, url, bytes);
      const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
      response.writeHead(status, { ...type, ...headers });
      response.end(body === undefined || method === 'HEAD' ? undefined : stringifyJson(body));
    }, response.destroy.bind(response));
  });
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  return { url: listener.url, close: () => listener.close(0) };
}

const LEVELS = ['low', 'middle', 'high'];

class Projects {
  private readonly things = new Map<string, JsonObject>();
  private readonly removed = new Map<string, JsonObject>();
  private count = 0;

  constructor(private readonly how: How) {}

  serve(method: string, url: string, bytes: Buffer): Answer {
    const [where = '', query = ''] = url.split('?');
    const operation = loaded.operations.find(
      (each) =>
        each.method === (method === 'HEAD' ? 'GET' : method) &&
        matchTemplate(each.path, where) !== undefined &&
        each.path.split('/').length === where.split('/').length,
    );
    if (operation === undefined) return { status: 404 };
    const at = decodeURIComponent(where);
    const [, projectId = ''] = /^\/projects\/([^/]+)\//.exec(at) ?? [];
    if (projectId !== '' && !this.things.has(`/projects/${projectId}`)) return { status: 404 };
    const body = asObject(bytes.length > 0 ? exactJson(bytes) : {});
    const pointer = requestSchema(loaded, operation);
    const error = pointer && errorOfValue(loaded.validatorAt(pointer, 'request'), body);
    if (error !== undefined) return { status: 400 };
    if (operation.operationId.startsWith('list')) return this.list(at, new URLSearchParams(query));
    if (method === 'POST') return this.create(at, projectId, without(body, 'id'));
    const thing = this.things.get(at);
    if (thing === undefined) return { status: 404 };
    if (method === 'DELETE') return this.remove(at, thing);
    if (method === 'PATCH') this.things.set(at, { ...thing, ...without(body, 'projectId') });
    return { status: 200, body: this.things.get(at) };
  }

  private create(at: string, projectId: string, sent: JsonObject): Answer {
    const id = `n${++this.count}`;
    const place = at.endsWith('/attachments') ? `/attachments/${id}` : `${at}/${id}`;
    const thing = { ...sent, id, ...(at.endsWith('/tasks') && { projectId }) };
    this.things.set(place, thing);
    return { status: 201, headers: { Location: place }, body: thing };
  }

  private remove(at: string, thing: JsonObject): Answer {
    this.removed.set(at, thing);
    for (const where of this.things.keys()) {
      if (where === at || where.startsWith(`${at}/`)) this.things.delete(where);
    }
    return { status: 204 };
  }

  private list(at: string, query: URLSearchParams): Answer {
    const { fault, style } = this.how;
    const gone = fault === 'lists what is removed' ? [...this.removed] : [];
    const within = ([where]: readonly [string, unknown]): boolean =>
      where.startsWith(`${at}/`) && where.split('/').length === at.split('/').length + 1;
    const all = [...this.things, ...gone].filter(within).map(([, thing]) => thing);
    const known = fault === 'does not list the latest' ? all.slice(0, -1) : all;
    const found = this.sorted(
      known.filter((thing) => this.isWanted(thing, query)),
      query.get('sort'),
    );
    const inOrder =
      style === 'lists the latest first' && !query.has('sort') ? found.reverse() : found;
    return at === '/projects' ? this.page(inOrder, query) : this.part(at, inOrder, query);
  }

  private isWanted({ kind, level }: JsonObject, query: URLSearchParams): boolean {
    const { fault, style } = this.how;
    const [wanted, least] = [query.get('kind'), query.get('level')];
    if (fault === 'lists nothing by the filter' && wanted !== null) return false;
    const isKind = fault === 'ignores the filter' || (wanted ?? kind) === kind;
    const isLevel =
      style === 'filters by the least level' && least !== null
        ? LEVELS.indexOf(String(level)) >= LEVELS.indexOf(least)
        : (least ?? level) === level;
    return isKind && isLevel;
  }

  private sorted(things: JsonObject[], sort: string | null): JsonObject[] {
    const { fault, style } = this.how;
    if (sort === null || fault === 'ignores the order') return things;
    if (sort === 'name') {
      const isSame = style === 'sorts without regard to case';
      const name = (thing: JsonObject): string =>
        isSame ? String(thing.name).toLowerCase() : String(thing.name);
      return things.toSorted((a, b) => (name(a) < name(b) ? -1 : 1));
    }
    const sorted = things.toSorted((a, b) => Number(a.budget ?? 0) - Number(b.budget ?? 0));
    return sort === '-budget' && fault !== 'ignores the direction' ? sorted.reverse() : sorted;
  }

  /** By the number of the page, with a header that leads to the next one. */
  private page(all: readonly JsonObject[], query: URLSearchParams): Answer {
    const { fault, style } = this.how;
    const most = style === 'has few on a page' ? 3 : 50;
    const size = Math.min(Number(query.get('size') ?? 5), most);
    const page = Number(query.get('page') ?? 1);
    const from =
      (page - 1) * size + (fault === 'counts pages from the wrong one' && page > 1 ? 1 : 0);
    const to = fault === 'ignores the limit' ? all.length : from + size;
    const next = new URLSearchParams(query);
    next.set('page', String(page + (fault === 'links to the page after the next' ? 2 : 1)));
    const isLast = to >= all.length || style === 'has no links';
    const base = style === 'links by absolute URLs' ? 'https://projects.example' : '';
    const link = `<${base}/projects?page=1>; rel="first", <${base}/projects?${next}>; rel="next"`;
    return { status: 200, headers: isLast ? {} : { Link: link }, body: all.slice(from, to) };
  }

  /** By the offset, with a member that leads to the next one; attachments are listed whole. */
  private part(at: string, all: readonly JsonObject[], query: URLSearchParams): Answer {
    if (!at.endsWith('/tasks')) return { status: 200, body: all };
    const limit = Number(query.get('limit') ?? 5);
    const offset = Number(query.get('offset') ?? 0);
    const isOff = this.how.fault === 'repeats an item by offset' && offset > 0;
    const tasks = all.slice(offset - (isOff ? 1 : 0)).slice(0, limit);
    const isLast = offset + limit >= all.length || this.how.style === 'has no links';
    const next = isLast ? null : `${at}?limit=${limit}&offset=${offset + limit}`;
    return { status: 200, body: { tasks, next } };
  }
}
