import type { AnyHandler, HandlerResult } from '../../../src/runtime/contract/handler';
import { serveDocument, type ServedDocument } from '../../support/serve-document';

type Options = NonNullable<Parameters<typeof serveDocument>[2]>;

interface Received {
  readonly response: Response;
  readonly text: string;
  readonly bytes: Buffer;
  /** Whether the handler was called. */
  readonly called: boolean;
  /** What the service was told meanwhile, with the operation called "it". */
  readonly faults: readonly string[];
}

/** One service for a test file, with an operation for each row: rows add theirs while Jest collects them. */
export class SharedService {
  readonly operations: string[] = [];
  private served: ServedDocument | undefined;
  private current: unknown;
  private called = false;

  constructor(options: Options = {}) {
    beforeAll(async () => {
      const ids = this.operations.map((_, index) => `get${index}`);
      const handler = (): Promise<HandlerResult> => {
        this.called = true;
        return Promise.resolve(this.current as HandlerResult);
      };
      const handlers: Record<string, AnyHandler<unknown>> = Object.fromEntries(
        ids.map((id) => [id, handler]),
      );
      const paths = this.operations.map(
        (parts, index) => `  /${index}: { get: { operationId: get${index}, ${parts} } }`,
      );
      const head = 'openapi: 3.1.0\ninfo: { title: Shared, version: 1.0.0 }\npaths:';
      this.served = await serveDocument([head, ...paths].join('\n'), handlers, options);
    });
    afterAll(() => this.served?.close());
  }

  /** Adds an operation with these responses and other members. @returns its path */
  add(responses: string, more = ''): string {
    this.operations.push(`responses: ${responses}, ${more}`);
    return `/${this.operations.length - 1}`;
  }

  /** What a client gets when the handler returns a result. */
  async get(path: string, result: unknown, init: RequestInit = {}): Promise<Received> {
    const { url, faults } = this.served!;
    this.current = result;
    this.called = false;
    const response = await fetch(url + path, { redirect: 'manual', ...init });
    const bytes = Buffer.from(await response.arrayBuffer());
    const id = `"get${/\d+/.exec(path)?.[0]}"`;
    const told = faults.splice(0).map((fault) => (fault as Error).message.replaceAll(id, '"it"'));
    return { response, text: bytes.toString(), bytes, called: this.called, faults: told };
  }
}
