import {
  responseForCode,
  defaultResponse,
  chooseMediaType,
  memberOf,
  parsePreferences,
  type Preferences,
} from '../../src/mock/choose-response';
import { startCpuClock } from '../support/cpu-time';

const operation = (keys: readonly string[]): Parameters<typeof defaultResponse>[0] =>
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
  expect(defaultResponse(operation(keys))).toEqual(want);
});

it.each<[string[], number, unknown]>([
  [['200', '404', '4XX'], 404, { status: 404, key: '404' }],
  [['200', '4XX', 'default'], 418, { status: 418, key: '4XX' }],
  [['200', 'default'], 503, { status: 503, key: 'default' }],
  [['200'], 404, undefined],
])('of %j for %d', (keys, code, want) => {
  expect(responseForCode(operation(keys), code)).toEqual(want);
});

it.each<[string[], string[], string, string]>([
  [['text/plain', 'application/json'], [], 'application/json', 'application/json'],
  [['text/plain', 'application/json'], ['text/*'], 'text/plain', 'text/plain'],
  [['audio/*'], [], 'audio/*', 'audio/mpeg'],
  [['audio/*', 'video/*'], ['video/webm, audio/ogg;q=0.5'], 'video/*', 'video/webm'],
  [['*/*'], ['image/svg+xml'], '*/*', 'image/svg+xml'],
  [['*/*'], ['*/*'], '*/*', 'application/json'],
  [['model/*'], ['text/html'], 'model/*', 'model/example'],
])('of %j a client that takes %j gets %s, as %s', (offers, accept, offer, sent) => {
  expect(chooseMediaType(offers, accept)).toBe(offer);
  expect(memberOf(offer, accept)).toBe(sent);
});

it.each<[string[], Preferences]>([
  [[], {}],
  [['code=404'], { code: { name: 'code', status: 404 } }],
  [['status=404'], { code: { name: 'status', status: 404 } }],
  [['status=404, code=400'], { code: { name: 'code', status: 400 } }],
  [
    ['Code = 404 ; strict, example="a, \\"b\\"", dynamic=true'],
    { code: { name: 'code', status: 404 }, example: 'a, "b"', dynamic: true },
  ],
  [['return=minimal', 'example=one', 'example=two'], { example: 'one' }],
  [['code=99'], {}],
  [['code=600'], {}],
  [['code'], {}],
  [['example'], { example: '' }],
  [['dynamic=false'], {}],
  [['=', ';;', '"'], {}],
  [['__proto__=1, toString=2'], {}],
])('%j', (given, want) => {
  expect(parsePreferences(given)).toEqual(want);
});

it('takes no longer for many than for few', () => {
  const cpuTimeMs = startCpuClock();
  parsePreferences(['a="'.repeat(20_000), 'x,'.repeat(20_000)]);
  expect(cpuTimeMs()).toBeLessThan(1_000);
});
