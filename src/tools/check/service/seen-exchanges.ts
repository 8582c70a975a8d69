import { type CompiledOperation, parseRequestTarget, routeOperations } from 'openapi-trellis/tools';
import type { LoadedContract } from '../../validators';
import {
  BasePaths,
  type Exchange,
  responseOf,
  headerValues,
  type ReceivedResponse,
} from '../../judge';
import { type UnknownPathBaseline, saysNothing } from './unknown-path-baseline';

/** A response to an undocumented method. */
export interface SeenMethod {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly target: string;
  readonly status: number;
}

/** Missing credentials are reported whether or not the method exists. */
const SAYS_NOTHING_OF_METHODS = [401, 403];

/** Maximum paths kept from headers. */
const MOST_LINKS = 30;

/** Collects undocumented routes that the exchanges of a run reveal. */
export class SeenExchanges {
  /** Methods that were answered. */
  readonly methods: SeenMethod[] = [];
  /** Methods that do not exist, as `DELETE /plants`. */
  readonly absent = new Set<string>();
  private readonly found = new Map<string, string>();

  constructor(
    private readonly routes: DocumentedRoutes,
    private readonly baseline: UnknownPathBaseline,
  ) {}

  readonly note = (exchange: Exchange): void => {
    if (exchange.testCase.operation === undefined) this.noteMethod(exchange);
    this.noteLinks(exchange);
  };

  /** Targets in headers without a documented path; of those that differ only in numbers, one. */
  get links(): string[] {
    return [...this.found.values()];
  }

  private noteMethod(exchange: Exchange): void {
    const { method, target } = exchange.testCase.request;
    const response = responseOf(exchange);
    const described = this.routes.at(target);
    const [first] = described;
    if (response === undefined || first === undefined) return;
    const methods = described.map((each) => each.method);
    if (methods.includes(method) || isImplied(method, methods)) return;
    const { path, operationId } = first;
    if (saysNothing(response.status)) this.absent.add(`${method} ${path}`);
    if (SAYS_NOTHING_OF_METHODS.includes(response.status)) return;
    if (response.status >= 500 || this.baseline.isSame(response, target)) return;
    this.methods.push({ method, path, operationId, target, status: response.status });
  }

  private noteLinks(exchange: Exchange): void {
    const response = responseOf(exchange);
    if (response === undefined) return;
    const { target } = exchange.testCase.request;
    for (const linked of linkedTargets(response, new URL(target, this.routes.url))) {
      if (this.found.size >= MOST_LINKS) return;
      const form = linked.replace(/[\w-]*\d[\w-]*/g, '0');
      if (this.found.has(form) || this.routes.at(linked).length > 0) continue;
      this.found.set(form, linked);
    }
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-9.3.2 */
export function isImplied(method: string, methods: readonly string[]): boolean {
  return method === 'OPTIONS' || (method === 'HEAD' && methods.includes('GET'));
}

/** Headers whose value is a reference. */
const REFERENCES = ['location', 'content-location'];

/**
 * The paths, with their queries, in the headers of a response that lead to the same service.
 * @param base the URL of the request
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.2
 * @see https://www.rfc-editor.org/rfc/rfc8288#section-3
 */
function linkedTargets(response: ReceivedResponse, base: URL): string[] {
  const links = headerValues(response, 'link').flatMap(linkTargets);
  const references = REFERENCES.flatMap((name) => headerValues(response, name));
  return [...links, ...references].flatMap((reference) => {
    if (!URL.canParse(reference, base.href)) return [];
    const { origin, pathname, search } = new URL(reference, base.href);
    return origin === base.origin ? [pathname + search] : [];
  });
}

/** The texts in angle brackets, in linear time. */
function linkTargets(value: string): string[] {
  return value
    .split('<')
    .slice(1)
    .map((text) => text.split('>', 1)[0] ?? '');
}

/** The documented paths of a service, and their methods. */
export class DocumentedRoutes {
  private readonly router: ReturnType<typeof routeOperations>;
  private readonly paths: BasePaths;

  /** @param url of the service */
  constructor(
    readonly loaded: LoadedContract,
    readonly url: string,
  ) {
    this.router = routeOperations(loaded.contract);
    this.paths = new BasePaths(loaded.contract, url);
  }

  /** Base paths of the service, without a trailing slash, including the root. */
  get prefixes(): string[] {
    return [...new Set(['', ...this.loaded.operations.map((each) => this.paths.of(each))])];
  }

  /** The operations at a target of the service; empty if the document has no such path. */
  at(target: string): CompiledOperation[] {
    const parsed = parseRequestTarget(this.paths.documentTarget({ target }));
    const found = parsed && this.router.find(NO_METHOD, parsed);
    if (parsed === undefined || found?.outcome !== 'method-not-allowed') return [];
    return found.allow.flatMap((method) => {
      const each = this.router.find(method, parsed);
      return each.outcome === 'found' ? [each.route] : [];
    });
  }

  /** A target for each path, with its operations; each path parameter has the value 1. */
  get targets(): Map<string, CompiledOperation[]> {
    const targets = this.loaded.operations.map((operation) => {
      return `${this.paths.of(operation)}${concrete(operation.path)}`;
    });
    return new Map([...new Set(targets)].map((target) => [target, this.at(target)]));
  }

  /** True if the document has an operation for this method and path of another document. */
  covers({ method, path }: { readonly method: string; readonly path: string }): boolean {
    const targets = this.prefixes.map((prefix) => prefix + concrete(path));
    return targets.some((target) => this.at(target).some((each) => each.method === method));
  }
}

/** A method that no operation has, for which the router returns the allowed ones. */
const NO_METHOD = '';

function concrete(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '1').replace(/[?#].*/, '');
}
