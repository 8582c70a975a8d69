import { type Exchange, responseOf } from '../../conformance/exchange';
import type { DocumentedRoutes } from './documented-routes';
import { linkedTargets } from './linked-targets';
import { type Nowhere, saysNothing } from './nowhere';

/** How a service answered a method that the document does not describe. */
export interface SeenMethod {
  readonly method: string;
  /** The path in the document. */
  readonly path: string;
  /** An operation of the path. */
  readonly operationId: string;
  readonly target: string;
  readonly status: number;
}

/** Who is refused for want of credentials is not told whether there is such a method. */
const SAYS_NOTHING_OF_METHODS = [401, 403];

/** Paths in headers that are kept. */
const MOST_LINKS = 30;

/** Gathers what the exchanges of a run say of routes beside the documented ones. */
export class SeenExchanges {
  /** Methods that were answered. */
  readonly methods: SeenMethod[] = [];
  /** Methods that were not, as `DELETE /plants`. */
  readonly absent = new Set<string>();
  private readonly found = new Map<string, string>();

  constructor(
    private readonly routes: DocumentedRoutes,
    private readonly nowhere: Nowhere,
  ) {}

  readonly note = (exchange: Exchange): void => {
    if (exchange.testCase.operation === undefined) this.noteMethod(exchange);
    this.noteLinks(exchange);
  };

  /** Targets in headers to which the document has no path, one of those that differ in numbers. */
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
    if (response.status >= 500 || this.nowhere.isSame(response, target)) return;
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
