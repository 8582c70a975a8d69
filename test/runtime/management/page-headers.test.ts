import { withPageHeaders } from '../../../src/runtime/management/page-headers';

const request = { method: 'GET', target: '/-/page' } as never;

async function headersOf(
  mediaType: string,
  connect: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'Content-Type': mediaType };
  const answer = withPageHeaders(() => Promise.resolve({ status: 200, headers }), connect);
  return (await answer(request)).headers;
}

it('a page may load and call nothing but its own, and stands in no frame', async () => {
  const headers = await headersOf('text/html; charset=utf-8', ['https://api.example']);
  expect(headers).toMatchObject({
    'Content-Type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  });
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "connect-src 'self' https://api.example",
    ]),
  );
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers).not.toHaveProperty('cross-origin-opener-policy');
});

it('what is no page stays as it is', async () => {
  expect(await headersOf('application/json')).toEqual({ 'Content-Type': 'application/json' });
});
