import type { CompiledContract, CompiledOperation, LeftOutOperation } from '../compiled-contract';
import type { HttpRequest } from '../http-message';
import { originForm, parseRequestTarget } from '../uri';
import { looseRoutes } from './loose-routes';
import { findOperation } from './route-request';
import type { Router } from './router';

/** What a request is to the document, and to a host whose own routes may serve it. */
export type Reading =
  | { readonly outcome: 'outside' }
  /** One operation to all of them; its target is in the document's spelling. */
  | { readonly outcome: 'operation'; readonly target: string }
  /** The document and the host may take it for different operations. */
  | { readonly outcome: 'ambiguous' }
  | { readonly outcome: 'left-out'; readonly operation: LeftOutOperation };

/** Makes the function that reads a request in each way in which the document and a host may read it. */
export function readings(
  contract: CompiledContract,
  router: Router<CompiledOperation>,
): (request: Pick<HttpRequest, 'method' | 'target'>) => Reading {
  const host = looseRoutes(contract);
  return ({ method, target }) => {
    const relative = originForm(target);
    if (relative === undefined) return OUTSIDE;
    const documented = (text: string): CompiledOperation | undefined => {
      const parsed = parseRequestTarget(text);
      const found = parsed && findOperation(router, method, parsed);
      return found?.outcome === 'found' ? found.route : undefined;
    };
    const [path = '', ...query] = relative.split(/(?=\?)/);
    const routes = host.flatMap((find) => find(method, path) ?? []);
    const [first] = routes;
    const own = documented(target);
    if (first === undefined) return own ? { outcome: 'operation', target } : OUTSIDE;
    const [leftOut] = routes.flatMap((route) => route.leftOut ?? []);
    if (leftOut !== undefined) return { outcome: 'left-out', operation: leftOut };
    const spelled = own ? target : first.path + query.join('');
    const operation = own ?? documented(spelled) ?? [...first.operations][0];
    const isOne = routes.every(
      ({ operations, isAmbiguous }) => !isAmbiguous && operation && operations.has(operation),
    );
    return isOne ? { outcome: 'operation', target: spelled } : AMBIGUOUS;
  };
}

const OUTSIDE = { outcome: 'outside' } as const;
const AMBIGUOUS = { outcome: 'ambiguous' } as const;
