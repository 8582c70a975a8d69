import { loadContract } from '../../../../src/tools/generate';
import { parseSource } from '../../../../src/tools/document';
import { itEach } from '../../../support/it-each';

/** Schemas that lead from one to the next through more levels than can be compiled lose the operations that use them. */

type Schema = Readonly<Record<string, unknown>>;
type Wrap = (next: Schema, index: number) => Schema;

const to = (index: number): Schema => ({ $ref: `#/components/schemas/S${index}` });

/** A document of which one operation uses a chain, and another one nothing. */
function served(schemas: Schema, uses: readonly Schema[] = [to(0)]) {
  const operation = (operationId: string, schema?: Schema): Schema => ({
    operationId,
    ...(schema && { requestBody: { content: { 'application/json': { schema } } } }),
    responses: { 204: { description: 'Done' } },
  });
  const paths = Object.fromEntries([
    ...uses.map((schema, index) => [`/x${index}`, { post: operation(`x${index}`, schema) }]),
    ['/z', { get: operation('z') }],
  ]);
  const document = {
    openapi: '3.1.0',
    info: { title: 'Chain', version: '1' },
    paths,
    components: { schemas },
  };
  const source = parseSource(JSON.stringify(document), 'chain.json');
  const notices: string[] = [];
  const { contract } = loadContract(source.document, {
    report: ({ pointer, message }) => notices.push(`${pointer}: ${message}`),
  });
  return { ids: contract.operations.map(({ operationId }) => operationId), notices };
}

function chain(length: number, wrap: Wrap, last: Schema = { type: 'integer' }): Schema {
  const names = Array.from({ length }, (_, index) => [
    `S${index}`,
    index + 1 < length ? wrap(to(index + 1), index) : last,
  ]);
  return Object.fromEntries(names) as Schema;
}

const WRAPS: Readonly<Record<string, Wrap>> = {
  properties: (next) => ({ type: 'object', properties: { next } }),
  'required properties': (next) => ({ type: 'object', required: ['next'], properties: { next } }),
  items: (next) => ({ type: 'array', items: next }),
  prefixItems: (next) => ({ type: 'array', prefixItems: [next] }),
  contains: (next) => ({ type: 'array', contains: next }),
  additionalProperties: (next) => ({ type: 'object', additionalProperties: next }),
  patternProperties: (next) => ({ type: 'object', patternProperties: { '^x': next } }),
  'properties in oneOf': (next) => ({
    oneOf: [{ type: 'null' }, { type: 'object', properties: { next } }],
  }),
  'properties in allOf': (next) => ({ allOf: [{ type: 'object', properties: { next } }] }),
  'a reference beside others': (next) => ({
    type: 'object',
    properties: { next: { ...next, description: 'Next' } },
  }),
  'one keyword after the other': (next, index) =>
    index % 2 === 0 ? { type: 'array', items: next } : { type: 'object', properties: { next } },
};

const TOO_DEEP =
  'schemas within schemas, and references, lead from here through more than 300 levels; break them up';

it.each(Object.entries(WRAPS))('a chain through %s loses its operation alone', (_, wrap) => {
  const { ids, notices } = served(chain(600, wrap));
  expect(ids).toEqual(['z']);
  expect(notices[0]).toMatch(new RegExp(`^/components/schemas/S\\d+[^:]*: ${TOO_DEEP}$`));
  expect(notices.at(-1)).toMatch(/^\/paths\/~1x0\/post: the operation is not served/);
});

it.each(['$ref', 'allOf', 'anyOf', 'not'])(
  'a chain through %s loses its operation alone',
  (name) => {
    const { ids } = served(
      chain(2_000, (next) => ({
        [name]: name.endsWith('Of') ? [next] : next,
        ...(name === '$ref' && next),
      })),
    );
    expect(ids).toEqual(['z']);
  },
);

const properties = WRAPS.properties!;

it('names the schema below which it would do', () => {
  const { notices } = served(chain(2_000, properties));
  expect(notices).toEqual([
    `/components/schemas/S1848/properties/next: ${TOO_DEEP}`,
    '/paths/~1x0/post: the operation is not served, because of the fault at /components/schemas/S1848/properties/next',
  ]);
});

it('serves operations that use the end of a chain', () => {
  expect(served(chain(2_000, properties), [to(0), to(1_848), to(1_850), to(1_999)]).ids).toEqual([
    'x2',
    'x3',
    'z',
  ]);
});

it('serves what is as deep as can be', () => {
  expect(served(chain(150, properties))).toEqual({ ids: ['x0', 'z'], notices: [] });
  expect(served(chain(151, properties)).ids).toEqual(['z']);
});

itEach<[Schema]>({
  'a circle of schemas': [chain(2_000, properties, properties(to(0), 0))],
  'schemas of which each refers to the one before too': [
    chain(2_000, (next, index) => ({
      type: 'object',
      properties: { next, previous: to(Math.max(index - 1, 0)) },
    })),
  ],
  'a circle with a chain behind it': [
    {
      ...chain(2_000, (next, index) => ({
        type: 'object',
        properties: { next, ...(index === 9 && { first: to(0) }) },
      })),
    },
  ],
})('%s loses the operation alone', (_, schemas) => expect(served(schemas).ids).toEqual(['z']));

it('serves many schemas that refer to each other in circles of few steps', () => {
  const hub = Object.fromEntries(
    Array.from({ length: 155 }, (_, index) => [`s${index}`, to(index)]),
  );
  const all = chain(155, (next, index) => ({
    type: 'object',
    properties: index === 0 ? { next, ...hub } : { next, hub: to(0) },
  }));
  expect(served(all)).toEqual({ ids: ['x0', 'z'], notices: [] });
});
