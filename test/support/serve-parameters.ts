import { stringifyJson } from '../../src/contract/json/json-values';
import { LastingConnection } from './raw-connection';
import { describeFields } from './serve-fields';
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

interface Named {
  readonly in: keyof typeof INPUTS;
  readonly name: string;
}

type Input = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const INPUTS = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/**
 * Tests rows over a real socket, each with its own operation in one document. Query rows are also tested as form
 * fields.
 */
export function describeParameters(
  title: string,
  rows: readonly ParameterRow[],
  components: Readonly<Record<string, unknown>> = {},
): void {
  describeFields(title, rows, components);
  describe(title, () => {
    let served: ServedDocument;
    let connection: LastingConnection;
    let received: Input | undefined;
    beforeAll(async () => {
      const paths = Object.fromEntries(rows.map(pathItem));
      const info = { title: 'Parameters', version: '1' };
      const take = (input: Input): Promise<{ status: number }> => {
        received = input;
        return Promise.resolve({ status: 204 });
      };
      const handlers = Object.fromEntries(rows.map((_, index) => [`get${index}`, take]));
      const document = { openapi: '3.2.0', info, paths, components };
      served = await serveDocument(stringifyJson(document), handlers);
      connection = new LastingConnection(served.url);
    });
    afterAll(async () => {
      connection.end();
      await served.close();
    });

    it.each(rows.map((row, index) => [row[0], row, index] as const))(
      '%s',
      async (_title, [, parameter, given, want], index) => {
        const [target, lines] = typeof given === 'string' ? [given, []] : ['', given];
        received = undefined;
        const response = await connection.send([`GET /${index}${target} HTTP/1.1`, ...lines]);
        const { in: location, name } = parameter as Named;
        const got =
          response.status === 204
            ? received![INPUTS[location]]![name]
            : { refused: (JSON.parse(response.body) as { message: string }).message };
        expect(got).toStrictEqual(want);
        expect(served.faults).toStrictEqual([]);
      },
    );
  });
}

function pathItem(
  [, parameter, , , { beside = [] } = {}]: ParameterRow,
  index: number,
): readonly [string, object] {
  const { in: location, name } = parameter as Named;
  const responses = { 204: { description: 'Taken' } };
  const operation = { operationId: `get${index}`, parameters: [parameter, ...beside], responses };
  return [`/${index}${location === 'path' ? `/{${name}}` : ''}`, { get: operation }];
}
