import { serveSchemas, type ServedSchemas } from '../../../support/serve-schemas';
import { useStarted } from '../../../support/use-started';

/** A schema, a body, and what the handler gets of it, or `{ refused }` with the message. */
export type BodyRow = readonly [name: string, schema: unknown, given: string, want: unknown];

/** A schema, the bodies that it takes, and those that it refuses. */
export type TextRow = readonly [
  name: string,
  schema: unknown,
  takes: readonly string[],
  refuses: readonly string[],
];

type Components = Readonly<Record<string, unknown>>;

/** Serves schemas for the tests of a file or of a `describe`. */
export function useSchemas(
  schemas: readonly unknown[],
  components: Components = {},
): () => ServedSchemas {
  const served = useStarted(() => serveSchemas(schemas, components));
  return () => served;
}

/** Tests what a handler gets of bodies. @param more further tests, which get the service */
export function describeBodies(
  title: string,
  rows: readonly BodyRow[],
  components: Components = {},
  more: (served: () => ServedSchemas) => void = () => undefined,
): void {
  describe(title, () => {
    const served = useSchemas(
      rows.map(([, schema]) => schema),
      components,
    );
    it.each(rows.map(([name, , given, want], index) => [name, given, want, index] as const))(
      '%s',
      async (_, given, want, index) => {
        const { status, body, message } = await served().decode(index, given);
        expect(status === 204 ? body : { refused: message }).toStrictEqual(want);
      },
    );
    more(served);
  });
}

/** Tests which bodies are taken. */
export function describeTexts(
  title: string,
  rows: readonly TextRow[],
  components: Components = {},
): void {
  describe(title, () => {
    const served = useSchemas(
      rows.map(([, schema]) => schema),
      components,
    );
    const each = (at: 2 | 3): (readonly [name: string, text: string, index: number])[] =>
      rows.flatMap((row, index) => row[at].map((text) => [row[0], text, index] as const));

    it.each(each(2))('%s takes %s', async (_, text, index) => {
      expect(await served().decode(index, text)).toMatchObject({ status: 204 });
    });

    it.each(each(3))('%s refuses %.40s', async (_, text, index) => {
      expect(await served().decode(index, text)).toMatchObject({ status: 400 });
    });
  });
}
