import { cut } from 'openapi-trellis/tools';
import { headerValues, type ReceivedResponse } from '../../judge';
import { statusText, type Results } from '../../conformance';
import { visibleLine } from '../../cli';
import type { SourceDocument } from '../../document';
import type { UnknownPathBaseline } from './unknown-path-baseline';
import type { Listed, ServiceComparison } from './part';
import { mediaTypeOf, MOST_TARGET, type Prober } from './prober';
import {
  type DocumentedRoutes,
  isImplied,
  type SeenExchanges,
  type SeenMethod,
} from './seen-exchanges';

interface RouteSearch {
  readonly source: SourceDocument;
  readonly routes: DocumentedRoutes;
  readonly prober: Prober;
  /** By the prefix of their paths. */
  readonly baselines: ReadonlyMap<string, UnknownPathBaseline>;
  readonly seen: SeenExchanges;
  readonly results: Results;
  /** The given place of the document. */
  readonly servedDocument: string | undefined;
}

/**
 * Searches routes that answer and are undocumented. Only GET and OPTIONS are sent, without a body. Responses to
 * other methods come from the conformance run, which `--read-only` keeps from sending them.
 */
export async function undocumentedRoutes(search: RouteSearch): Promise<ServiceComparison> {
  const methods = [...seenMethods(search), ...(await allowedMethods(search))];
  const once = new Map(methods.map((each) => [each.where, each]));
  const listed = [...once.values(), ...(await usual(search)), ...(await linked(search))];
  return { listed, faults: search.prober.unanswered.map(unsearched) };
}

function unsearched(unanswered: string): string {
  return `The search for undocumented routes is not complete: ${unanswered}; look at the service, or give it more with --timeout-ms`;
}

/** The run's responses to undocumented methods, without those already reported as findings. */
function seenMethods({ seen, results, ...search }: RouteSearch): Listed[] {
  const told = results.findings.flatMap(({ exchanges }) =>
    exchanges.map((each) => each.testCase.request),
  );
  return seen.methods
    .filter(
      ({ method, target }) =>
        !told.some((each) => each.method === method && each.target === target),
    )
    .map((method) =>
      listedMethod(search, method, `the service answers ${statusText(method.status)}`),
    );
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.1 */
async function allowedMethods(search: RouteSearch): Promise<Listed[]> {
  const { routes, prober, seen } = search;
  const listed: Listed[] = [];
  for (const [target, operations] of routes.targets) {
    if (prober.isOver) break;
    const response = await prober.response('OPTIONS', target);
    const allow = response === undefined ? '' : headerValues(response, 'allow').join(', ');
    if (allow === baselineOf(search, target)?.allow) continue;
    const described = operations.map(({ method }) => method);
    const others = methodsIn(allow).filter(
      (each) => !described.includes(each) && !isImplied(each, described),
    );
    const [first] = operations;
    if (first === undefined) continue;
    const { path, operationId } = first;
    for (const method of others.filter((each) => !seen.absent.has(`${each} ${path}`))) {
      listed.push(listedMethod(search, { method, path, operationId }, 'OPTIONS names it in Allow'));
    }
  }
  return listed;
}

function methodsIn(allow: string): string[] {
  return allow
    .split(',')
    .map((method) => method.trim())
    .filter((method) => /^[A-Z]+$/.test(method));
}

function listedMethod(
  { source, routes }: Pick<RouteSearch, 'source' | 'routes'>,
  { method, path, operationId }: Pick<SeenMethod, 'method' | 'path' | 'operationId'>,
  what: string,
): Listed {
  const operation = routes.loaded.operations.find((each) => each.operationId === operationId);
  const pointer = (operation?.pointer ?? '').replace(/\/[^/]*$/, '');
  const where = `${method} ${path}`;
  const finding: Listed['finding'] = {
    rule: 'undocumented-method',
    ...source.placeOf(pointer),
    message: `${where} is in no document, and ${what}`,
    remedy: 'describe it in the document, or have the service answer 405',
  };
  return { where, finding };
}

async function usual(search: RouteSearch): Promise<Listed[]> {
  const { routes, servedDocument } = search;
  const known = new Set([servedDocument]);
  const listed: Listed[] = [];
  for (const prefix of search.baselines.keys()) {
    for (const { path, reason } of usualRoutes) {
      const target = prefix + path;
      if (known.has(target) || routes.at(target).length > 0) continue;
      known.add(target);
      const found = await answering(search, target, `often there: ${reason}`);
      for (const each of found) listed.push(each);
    }
  }
  return listed;
}

async function linked(search: RouteSearch): Promise<Listed[]> {
  const listed: Listed[] = [];
  for (const target of search.seen.links) {
    const found = await answering(search, target, 'headers of responses lead there');
    for (const each of found) listed.push(each);
  }
  return listed;
}

/** The route at a target, if it exists. */
async function answering(search: RouteSearch, target: string, reason: string): Promise<Listed[]> {
  const { prober, source } = search;
  if (prober.isOver) return [];
  const response = await prober.response('GET', target);
  if (response === undefined || baselineOf(search, target)?.isSame(response, target) !== false) {
    return [];
  }
  const where = `GET ${cut(visibleLine(target), MOST_TARGET)}`;
  const finding: Listed['finding'] = {
    rule: 'undocumented-route',
    ...source.placeOf('/paths'),
    message: `${where} is in no document, and the service answers ${answerText(response)}; ${reason}`,
    remedy: 'describe it in the document, keep it from those who call the service, or remove it',
  };
  return [{ where, finding }];
}

function answerText(response: ReceivedResponse): string {
  const mediaType = mediaTypeOf(response);
  const text = statusText(response.status);
  return mediaType === '' ? text : `${text} (${visibleLine(mediaType)})`;
}

function baselineOf({ baselines }: RouteSearch, target: string): UnknownPathBaseline | undefined {
  const prefixes = [...baselines.keys()].filter((prefix) => target.startsWith(prefix));
  const [longest = ''] = prefixes.toSorted((a, b) => b.length - a.length);
  return baselines.get(longest);
}

/** A place where services often have an undocumented route. */
interface UsualRoute {
  readonly path: string;
  /** The usual content, and why it matters. */
  readonly reason: string;
}

const DOCUMENT = 'a document, another one than this or the same at another place';
const CONSOLE = 'a page that shows or calls the interface';
const OPERATION = 'what only those who run the service need';
const INSIDE = 'what shows the inside of the service, or configures it';
const FILE = 'a file that belongs to the sources, perhaps with secrets';

/** Default routes of frameworks and servers. Routes under `/-/` are not documented anywhere. */
const usualRoutes: readonly UsualRoute[] = [
  ...['/openapi.json', '/openapi.yaml', '/swagger.json', '/v2/api-docs', '/v3/api-docs'].map(
    (path) => ({ path, reason: DOCUMENT }),
  ),
  ...['/swagger/v1/swagger.json', '/api-docs'].map((path) => ({ path, reason: DOCUMENT })),
  ...['/docs', '/redoc', '/swagger', '/swagger-ui/index.html', '/graphql', '/graphiql'].map(
    (path) => ({ path, reason: CONSOLE }),
  ),
  ...['/health', '/healthz', '/livez', '/readyz', '/ready', '/status', '/version', '/metrics'].map(
    (path) => ({ path, reason: OPERATION }),
  ),
  ...['/actuator', '/actuator/env', '/admin', '/debug', '/debug/pprof/', '/console', '/info'].map(
    (path) => ({ path, reason: INSIDE }),
  ),
  ...['/server-status', '/phpinfo.php'].map((path) => ({ path, reason: INSIDE })),
  ...['/.env', '/.git/config', '/config.json', '/package.json'].map((path) => ({
    path,
    reason: FILE,
  })),
];
