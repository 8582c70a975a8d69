import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { exactJson } from '../../../../src/tools/judge/exchange';
import { stringifyJson } from '../../../../src/runtime/contract';
import { listen } from '../../../../src/runtime/express/listener';
import { asObject, parseSource, without, type JsonObject } from '../../../../src/tools/document';
import { errorOfValue } from '../../../../src/tools/schema';
import { loadContract } from '../../../../src/tools/generate';
import { matchTemplate, requestSchema } from '../../../../src/tools/resources/index';
import type { ProjectFault as Fault, ProjectStyle as Style } from './fault-rows';

export const PROJECTS = readFileSync(path.join(__dirname, 'projects.yaml'), 'utf8');

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
  private readonly jobs: unknown[] = [];
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
    if (projectId !== '' && !this.isProject(projectId, method)) return { status: 404 };
    const body = asObject(bytes.length > 0 ? exactJson(bytes) : {});
    const pointer = requestSchema(loaded, operation);
    const error = pointer && errorOfValue(loaded.validatorAt(pointer, 'request'), body);
    if (error !== undefined) return { status: 400 };
    if (operation.operationId.startsWith('list')) return this.list(at, new URLSearchParams(query));
    if (at === '/exports') return this.start(body);
    if (method === 'POST') return this.create(at, projectId, without(body, 'id'));
    const place = this.placeOf(at, method);
    const thing = this.things.get(place);
    if (thing === undefined) return { status: 404 };
    if (method === 'DELETE') return this.remove(place, thing);
    return method === 'PATCH' ? this.change(place, thing, body) : { status: 200, body: thing };
  }

  private isProject(id: string, method: string): boolean {
    const at = `/projects/${id}`;
    const isMade = this.how.style === 'makes projects with their tasks' && method === 'POST';
    if (isMade && this.removed.has(at)) this.things.set(at, asObject(this.removed.get(at)));
    const isTaken = this.how.fault === 'creates within what is removed' && method === 'POST';
    return this.things.has(at) || isTaken;
  }

  /** The path of a task that is requested within another project, if the service finds it there. */
  private placeOf(at: string, method: string): string {
    const { fault, style } = this.how;
    const isFound =
      (method === 'GET' && style === 'reads tasks in each project') ||
      (method === 'PATCH' && fault === 'changes tasks of other projects') ||
      (method === 'DELETE' && fault === 'removes tasks of other projects');
    const [, task] = /^\/projects\/[^/]+(\/tasks\/[^/]+)$/.exec(at) ?? [];
    if (!isFound || task === undefined) return at;
    return [...this.things.keys()].find((each) => each.endsWith(task)) ?? at;
  }

  private change(at: string, thing: JsonObject, sent: JsonObject): Answer {
    const { fault, style } = this.how;
    const isKept = fault !== 'says another project' && style !== 'moves tasks';
    const changed = { ...thing, ...(isKept ? without(sent, 'projectId') : sent) };
    this.things.set(at, changed);
    if (style !== 'moves tasks') return { status: 200, body: changed };
    if (!this.things.has(`/projects/${String(changed.projectId)}`)) return { status: 400 };
    this.things.delete(at);
    const place = `/projects/${String(changed.projectId)}/tasks/${String(changed.id)}`;
    this.things.set(place, changed);
    return { status: 200, body: changed };
  }

  private start({ title }: JsonObject): Answer {
    const { fault, style } = this.how;
    const place = `/jobs/n${++this.count}`;
    const first = this.jobs[0] ?? title;
    const job = {
      status: 'waiting',
      title: fault === 'shows the first job for each' ? first : title,
    };
    this.jobs.push(title);
    const keep = (): unknown => this.things.set(place, job);
    if (style === 'has jobs later') setTimeout(keep, 600).unref();
    else if (fault !== 'has no jobs') keep();
    return { status: 202, headers: { Location: place } };
  }

  private create(at: string, projectId: string, sent: JsonObject): Answer {
    const { fault, style } = this.how;
    const id = `n${++this.count}`;
    const isAttachment = at.endsWith('/attachments');
    const isAlone = isAttachment && style === 'names attachments by their ids alone';
    const thing = { ...sent, id, ...(at.endsWith('/tasks') && { projectId }) };
    if (!isAttachment) {
      this.things.set(`${at}/${id}`, thing);
      return { status: 201, headers: { Location: `${at}/${id}` }, body: thing };
    }
    const isRounded = fault === 'rounds numbers of attachments' && 'pages' in sent;
    const kept = { ...thing, projectId, ...(isRounded && { pages: Number(sent.pages) }) };
    this.things.set(`/attachments/${id}`, kept);
    const isOther = style === 'counts attachments by themselves';
    const headers = isAlone || isOther ? {} : { Location: `/attachments/${id}` };
    return { status: 201, headers, body: isOther ? { ...thing, id: 'n1' } : thing };
  }

  private remove(at: string, thing: JsonObject): Answer {
    this.removed.set(at, thing);
    const isKept = this.how.fault === 'keeps removed attachments' && at.startsWith('/attachments/');
    if (isKept) return { status: 204 };
    for (const where of this.things.keys()) {
      if (where === at || where.startsWith(`${at}/`)) this.things.delete(where);
    }
    return { status: 204 };
  }

  private list(at: string, query: URLSearchParams): Answer {
    const { fault, style } = this.how;
    const gone = fault === 'lists what is removed' ? [...this.removed] : [];
    const [, id = '', kind = ''] = /^\/projects\/([^/]+)\/([a-z]+)$/.exec(at) ?? [];
    const isOfAll = fault === 'lists the tasks of all projects' && kind === 'tasks';
    const within = ([where, thing]: readonly [string, JsonObject]): boolean => {
      if (kind === 'attachments')
        return where.startsWith('/attachments/') && thing.projectId === id;
      const isIn = where.startsWith(`${at}/`) || (isOfAll && where.includes('/tasks/'));
      return isIn && where.split('/').length === at.split('/').length + 1;
    };
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
    const isHidden = style === 'lists inner projects unless asked' && kind === 'outer';
    const isKind =
      fault === 'ignores the filter' || (wanted === null ? !isHidden : wanted === kind);
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

  /** A page by its number, with a header that links to the next one. */
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
    const link = `<${base}/projects?page=1>; rel="first", <${base}/projects?${next.toString()}>; rel="next"`;
    return { status: 200, headers: isLast ? {} : { Link: link }, body: all.slice(from, to) };
  }

  /** A page by its offset, with a member that links to the next one; attachments are listed completely. */
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
