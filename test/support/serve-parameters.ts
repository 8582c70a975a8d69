import { describeFields } from './serve-fields';
import { type ParameterRow, useRows } from './serve-rows';

export type { ParameterRow };

interface Named {
  readonly in: keyof typeof INPUTS;
  readonly name: string;
}

const INPUTS = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

/** Tests rows over a real socket. Query rows are also tested as form fields. */
export function describeParameters(
  title: string,
  rows: readonly ParameterRow[],
  components: Readonly<Record<string, unknown>> = {},
): void {
  describeFields(title, rows, components);
  describe(title, () => {
    const send = useRows(rows, pathOf, components);

    it.each(rows.map((row, index) => [row[0], row, index] as const))(
      '%s',
      async (_title, [, parameter, given, want], index) => {
        const [target, lines] = typeof given === 'string' ? [given, []] : ['', given];
        const { in: location, name } = parameter as Named;
        const outcome = await send([`GET /${index}${target} HTTP/1.1`, ...lines]);
        const got =
          'input' in outcome
            ? outcome.input[INPUTS[location]]![name]
            : { refused: outcome.message };
        expect(got).toStrictEqual(want);
      },
    );
  });
}

function pathOf(
  [, parameter, , , { beside = [] } = {}]: ParameterRow,
  index: number,
): readonly [string, object] {
  const { in: location, name } = parameter as Named;
  const responses = { 204: { description: 'Taken' } };
  const operation = { operationId: `at${index}`, parameters: [parameter, ...beside], responses };
  return [`/${index}${location === 'path' ? `/{${name}}` : ''}`, { get: operation }];
}
