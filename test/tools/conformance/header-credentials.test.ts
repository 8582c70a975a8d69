import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, answering, testServer } from './test-server';

/** Credentials that are given as headers, as with curl, are the caller's: other requests go without them. */

function documentOf(scheme: object): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    security: [{ who: [] }],
    paths: {
      '/notes': {
        get: {
          operationId: 'listNotes',
          responses: { '200': { description: 'The notes' }, '401': { description: 'Who?' } },
        },
      },
    },
    components: {
      securitySchemes: { who: scheme, key: { type: 'apiKey', in: 'query', name: 'key' } },
    },
  });
}

const BASIC = Buffer.from('ann:pass-word').toString('base64');

describe.each<[string, object, header: [string, string], value: RegExp]>([
  [
    'a bearer token',
    { type: 'http', scheme: 'bearer' },
    ['Authorization', 'Bearer tok-en'],
    /^[Bb]earer tok-en$/,
  ],
  [
    'a token of OAuth, in lower case',
    { type: 'oauth2', flows: {} },
    ['authorization', 'bearer tok-en'],
    /^[Bb]earer tok-en$/,
  ],
  [
    'a user and a password',
    { type: 'http', scheme: 'basic' },
    ['Authorization', `Basic ${BASIC}`],
    new RegExp(`^Basic ${BASIC}$`),
  ],
  [
    'another scheme of HTTP',
    { type: 'http', scheme: 'Token' },
    ['Authorization', 'Token tok-en'],
    /^[Tt]oken tok-en$/,
  ],
  ['an API key', { type: 'apiKey', in: 'header', name: 'X-Key' }, ['x-key', 'tok-en'], /^tok-en$/],
  [
    'an API key in Authorization',
    { type: 'apiKey', in: 'header', name: 'Authorization' },
    ['Authorization', 'Key tok-en'],
    /^Key tok-en$/,
  ],
  [
    'a cookie among others',
    { type: 'apiKey', in: 'cookie', name: 'sid' },
    ['Cookie', 'theme=dark; sid=tok=en; sid2=x'],
    /(?:^|; )sid=tok=en(?:;|$)/,
  ],
])('%s', (_, scheme, header, value) => {
  const name = header[0].toLowerCase();
  const seen: IncomingHttpHeaders[] = [];
  let fields = 0;
  const server = () =>
    answering(({ method, headers, rawHeaders }): Answer => {
      seen.push(headers);
      fields = Math.max(fields, rawHeaders.filter((each) => each === 'Cookie').length);
      if (method !== 'GET') return [405, { allow: 'GET' }];
      return value.test(String(headers[name])) ? 200 : [401, { 'www-authenticate': 'Own' }];
    });

  it('is sent by the caller alone', async () => {
    const headers = [header, ['X-Trace', 'a'] as const];
    const { findings } = await testServer(server(), documentOf(scheme), { runs: 3, headers });
    expect(findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
    const isGiven = (each: IncomingHttpHeaders): boolean => value.test(String(each[name]));
    expect(seen.filter(isGiven)).not.toEqual([]);
    expect(seen.filter((each) => !isGiven(each))).not.toEqual([]);
    expect(seen.filter((each) => each['x-trace'] !== 'a')).toEqual([]);
    if (name !== 'cookie') return;
    expect(fields).toBe(1);
    expect(seen.filter(({ cookie = '' }) => !cookie.includes('theme=dark; sid2=x'))).toEqual([]);
  });
});

it.each<[string, [string, string], scheme: string, caller: [string, string]]>([
  ['the scheme', ['Authorization', 'Bearer a'], 'who', ['who', 'b']],
  ['the only scheme', ['Authorization', 'Bearer a'], 'who', ['', 'b']],
])('is refused beside a token for %s', async (_, header, scheme, token) => {
  const document = documentOf({ type: 'http', scheme: 'bearer' }).replace(/,"key":\{[^}]*\}/, '');
  const tokens = { caller: new Map([token]), limited: new Map(), other: new Map() };
  const run = testServer(
    answering(() => 200),
    document,
    { headers: [header], tokens },
  );
  await expect(run).rejects.toThrow(
    `The header Authorization and a token both have credentials for the security scheme "${scheme}"`,
  );
});

it('is sent with every request where the document has no scheme that it fits', async () => {
  const seen: (string | undefined)[] = [];
  const server = answering(({ headers }) => {
    seen.push(headers.authorization);
    return 200;
  });
  const document = documentOf({ type: 'apiKey', in: 'header', name: 'X-Key' });
  await testServer(server, document, { headers: [['Authorization', 'Basic YTpi']] });
  expect(new Set(seen)).toEqual(new Set(['Basic YTpi']));
});
