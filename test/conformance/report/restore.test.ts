import { Redaction, restored } from '../../../src/conformance/report/redact';
import { exchange, response } from './library-results';

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
