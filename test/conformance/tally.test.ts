import { Tally } from '../../src/conformance/results';
import type { Operation } from '../../src/generate/index';
import { exchange, response } from './report/library-results';

it('counts the statuses that the document lists, by number, range and default', () => {
  const sent = (status: number) =>
    exchange({
      operationId: 'createBook',
      title: '',
      request: { method: 'POST', target: '/', headers: [] },
      outcome: response(status, {}),
    });
  const operation: Operation = {
    ...sent(200).testCase.operation!,
    value: { responses: { 201: {}, 404: {}, '4XX': {}, default: {}, 'x-note': {} } },
  };
  const tally = new Tally({ operations: [operation] });
  for (const status of [201, 201, 400, 403, 500]) tally.count(sent(status));
  expect(tally.coverage).toMatchObject([
    { kind: 'status', name: '201', valid: 2, pointer: `${operation.pointer}/responses/201` },
    { kind: 'status', name: '404', valid: 0 },
    { kind: 'status', name: '4XX', valid: 2 },
    { kind: 'status', name: 'default', valid: 1 },
  ]);
});

it.each([
  [201, true],
  [304, true],
  [302, false],
  [404, false],
])('a valid request that got %d: exercised is %s', (status, exercised) => {
  const sent = exchange({
    operationId: 'createBook',
    title: '',
    request: { method: 'POST', target: '/', headers: [] },
    outcome: response(status, {}),
  });
  const value = { responses: { 201: {}, 304: {}, 404: {} } };
  const tally = new Tally({ operations: [{ ...sent.testCase.operation!, value }] });
  tally.count(sent);
  expect(tally.isExercised('createBook')).toBe(exercised);
});
