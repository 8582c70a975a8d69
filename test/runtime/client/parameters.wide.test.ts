import fc from 'fast-check';
import { anyCharacter, runs } from '../../support/runs';
import { serveOperations } from './loose-client';
import { useStarted } from '../../support/use-started';

/** What a client writes as a parameter is what the handler gets. */

type Location = 'path' | 'query' | 'header' | 'cookie';

const INPUTS = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;
const STYLES: readonly (readonly [Location, ...string[]])[] = [
  ['path', 'simple', 'label', 'matrix'],
  ['query', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  ['header', 'simple'],
  ['cookie', 'form', 'cookie'],
];

const integer = { type: 'integer', format: 'int64' };
const text = { type: 'string' };
const nested = { type: 'object', properties: { id: integer } };
const SCHEMAS = {
  text,
  integer,
  texts: { type: 'array', items: text },
  integers: { type: 'array', items: integer },
  object: {
    type: 'object',
    properties: { id: integer, 'a+b': text, list: { type: 'array', items: text }, nested },
  },
};
type Kind = keyof typeof SCHEMAS;
const KINDS = Object.keys(SCHEMAS) as Kind[];

const cells = STYLES.flatMap(([location, ...styles]) =>
  styles.flatMap((style) =>
    [false, true].flatMap((explode) => KINDS.map((kind) => ({ location, style, explode, kind }))),
  ),
);
type Cell = (typeof cells)[number];

const nameIn = (location: Location): string => (location === 'header' ? 'color' : 'a color');
const pathOf = ({ location }: Cell, index: number): `/${string}` =>
  `/${index}${location === 'path' ? '/{a color}' : ''}`;

/** Reserved characters of URLs, forms and cookies, encoded ones, and characters of two and three bytes. */
const HARD = `a,b;c d|e&f=g/h?i#j%2C%+'"[k].\u00fc\u20ac`;

/** What a style does not encode, and so cannot say. */
const UNSAYABLE: Readonly<Record<string, RegExp>> = {
  header: /[,\u20ac]/g,
  cookie: /[,;\u20ac]/g,
  spaceDelimited: / /g,
  pipeDelimited: /\|/g,
};

function valueOf({ location, style, kind }: Cell): unknown {
  const own = UNSAYABLE[location === 'header' ? location : style];
  const sayable = own === undefined ? HARD : HARD.replace(own, '');
  switch (kind) {
    case 'text':
      return sayable;
    case 'integer':
      return 2n ** 63n - 1n;
    case 'texts':
      return [sayable, 'b', sayable];
    case 'integers':
      return [1n, -(2n ** 63n), 9007199254740993n];
    case 'object':
      return { id: 9007199254740993n, 'a+b': sayable, list: ['1', sayable], nested: { id: 2n } };
  }
}

const served = useStarted(() => {
  const operations = cells.map((cell, index) => {
    const { location, style, explode, kind } = cell;
    const required = location === 'path';
    const name = nameIn(location);
    const parameter = { in: location, name, required, style, explode, schema: SCHEMAS[kind] };
    return [pathOf(cell, index), { parameters: [parameter] }] as const;
  });
  return serveOperations(Object.fromEntries(operations));
});

async function exchange(cell: Cell, value: unknown): Promise<unknown> {
  const { location } = cell;
  const name = nameIn(location);
  const params = { [location]: { [name]: value } };
  const { response } = await served.client.POST(pathOf(cell, cells.indexOf(cell)), { params });
  expect(response.status).toBe(204);
  const input = served.taken()![INPUTS[location]] as Readonly<Record<string, unknown>>;
  return input[name];
}

it.each(
  cells.map((cell) => {
    const { location, style, explode, kind } = cell;
    return [`${kind} in ${location}, ${style}${explode ? ', exploded' : ''}`, cell] as const;
  }),
)('%s', async (_, cell) => {
  const value = valueOf(cell);
  expect(await exchange(cell, value)).toStrictEqual(value);
});

/** Texts of any characters, and of what styles and encodings give a meaning to. */
const anyText = fc
  .array(
    fc.oneof(
      anyCharacter,
      fc.constantFrom('a', '1', 'true', '=', '&', ';', ',', '.', '|', '+', ' ', '"', '[', ']', '{'),
      fc.constantFrom('%', '%2C', '%20', '%2e', '\\', '#', '?', '/', '__proto__', '\r\n', '\u00fc'),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(''));
const anyInteger = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
/** A list of one empty text is written as an empty list is. */
const anyTexts = fc.array(anyText, { minLength: 1, maxLength: 4 }).filter((list) => list[0] !== '');
const VALUES: Readonly<Record<Kind, fc.Arbitrary<unknown>>> = {
  text: anyText,
  integer: anyInteger,
  texts: anyTexts,
  integers: fc.array(anyInteger, { minLength: 1, maxLength: 4 }),
  object: fc
    .record(
      {
        id: anyInteger,
        'a+b': anyText,
        list: anyTexts,
        nested: fc.record({ id: anyInteger }, { noNullPrototype: true }),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .filter((members) => Object.keys(members).length > 0),
};

/** True where there may be texts that cannot be said. */
function isLimited({ location, style, explode }: Cell): boolean {
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited';
  return location === 'path' || style in UNSAYABLE
    ? !isDelimited || !explode
    : location === 'header';
}

const REFUSED = /^TypeError: The \w+ parameter .* of POST \/.* cannot be written: /;

it('what is written is read back, or it is refused by the client', async () => {
  const anything = fc
    .constantFrom(...cells)
    .chain((cell) => VALUES[cell.kind].map((value) => ({ cell, value })));
  await fc.assert(
    fc.asyncProperty(anything, async ({ cell, value }) => {
      const got = await exchange(cell, value).catch((error: unknown) => {
        if (!isLimited(cell) || !REFUSED.test(String(error))) throw error;
        return value;
      });
      expect(got).toStrictEqual(value);
    }),
    { numRuns: runs(3000) },
  );
});
