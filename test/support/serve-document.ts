import { createServer, type ServerOptions } from '../../src/runtime/express';
import {
  type AnyHandler,
  createService,
  type Extensions,
  type Quotas,
  type ServiceOptions,
  withCors,
} from '../../src/runtime/contract';
import type { Authenticators } from '../../src/runtime/contract/security/security';
import { listen } from '../../src/runtime/express/listener';
import { loadContract } from '../../src/tools/generate/in-memory';
import type { SchemaDocuments } from '../../src/tools/document/schemas/schema-resources';
import { parseSource, readDocument } from '../../src/tools/document/read/read-document';

export type HostBounds = Pick<
  Partial<ServerOptions>,
  | 'responseTimeoutMs'
  | 'maxConnections'
  | 'maxUnfinishedBytes'
  | 'uploadFolder'
  | 'observer'
  | 'defaultHeaders'
  | 'closing'
>;

/** A document served over a real socket, on a free port. */
export interface ServedDocument {
  readonly url: string;
  readonly faults: unknown[];
  /** @param graceMs time for requests in flight; none by default */
  close(graceMs?: number): Promise<void>;
}

/** Serves a document, given as YAML or as its file, with handlers for its operations. */
export async function serveDocument(
  given: string | { readonly file: string },
  handlers: Readonly<Record<string, AnyHandler<unknown, never>>>,
  options: {
    readonly authenticators?: Authenticators<unknown, unknown>;
    readonly quotas?: Quotas;
    readonly maxBodyBytes?: number;
    readonly limits?: Required<ServiceOptions<unknown>>['limits'];
    readonly requestTimeoutMs?: number;
    readonly host?: HostBounds;
    readonly validateResponses?: boolean;
    readonly allowMissingHandlers?: boolean;
    readonly errorBody?: Required<ServiceOptions<unknown>>['errorBody'];
    readonly onFailure?: Required<ServiceOptions<unknown>>['onFailure'];
    readonly onFault?: ServiceOptions<unknown>['onFault'];
    readonly around?: Required<ServiceOptions<unknown>>['around'];
    readonly documents?: SchemaDocuments | undefined;
    readonly defaults?: boolean;
    readonly extensions?: Extensions;
    readonly corsOrigins?: readonly string[];
  } = {},
): Promise<ServedDocument> {
  const { document } =
    typeof given === 'string'
      ? parseSource(given, 'document.yaml')
      : readDocument(given.file, given.file);
  const faults: unknown[] = [];
  const bare = await createService({
    ...loadContract(document, { ...options, strict: true }),
    handlers,
    dependencies: undefined,
    authenticators: {},
    maxBodyBytes: 1_000_000,
    validateResponses: true,
    onFault: (error) => faults.push(error),
    ...options,
  });
  const service = withCors(bare, { origins: options.corsOrigins ?? [] });
  const server = createServer((request) => service.handle(request), {
    respond: service.respond,
    requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
    onFault: (error) => faults.push(error),
    ...options.host,
  });
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  return { url: listener.url, faults, close: (graceMs = 0) => listener.close(graceMs) };
}

/** Serves a document during `use`, and closes it even if that fails. */
export async function withDocument<T>(
  given: Parameters<typeof serveDocument>[0],
  handlers: Parameters<typeof serveDocument>[1],
  options: Parameters<typeof serveDocument>[2],
  use: (served: ServedDocument) => Promise<T>,
): Promise<T> {
  const served = await serveDocument(given, handlers, options);
  try {
    return await use(served);
  } finally {
    await served.close();
  }
}
