import { stringifyJson } from '../../src/runtime/contract/json/json-values';
import { LastingConnection } from './raw-connection';
import { serveDocument, type ServedDocument } from './serve-document';

/**
 * `given` is the text after the path, with `?` for the query, or header lines. `want` is the value for the
 * handler, or `{ refused }` with the message.
 */
export type ParameterRow = readonly [
  name: string,
  parameter: object,
  given: string | readonly string[],
  want: unknown,
  more?: {
    readonly beside?: readonly object[];
    /** Why the row does not hold for a field of a form. */
    readonly queryOnly?: string;
  },
];

/** What a handler got. */
type Input = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** What the handler got, or the message of the refusal. */
export type Outcome = { readonly input: Input } | { readonly message: string };

/**
 * Serves the rows of a `describe` block in one document.
 *
 * @param pathOf the path and Path Item Object of the row at an index, with `at` and the index as operationId
 * @returns sends a request, given the lines of its head
 */
export function useRows(
  rows: readonly ParameterRow[],
  pathOf: (row: ParameterRow, index: number) => readonly [path: string, item: object],
  components: Readonly<Record<string, unknown>>,
): (head: readonly string[], body?: string) => Promise<Outcome> {
  let served: ServedDocument;
  let connection: LastingConnection;
  let input: Input | undefined;
  beforeAll(async () => {
    const take = (given: Input): Promise<{ status: number }> => {
      input = given;
      return Promise.resolve({ status: 204 });
    };
    const handlers = Object.fromEntries(rows.map((_, index) => [`at${index}`, take]));
    const paths = Object.fromEntries(rows.map(pathOf));
    const info = { title: 'Parameters', version: '1' };
    const document = { openapi: '3.2.0', info, paths, components };
    served = await serveDocument(stringifyJson(document), handlers);
    connection = new LastingConnection(served.url);
  });
  afterAll(async () => {
    connection.end();
    await served.close();
  });
  return async (head, body) => {
    input = undefined;
    const response = await connection.send(head, body);
    expect(served.faults).toStrictEqual([]);
    if (response.status === 204) return { input: input! };
    return { message: (JSON.parse(response.body) as { message: string }).message };
  };
}
