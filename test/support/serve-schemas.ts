import { stringifyJson } from '../../src/runtime/contract/json/json-values';
import type { AnyHandler } from '../../src/runtime/contract';
import type { SchemaDocuments } from '../../src/tools/document/schemas/schema-resources';
import { LastingConnection } from './raw-connection';
import { serveDocument } from './serve-document';

/** The service's result for a request body. */
interface Decoded {
  readonly status: number;
  /** The value for the handler; absent if the request did not reach it. */
  readonly body?: unknown;
  readonly message?: string;
}

/** Served schemas: each is the request body of `POST /<index>` and the response of `GET /<index>`. */
export interface ServedSchemas {
  /** Sends JSON text as the body for the schema at an index. */
  decode(index: number, text: string): Promise<Decoded>;
  /** The response for a handler's value: its text if the status is 200, else the status. */
  encode(index: number, value: unknown): Promise<string | number>;
  readonly faults: unknown[];
  close(): Promise<void>;
}

/**
 * Serves a document with an operation for each schema; a bigint in a schema is an exact integer.
 *
 * @param components the document's `components/schemas`
 * @param documents documents that the schemas may refer to, by URI
 */
export async function serveSchemas(
  schemas: readonly unknown[],
  components: Readonly<Record<string, unknown>> = {},
  documents?: SchemaDocuments,
): Promise<ServedSchemas> {
  let received: unknown;
  let given: unknown;
  const handlers: Record<string, AnyHandler<unknown>> = {};
  schemas.forEach((_, index) => {
    handlers[`post${index}`] = (input: { body: unknown }) => {
      received = input.body;
      return Promise.resolve({ status: 204 });
    };
    handlers[`get${index}`] = () => Promise.resolve({ status: 200, body: given });
  });
  const document = stringifyJson({
    openapi: '3.1.0',
    info: { title: 'Schemas', version: '1' },
    paths: Object.fromEntries(
      schemas.map((schema, index) => [`/${index}`, pathItem(schema, index)]),
    ),
    components: { schemas: components },
  });
  const served = await serveDocument(document, handlers, { documents });
  const connection = new LastingConnection(served.url);
  return {
    async decode(index, text) {
      const lines = [`POST /${index} HTTP/1.1`, 'Content-Type: application/json'];
      const { status, body } = await connection.send(lines, text);
      if (status === 204) return { status, body: received };
      return { status, message: (JSON.parse(body) as { message: string }).message };
    },
    async encode(index, value) {
      given = value;
      const { status, body } = await connection.send([`GET /${index} HTTP/1.1`]);
      return status === 200 ? body : status;
    },
    faults: served.faults,
    close: async () => {
      connection.end();
      await served.close();
    },
  };
}

function pathItem(schema: unknown, index: number): object {
  const content = { 'application/json': { schema } };
  return {
    post: {
      operationId: `post${index}`,
      requestBody: { required: true, content },
      responses: { 204: { description: 'Taken' } },
    },
    get: { operationId: `get${index}`, responses: { 200: { description: 'Given', content } } },
  };
}
