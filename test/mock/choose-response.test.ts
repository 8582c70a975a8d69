import { responseForCode, usualResponse } from '../../src/mock/choose-response';

const operation = (keys: readonly string[]): Parameters<typeof usualResponse>[0] =>
  ({ responses: Object.fromEntries(keys.map((key) => [key, {}])) }) as never;

it.each<[string[], unknown]>([
  [['500', '201', '200'], { status: 200, key: '200' }],
  [['404', '2XX', 'default'], { status: 200, key: '2XX' }],
  [['404', 'default'], { status: 200, key: 'default' }],
  [['404', '302'], { status: 302, key: '302' }],
  [['4XX'], { status: 400, key: '4XX' }],
  [['101'], undefined],
  [[], { status: 204 }],
])('of %j the usual response', (keys, want) => {
  expect(usualResponse(operation(keys))).toEqual(want);
});

it.each<[string[], number, unknown]>([
  [['200', '404', '4XX'], 404, { status: 404, key: '404' }],
  [['200', '4XX', 'default'], 418, { status: 418, key: '4XX' }],
  [['200', 'default'], 503, { status: 503, key: 'default' }],
  [['200'], 404, undefined],
])('of %j for %d', (keys, code, want) => {
  expect(responseForCode(operation(keys), code)).toEqual(want);
});
