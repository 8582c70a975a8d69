import {
  createService,
  DEFAULT_MAX_BODY_BYTES,
  failureKinds,
  isJson,
  type Service,
  type SecurityScheme,
} from 'openapi-trellis/tools';
import {
  httpRequest,
  operationRequest,
  type OperationRequest,
  requestCredentials,
  sampleValues,
  ValueGenerator,
} from '../samples';
import type { LoadedContract } from '../validators';
import { type Operation, printJson } from '../document';
import { mockAuthenticators } from '../mock';

/** A request that reaches the handler of its operation, or the reason why there is none. */
export type SampleRequest = { readonly request: OperationRequest } | { readonly reason: string };

/** The access token in tests; the service that `useService` starts accepts it. */
const TOKEN = 'test-token';

const SEED = 1;

/** The document's examples first, then other valid values. */
const VARIATIONS = [undefined, '1', '2', '3'];

/** Makes a request for each operation and verifies that it reaches the handler. */
export class SampleRequests {
  private constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
    /** A service without implemented operations. */
    private readonly service: Service,
  ) {}

  static async of(loaded: LoadedContract): Promise<SampleRequests> {
    const { contract, validators } = loaded;
    const service = await createService({
      contract,
      validators,
      handlers: {},
      allowMissingHandlers: true,
      dependencies: undefined,
      authenticators: mockAuthenticators(contract, new Set([TOKEN])),
      maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
      validateResponses: false,
      onFault: () => undefined,
    });
    return new SampleRequests(loaded, new ValueGenerator(loaded, SEED), service);
  }

  async make(operation: Operation): Promise<SampleRequest> {
    const security = this.decidable(operation);
    if (security === undefined) {
      return { reason: 'no access token gives what its security requirements ask for' };
    }
    let reason = '';
    for (const vary of VARIATIONS) {
      const request = this.write({ ...operation, security }, vary);
      const fault = unsendable(request) ?? (await this.refusal(request));
      if (fault === undefined) return { request };
      reason = fault;
    }
    return { reason };
  }

  /** The alternatives that a token satisfies; undefined where there are only others. */
  private decidable({ security }: Operation): Operation['security'] | undefined {
    const { securitySchemes } = this.loaded.contract;
    const known = security.filter((requirement) =>
      Object.keys(requirement).every((name) => tokenPlace(securitySchemes[name]) !== undefined),
    );
    return known.length === 0 && security.length > 0 ? undefined : known;
  }

  private write(operation: Operation, vary: string | undefined): OperationRequest {
    const { contract } = this.loaded;
    const values = sampleValues(this.loaded, this.maker, operation, vary);
    const compiled = contract.operations.find((each) => each.operationId === operation.operationId);
    const [basePath = ''] = compiled?.basePaths ?? contract.basePaths;
    const credentials = requestCredentials(contract, operation, TOKEN);
    const { body } = values;
    const readable =
      body !== undefined && isJson(body.mediaType)
        ? { ...values, body: { ...body, text: printJson(body.value) } }
        : values;
    return operationRequest(operation, readable, credentials, basePath);
  }

  private async refusal(request: OperationRequest): Promise<string | undefined> {
    const response = await this.service.handle(httpRequest(request));
    if (response?.status === failureKinds.notImplemented.status) return undefined;
    return `what was made of it got ${response?.status ?? 'no response'}`;
  }
}

/**
 * The reason why fetch cannot send a request unchanged.
 *
 * @see https://fetch.spec.whatwg.org/#methods
 */
function unsendable({ method, target, headers, body }: OperationRequest): string | undefined {
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method)) return `fetch does not send ${method}`;
  if (body !== undefined && ['GET', 'HEAD'].includes(method)) {
    return `fetch does not send ${method} with a body`;
  }
  const { pathname, search } = new URL(target, 'http://localhost');
  if (pathname + search !== target) return `fetch sends ${pathname + search} for ${target}`;
  const odd = headers.find((header) => !isSendable(header));
  return odd && `fetch does not send the header ${JSON.stringify(odd[0])} with such a value`;
}

function isSendable([name, value]: readonly [name: string, value: string]): boolean {
  if (UNSENDABLE_HEADERS.has(name.toLowerCase())) return false;
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    // The name or value of the header is invalid.
    return false;
  }
}

const UNSENDABLE_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The position of an access token in the credentials of a security scheme: they are the token, or their password is.
 *
 * @param scheme undefined for a scheme that the document does not describe
 * @returns undefined for other credentials, such as certificates and digests
 */
export function tokenPlace(
  scheme: SecurityScheme | undefined,
): 'credentials' | 'password' | undefined {
  if (scheme === undefined || scheme.type === 'mutualTLS') return undefined;
  if (scheme.type !== 'http') return 'credentials';
  const name = scheme.scheme.toLowerCase();
  if (name === 'basic') return 'password';
  return name === 'bearer' ? 'credentials' : undefined;
}
