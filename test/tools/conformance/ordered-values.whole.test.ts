import { parseSource } from '../../../src/tools/document';
import { testConformance } from '../../../src/tools/conformance/public';
import { withDocument } from '../../support/serve-document';
import { itEach } from '../../support/it-each';

/** Services that demand an order among values, which no schema says, and refuse others with a documented status. */

type Input = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
type Schema = Readonly<Record<string, unknown>>;

const WHOLE = { type: 'integer', minimum: 0, maximum: 1000 };
const DATE = { type: 'string', format: 'date' };
const TIME = { type: 'string', format: 'date-time' };
const SPAN = {
  ...{ type: 'object', additionalProperties: false, required: ['from', 'to'] },
  properties: { from: TIME, to: TIME },
};

const query = (schema: Schema, ...names: string[]): object => ({
  parameters: names.map((name) => ({ in: 'query', name, schema })),
});

const body = (schema: Schema, ...names: string[]): object => ({
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          ...{ type: 'object', additionalProperties: false, required: names },
          properties: Object.fromEntries(names.map((name) => [name, schema])),
        },
      },
    },
  },
});

const ranksOf = (values: Input[string], names: readonly string[]): readonly number[] => {
  const given = names.map((name) => values?.[name]).filter((value) => value !== undefined);
  return given.map((each) => (typeof each === 'string' ? Date.parse(each) : Number(each)));
};

/** True where the values that are there do not fall, in the order of the names. */
const rises = (values: Input[string], ...names: string[]): boolean => {
  const ranks = ranksOf(values, names);
  return ranks.every((rank, index) => index === 0 || rank >= ranks[index - 1]!);
};

/** True where each of the values that are there is greater than the one before. */
const risesEach = (values: Input[string], ...names: string[]): boolean => {
  const ranks = ranksOf(values, names);
  return ranks.every((rank, index) => index === 0 || rank > ranks[index - 1]!);
};

async function failuresOf(
  method: string,
  operation: object,
  isRight: (input: Input) => boolean,
  seed = 1,
  isTaken: (input: Input) => boolean = () => false,
): Promise<readonly string[]> {
  const responses = { 204: { description: 'Taken' }, 400: { description: 'Not so' } };
  const refusal = { 409: { description: 'Taken' }, 422: { description: 'Not in order' } };
  const document = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Spans', version: '1' },
    servers: [{ url: '/' }],
    paths: {
      '/spans': {
        [method]: { operationId: 'span', ...operation, responses: { ...responses, ...refusal } },
      },
    },
  });
  const taken = (input: Input): number => (isTaken(input) ? 409 : 204);
  const span = (input: unknown): Promise<{ status: number }> =>
    Promise.resolve({ status: isRight(input as Input) ? taken(input as Input) : 422 });
  const results = await withDocument(document, { span }, {}, ({ url }) =>
    testConformance({
      source: parseSource(document, 'document.json'),
      ...{ url, seed, runs: 30, parallel: 4, timeoutMs: 5_000 },
      limits: { timeMs: 60_000, requests: 3_000 },
      tokens: { caller: new Map(), limited: new Map(), other: new Map() },
    }),
  );
  return results.findings.map(
    ({ check, exchanges }) => `${check} ${exchanges.at(-1)!.testCase.title}`,
  );
}

itEach<[string, object, (input: Input) => boolean]>({
  'query integers': [
    'get',
    query(WHOLE, 'min', 'max'),
    ({ query: all }) => rises(all, 'min', 'max'),
  ],
  'query integers, the greater first': [
    'get',
    query(WHOLE, 'max', 'min'),
    ({ query: all }) => rises(all, 'min', 'max'),
  ],
  'query dates': ['get', query(DATE, 'from', 'to'), ({ query: all }) => rises(all, 'from', 'to')],
  'integers of a body': [
    'post',
    body(WHOLE, 'first', 'last'),
    ({ body: all }) => rises(all, 'first', 'last'),
  ],
  'three numbers of a body': [
    'post',
    body({ type: 'number' }, 'low', 'usual', 'high'),
    ({ body: all }) => rises(all, 'low', 'usual', 'high'),
  ],
  'dates of a body': [
    'post',
    body(DATE, 'from', 'to'),
    ({ body: all }) => rises(all, 'from', 'to'),
  ],
  'times of a body': ['put', body(TIME, 'from', 'to'), ({ body: all }) => rises(all, 'from', 'to')],
  'query integers that differ': [
    'get',
    query(WHOLE, 'min', 'max'),
    ({ query: all }) => risesEach(all, 'min', 'max'),
  ],
  'dates of a body that differ, the later first': [
    'post',
    body(DATE, 'to', 'from'),
    ({ body: all }) => risesEach(all, 'from', 'to'),
  ],
  'three times of a body that differ': [
    'post',
    body(TIME, 'start', 'middle', 'end'),
    ({ body: all }) => risesEach(all, 'start', 'middle', 'end'),
  ],
  'times of an object within a body': [
    'post',
    body(SPAN, 'during'),
    ({ body: all }) => risesEach(all?.during as Input[string], 'from', 'to'),
  ],
})('an order of %s is no failure', async (_, method, operation, isRight) => {
  for (const seed of [1, 2]) expect(await failuresOf(method, operation, isRight, seed)).toEqual([]);
});

itEach<[string, object, (input: Input) => boolean, string]>({
  'a query value': [
    'get',
    query(WHOLE, 'min', 'max'),
    ({ query: all }) => all?.max !== 1000,
    'query max: exactly maximum (1000)',
  ],
  'a value of a body': [
    'post',
    body(WHOLE, 'first', 'last'),
    ({ body: all }) => all?.last !== 0,
    'body /last: exactly minimum (0)',
  ],
})('the refusal of %s in any order is a failure', async (_, method, operation, isRight, title) => {
  expect(await failuresOf(method, operation, isRight)).toContain(`accepts-valid ${title}`);
});

it('an order of times is no failure where those in order are taken', async () => {
  const isRight = ({ body: all }: Input): boolean => risesEach(all, 'from', 'to');
  const isTaken = ({ body: all }: Input): boolean => String(all?.to).startsWith('1985');
  expect(await failuresOf('post', body(TIME, 'from', 'to'), isRight, 1, isTaken)).toEqual([]);
});
