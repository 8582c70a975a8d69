import type { CompiledContract } from '../contract';
import type { Operation } from '../generate/index';
import type { OperationRequest } from '../samples/requests/operation-request';

/**
 * Where the paths of the document begin: in the document by the paths of its servers, and in the service
 * under test by the path of its URL, which stands in for them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#server-object
 */
export class BasePaths {
  /** Undefined where the URL has no path, so that the document's are used. */
  private readonly own: string | undefined;

  constructor(
    private readonly contract: Pick<CompiledContract, 'operations' | 'basePaths'>,
    url: string,
  ) {
    const path = new URL(url).pathname.replace(/\/+$/, '');
    this.own = path === '' ? undefined : path;
  }

  /** That of an operation in the service, without a slash at the end. */
  of({ operationId }: Operation): string {
    const { contract, own } = this;
    const compiled = contract.operations.find((each) => each.operationId === operationId);
    const [basePath = ''] = compiled?.basePaths ?? contract.basePaths;
    return own ?? basePath;
  }

  /** A target of the service as one of the document. */
  documentTarget({ target }: Pick<OperationRequest, 'target'>): string {
    const { own } = this;
    if (own === undefined || !target.startsWith(own)) return target;
    const [basePath = ''] = this.contract.basePaths;
    return basePath + target.slice(own.length);
  }
}
