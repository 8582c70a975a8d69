import { readConfig } from '../../../../src/plant-store/config';
import { itEach } from '../../../support/it-each';

/** What RATE_LIMIT and TRUSTED_PROXIES may be. */

itEach<[unknown]>({
  'token=100/s': [[{ name: 'token', quota: 100, windowSeconds: 1 }]],
  ' token=1/10s , address-bytes=2KiB/15m ': [
    [
      { name: 'token', quota: 1, windowSeconds: 10 },
      { name: 'address-bytes', quota: 2_048, windowSeconds: 900 },
    ],
  ],
  '20/m': [
    [
      { name: 'token', quota: 20, windowSeconds: 60 },
      { name: 'address', quota: 20, windowSeconds: 60 },
    ],
  ],
  'failures=20/h': [[{ name: 'failures', quota: 20, windowSeconds: 3_600 }]],
  'token-bytes=1024GiB/d': [[{ name: 'token-bytes', quota: 2 ** 40, windowSeconds: 86_400 }]],
  '': [[]],
})('RATE_LIMIT may be "%s"', (value, want) => {
  expect(readConfig({ RATE_LIMIT: value }).rateLimits).toEqual(want);
});

it.each([
  'token',
  'token=0/s',
  'token=1/w',
  'token=1/0s',
  'token=1/2d',
  'token=1/99999h',
  'token=-1/s',
  'token=1.5/s',
  'token=5MiB/s',
  'token-bytes=5/s',
  'token-bytes=1025GiB/s',
  'token=1/s,token=9/m',
  'token=1/s,9/m',
  '=1/s',
  '5MiB/s',
  'token=1/s,',
  'user=1/s',
  '__proto__=1/s',
])('RATE_LIMIT may not be "%s", as one line says', (value) => {
  expect(() => readConfig({ RATE_LIMIT: value })).toThrow(
    /^RATE_LIMIT is ".*", but must be limits such as "token=100\/s.*$/,
  );
});

it.each(['loopback', '10.0.0.1', '10.0.0.0/8, 2001:db8::/32', 'uniquelocal,::1'])(
  'TRUSTED_PROXIES may be "%s"',
  (value) => {
    expect(readConfig({ TRUSTED_PROXIES: value }).trustedProxies).toEqual(value.split(/, ?/));
  },
);

it.each(['true', '1', 'proxy.example', '10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0.1,'])(
  'TRUSTED_PROXIES may not be "%s"',
  (value) => {
    expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(
      /^TRUSTED_PROXIES is ".*", but must be addresses, networks such as .*$/,
    );
  },
);
