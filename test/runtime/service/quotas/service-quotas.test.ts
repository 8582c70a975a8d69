import type { Caller, Quotas, RateLimit } from '../../../../src/runtime/contract';
import { openQuotas } from '../../../../src/runtime/service/quotas/service-quotas';
import { newCounter } from '../../../../src/runtime/service/quotas/usage-counter';

const quotasOf = (limits: readonly RateLimit[]): Quotas =>
  openQuotas(limits, { counterOf: newCounter, onFault: () => undefined }).quotasOf(new Map())!;

const callerOf = (client: string): Caller => ({ name: 'ada', credentialId: 'jti 1', client });

/** What cannot be asked from outside without a flood. */

it('verifies so many credentials in a second, of an address of which too many have failed', async () => {
  const quotas = quotasOf([{ name: 'failures', quota: 3, windowSeconds: 60 }]);
  const client = quotas.open('192.0.2.1');
  for (let failed = 0; failed < 3; failed++) {
    expect(await client.admitCredentials()).toBeUndefined();
    expect(await client.refuseCredentials()).toBeUndefined();
  }
  const asked = await Promise.all(Array.from({ length: 150 }, () => client.admitCredentials()));
  expect(asked.filter((failure) => failure === undefined)).toHaveLength(100);
  const details = { headers: { 'Retry-After': '1' } };
  expect(asked.at(-1)).toMatchObject({ kind: { number: 42901 }, details });
  expect(await quotas.open('192.0.2.2').admitCredentials()).toBeUndefined();
});

it('waits for credentials that fail grow no further than the end of the window', async () => {
  const quotas = quotasOf([{ name: 'failures', quota: 1, windowSeconds: 20 }]);
  const client = quotas.open('2001:db8::1');
  const waits: unknown[] = [];
  for (let failed = 0; failed < 8; failed++) {
    waits.push((await client.refuseCredentials())?.details.headers?.['Retry-After']);
  }
  expect(waits.slice(0, 6)).toEqual([undefined, '1', '2', '4', '8', '16']);
  expect(Number(waits.at(-1))).toBeLessThanOrEqual(20);
});

it('counts callers of any name', async () => {
  const quotas = quotasOf([{ name: 'token', quota: 1, windowSeconds: 60 }]);
  for (const client of ['', 'a b', '\0', '\ud800', 'x'.repeat(10_000), '__proto__']) {
    expect(await quotas.open(undefined).admitCaller(callerOf(client))).toBeUndefined();
    expect(await quotas.open(undefined).admitCaller(callerOf(client))).toBeDefined();
  }
});
