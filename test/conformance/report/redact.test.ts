import { Redaction, restored } from '../../../src/conformance/report/redact';
import { exchange, libraryResults, response, TOKEN } from './library-results';
import { responseText } from '../../../src/conformance/report/message-text';

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
  inQuery: { type: 'apiKey', in: 'query', name: 'api key' },
} as const;
const redaction = new Redaction({ tokens: [TOKEN, 'reader', 'us"er:pa/ss wörd'], securitySchemes });

function request(target: string, headers: [string, string][], body = ''): unknown {
  const sent = { method: 'GET', target, headers, body: Buffer.from(body) };
  const { testCase } = redaction.exchange(
    exchange({ title: 'x', request: sent, outcome: response(200, {}) }),
  );
  return { ...testCase.request, body: testCase.request.body?.toString('latin1') };
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('what is written holds no credentials', () => {
  it.each<[string, string, string]>([
    ['Authorization', `Bearer ${TOKEN}`, 'Bearer REDACTED_TOKEN_1'],
    ['authorization', 'Bearer reader', 'Bearer REDACTED_TOKEN_2'],
    ['Authorization', 'Bearer made.up', 'Bearer REDACTED_OTHER'],
    ['Authorization', 'two words', 'REDACTED_OTHER'],
    ['Authorization', 'Bearer ', 'Bearer '],
    ['Authorization', `Basic ${base64('us"er:pa/ss wörd')}`, 'Basic REDACTED_TOKEN_3'],
    ['Authorization', `Basic ${base64(`user:${TOKEN}`)}`, 'Basic REDACTED_TOKEN_1'],
    ['Proxy-Authorization', 'Basic eDp5', 'Basic REDACTED_OTHER'],
    ['Cookie', `a=${TOKEN}; b="c"; d`, 'a=REDACTED_TOKEN_1; b=REDACTED_OTHER;REDACTED_OTHER'],
    ['x-api-key', 'anything', 'REDACTED_OTHER'],
    ['X-Other', `of ${TOKEN} and reader`, 'of REDACTED_TOKEN_1 and reader'],
  ])('in the header %s: %s', (name, value, written) => {
    expect(request('/', [[name, value]])).toMatchObject({ headers: [[name, written]] });
  });

  it.each([
    ['/a?api%20key=1&b=2', '/a?api%20key=REDACTED_OTHER&b=2'],
    [`/a?api%20key=${TOKEN}&%zz=%`, '/a?api%20key=REDACTED_TOKEN_1&%zz=%'],
    ['/a?b=us%22er%3Apa%2Fss%20w%C3%B6rd', '/a?b=REDACTED_TOKEN_3'],
    [`/${TOKEN}`, '/REDACTED_TOKEN_1'],
  ])('in the target %s', (target, written) => {
    expect(request(target, [])).toMatchObject({ target: written });
  });

  it('in bodies, whose other bytes stay', () => {
    const body = `{"a":"${TOKEN}","b":${JSON.stringify('us"er:pa/ss wörd')}} ü \u0000`;
    const bytes = Buffer.from('{"a":"REDACTED_TOKEN_1","b":"REDACTED_TOKEN_3"} ü \u0000');
    expect(request('/', [], body)).toMatchObject({ body: bytes.toString('latin1') });
  });

  it('in cookies that a service sets, which keep their attributes', () => {
    const results = redaction.results(libraryResults);
    const { outcome } = results.findings[3]!.exchanges[0]!;
    expect(outcome).toMatchObject({
      response: {
        headers: expect.arrayContaining([
          ['Set-Cookie', 'session=REDACTED_TOKEN_1; Path=/; HttpOnly'],
        ]),
      },
    });
  });

  it('in headers that are sent with every request, and wherever their values stand', () => {
    const own = new Redaction({
      tokens: [TOKEN],
      securitySchemes: {},
      headers: [
        ['X-Session', 'value-of-the-session'],
        ['Accept', 'application/json'],
      ],
    });
    const sent = exchange({
      title: 'value-of-the-session in application/json',
      request: { method: 'GET', target: '/', headers: [['x-session', 'value-of-the-session']] },
      outcome: response(200, {}),
    });
    expect(own.exchange(sent).testCase).toMatchObject({
      title: 'REDACTED_TOKEN_2 in application/json',
      request: { headers: [['x-session', 'REDACTED_TOKEN_2']] },
    });
  });

  it('in the URL of the service', () => {
    const { url } = redaction.results({
      ...libraryResults,
      url: 'http://me:secret@localhost:1/v1',
    });
    expect(url).toBe('http://localhost:1/v1');
  });
});

describe('restores', () => {
  const tokens = ['token of the caller é', 'user:password'];
  const redaction = new Redaction({
    tokens,
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
  });

  it('a request without credentials gets them back, and made-up ones stay made up', () => {
    const request = {
      method: 'POST',
      target: `/?key=${encodeURIComponent(tokens[0]!)}&page=1`,
      headers: [
        ['Authorization', `Basic ${Buffer.from(tokens[1]!).toString('base64')}`],
        ['X-Echo', tokens[0]!],
      ] as const,
      body: Buffer.from(`{"token":"${tokens[0]!}"}`),
    };
    const written = redaction.exchange(exchange({ title: '', request, outcome: response(200, {}) }))
      .testCase.request;
    expect(written.target).toBe('/?key=REDACTED_TOKEN_1&page=1');
    expect(restored(written, tokens)).toStrictEqual(request);
    expect(restored(written, [])).toStrictEqual(written);
  });
});

describe('the text of a message', () => {
  it('shows twenty headers, those that the message is about, and how many there are', () => {
    const headers = Array.from({ length: 100 }, (_, at) => [`X-${at}`, 'a'] as const);
    const outcome = {
      kind: 'response',
      response: { status: 200, headers, body: Buffer.alloc(0) },
    } as const;
    const shown = responseText(outcome, { characters: 1, lines: 1 }, 'the header X-99 is wrong');
    expect(shown.headers.slice(19)).toEqual([
      'X-19: a',
      'X-99: a',
      '... (cut, 100 headers in all)',
    ]);
  });
});
