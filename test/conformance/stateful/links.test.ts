import type { Exchange } from '../../../src/conformance/exchange';
import { evaluateExpression } from '../../../src/conformance/stateful/links';

const exchange: Exchange = {
  testCase: {
    phase: 'stateful',
    operation: undefined,
    title: '',
    covers: [],
    request: {
      method: 'POST',
      target: '/books/7?full=true',
      headers: [['X-Who', 'me']],
      body: Buffer.from('{"a":{"b/c":[1,2]}}'),
    },
    values: {
      parameters: [
        { parameter: { pointer: '', value: { in: 'path', name: 'id' } }, value: 7 },
        { parameter: { pointer: '', value: { in: 'query', name: 'full' } }, value: true },
      ],
    },
  },
  judgement: { expected: 'open', reason: '' },
  outcome: {
    kind: 'response',
    response: {
      status: 201,
      headers: [
        ['Content-Type', 'application/json'],
        ['Location', '/books/8'],
      ],
      body: Buffer.from('{"id":9007199254740993,"self":{"href":"/x"}}'),
    },
  },
  sentAt: 0,
  durationMs: 0,
};

it.each([
  ['$method', 'POST'],
  ['$statusCode', 201],
  ['$request.header.x-who', 'me'],
  ['$request.path.id', 7],
  ['$request.query.full', true],
  ['$request.body#/a/b~1c/1', 2],
  ['$request.body', { a: { 'b/c': [1, 2] } }],
  ['$response.body#/id', 9007199254740993n],
  ['$response.body#/self/href', '/x'],
  ['$response.header.Location', '/books/8'],
  ['$response.body#/missing', undefined],
  ['$response.path.id', undefined],
  ['books-{$request.path.id}-{$response.body#/id}', 'books-7-9007199254740993'],
  ['books-{$response.body#/missing}', undefined],
  ['constant', 'constant'],
  [5, 5],
])('%s is %p', (expression, value) => {
  expect(evaluateExpression(expression, exchange)).toEqual(value);
});
