import { type CompiledOperation, parseRequestTarget, routeOperations } from '../../contract';
import { BasePaths } from '../../conformance/http/request';
import type { LoadedContract } from '../../generate/index';

/** The paths of a service that its document has, and their methods. */
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

  /** Where paths of the service begin, without a slash at the end; the root among them. */
  get prefixes(): string[] {
    return [...new Set(['', ...this.loaded.operations.map((each) => this.paths.of(each))])];
  }

  /** The operations at a target of the service; none where the document has no such path. */
  at(target: string): CompiledOperation[] {
    const parsed = parseRequestTarget(this.paths.documentTarget({ target }));
    const found = parsed && this.router.find(NO_METHOD, parsed);
    if (parsed === undefined || found?.outcome !== 'method-not-allowed') return [];
    return found.allow.flatMap((method) => {
      const each = this.router.find(method, parsed);
      return each.outcome === 'found' ? [each.route] : [];
    });
  }

  /** A target for each path, with its operations; an expression has the value 1. */
  get targets(): Map<string, CompiledOperation[]> {
    const targets = this.loaded.operations.map((operation) => {
      return `${this.paths.of(operation)}${concrete(operation.path)}`;
    });
    return new Map([...new Set(targets)].map((target) => [target, this.at(target)]));
  }

  /** True where the document has an operation for what another document describes. */
  covers({ method, path }: { readonly method: string; readonly path: string }): boolean {
    const targets = this.prefixes.map((prefix) => prefix + concrete(path));
    return targets.some((target) => this.at(target).some((each) => each.method === method));
  }
}

/** A method that no operation has, for which the router names those that there are. */
const NO_METHOD = '';

function concrete(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '1').replace(/[?#].*/, '');
}
