import { createHash } from 'node:crypto';
import {
  createToken,
  parseDuration,
  parseScopes,
} from '../../../src/plant-store/access/opaque-token';
import { hashToken } from '../../../src/runtime/service/access/token-verifier';

const now = new Date('2030-01-01T00:00:00Z');

describe('createToken', () => {
  it('gives a bearer credential of 256 random bits', () => {
    const { secret } = createToken({ label: 'ci', now });
    expect(secret).toMatch(/^plant_[A-Za-z0-9_-]{43}$/); // within b64token of RFC 6750, section 2.1
    expect(Buffer.from(secret.slice('plant_'.length), 'base64url')).toHaveLength(32);
  });

  it('keeps only the SHA-256 of the secret', () => {
    const { secret, record } = createToken({ label: 'ci', now });
    expect(record).toEqual({
      id: expect.stringMatching(/^[a-z2-9]{10}$/),
      hash: createHash('sha256').update(secret).digest(),
      label: 'ci',
      scopes: [],
      createdAt: now,
    });
    expect(record).not.toHaveProperty('expiresAt');
  });

  it('gives each token a secret and an id of its own', () => {
    const made = Array.from({ length: 1_000 }, () => createToken({ label: 'ci', now }));
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1_000);
    expect(new Set(made.map(({ record }) => record.id)).size).toBe(1_000);
  });

  it('ends after the time asked for', () => {
    const { record } = createToken({ label: 'ci', expiresInMs: 86_400_000, now });
    expect(record.expiresAt).toEqual(new Date('2030-01-02T00:00:00Z'));
  });

  it.each([0, -1, 1.5, NaN, Infinity, 9e15])('refuses to end after %d ms', (expiresInMs) => {
    expect(() => createToken({ label: 'ci', expiresInMs, now })).toThrow(
      `expiresInMs is ${expiresInMs}; expected a positive whole number`,
    );
  });
});

describe('hashToken', () => {
  it('is SHA-256 over UTF-8', () => {
    expect(hashToken('plänt').toString('hex')).toBe(
      createHash('sha256').update(Buffer.from('plänt', 'utf8')).digest('hex'),
    );
  });
});

describe('parseDuration', () => {
  it.each([
    ['1s', 1_000],
    ['90m', 5_400_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
    ['2w', 1_209_600_000],
    ['36500d', 3_153_600_000_000],
  ])('reads %s', (text, durationMs) => expect(parseDuration(text)).toBe(durationMs));

  it.each([
    '',
    '30',
    'd',
    '0d',
    '-1d',
    '1.5d',
    '1e3s',
    ' 1d',
    '1d ',
    '1d\n',
    '1 d',
    '1D',
    '1y',
    '1d2h',
    '٣d',
    '36501d',
    '3153600001s',
    '9'.repeat(400) + 's',
  ])('refuses %j and says what is allowed', (text) => {
    expect(() => parseDuration(text)).toThrow(
      new RangeError(
        `Duration ${JSON.stringify(text)} is not a whole number from 1 and a unit (s, m, h, d or w), such as 30d, of at most 36500d`,
      ),
    );
  });
});

describe('parseScopes', () => {
  it.each([
    [[], []],
    [['read'], ['read']],
    [['read write'], ['read', 'write']],
    [
      ['read  write ', 'read'],
      ['read', 'write'],
    ],
    [['plants:write https://x/y'], ['plants:write', 'https://x/y']],
  ])('reads %j', (texts, want) => expect(parseScopes(texts)).toStrictEqual(want));

  it.each(['re"ad', 'a\\b', 'lesen/schreiben/ä', 'a\tb'])('refuses %j', (text) => {
    expect(() => parseScopes([text])).toThrow(
      new RangeError(
        `Scope ${JSON.stringify(text)} has characters other than printable ASCII without quotes and backslashes`,
      ),
    );
  });
});
