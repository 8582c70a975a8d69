import fc from 'fast-check';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { Failure } from '../../../../src/runtime/contract/failure';
import { OperationParameters } from '../../../../src/runtime/contract/request/parameters';
import { runs } from '../../../support/runs';

const tree = { $ref: '#/components/schemas/Tree' };
const schemas = [
  { type: ['integer', 'string', 'null', 'boolean'] },
  { type: 'array', items: { type: ['number', 'object', 'array'] } },
  { type: 'object', properties: { a: tree }, additionalProperties: { type: 'integer' } },
  { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'object' }, { const: 'a' }] },
  {},
];
const styles = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

const parameters = Object.entries(styles).flatMap(([location, names]) =>
  names.flatMap((style) =>
    schemas.flatMap((schema) =>
      [true, false].map((explode) => {
        return { in: location, name: 'a', required: location === 'path', style, explode, schema };
      }),
    ),
  ),
);
const { contract, validators } = loadContract({
  openapi: '3.2.0',
  info: { title: 'Parameters', version: '1' },
  paths: Object.fromEntries(
    parameters.map((parameter, index) => {
      const operation = { parameters: [parameter], responses: { 204: { description: 'Taken' } } };
      return [`/${index}${parameter.in === 'path' ? '/{a}' : ''}`, { get: operation }];
    }),
  ),
  components: {
    schemas: {
      Tree: { properties: { a: tree }, items: tree, type: ['array', 'object', 'integer'] },
    },
  },
});

/** Texts made of what styles and encodings give a meaning to. */
const text = fc
  .array(
    fc.constantFrom(
      ...['a', 'a=', '1', '9007199254740993', 'true', '=', '&', ';', ',', '.', '|', '+', ' ', '"'],
      ...['[', ']', '[a]', '[0]', '{', '}', ':', '%', '%2C', '%20', '%FF', '%5B', '__proto__', 'ü'],
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''));

describe('the parameters of an operation', () => {
  const operations = contract.operations.map(
    (each) => new OperationParameters({ contract, validators }, each.parameters),
  );

  it(`decodes or refuses any text (${runs(200)} requests to each of ${parameters.length} operations)`, () => {
    const sent = fc.record({ query: text, path: text, lines: fc.array(text, { maxLength: 3 }) });
    fc.assert(
      fc.property(sent, ({ query, path, lines }) => {
        const request = { headerValues: () => lines } as never;
        for (const operation of operations) {
          const source = {
            request,
            query: `a=${query}&${query}`,
            pathParameters: { names: ['a'], values: [path] },
          };
          const decoded = operation.decode(source);
          expect(decoded instanceof Failure || 'query' in decoded).toBe(true);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
