import createClient, { type Client, type ClientOptions } from 'openapi-fetch';
import { withContract } from '../../../src/runtime/client';
import { type AnyHandler, stringifyJson } from '../../../src/runtime/contract';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { serveDocument } from '../../support/serve-document';

/** Types as loose as the rows of tables want them. */
interface Operation {
  readonly parameters: Partial<
    Record<'path' | 'query' | 'header' | 'cookie', Readonly<Record<string, unknown>>>
  > & { readonly querystring?: unknown };
  readonly requestBody?: { readonly content: { readonly '*/*': unknown } };
  readonly responses: { readonly 204: { readonly content?: never } };
}
export type LooseClient = Client<Readonly<Record<`/${string}`, { readonly post: Operation }>>>;
export type Input = Readonly<Record<string, unknown>>;

/** Operations that are served, and a client that has their contract. */
export interface ServedOperations {
  readonly client: LooseClient;
  readonly url: string;
  /** What the handler got of the last request, which is forgotten then; undefined where there was none. */
  taken(): Input | undefined;
  close(): Promise<void>;
}

/** @param operations by path, each without responses */
export async function serveOperations(
  operations: Readonly<Record<string, object>>,
  options: ClientOptions = {},
): Promise<ServedOperations> {
  const paths = Object.entries(operations).map(([path, operation], index) => {
    const responses = { 204: { description: 'Taken' } };
    return [path, { post: { operationId: `post${index}`, ...operation, responses } }] as const;
  });
  const info = { title: 'Operations', version: '1' };
  const document = stringifyJson({ openapi: '3.2.0', info, paths: Object.fromEntries(paths) });
  let last: Input | undefined;
  const take: AnyHandler<unknown> = (input) => {
    last = Object(input) as Input;
    return Promise.resolve({ status: 204 });
  };
  const handlers = Object.fromEntries(paths.map((_, index) => [`post${index}`, take]));
  const served = await serveDocument(document, handlers);
  const { contract } = loadContract(parseSource(document, 'operations.json').document);
  const plain: LooseClient = createClient({ baseUrl: served.url, ...options });
  return {
    client: withContract(plain, { contract }),
    url: served.url,
    taken() {
      const taken = last;
      last = undefined;
      return taken;
    },
    close: () => served.close(),
  };
}
