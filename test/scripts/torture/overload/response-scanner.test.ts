import { ResponseScanner } from '../../../../scripts/torture/overload/response-scanner';

const text =
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}' +
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 3\r\n\r\n[1]';

it.each([1, 7, 1_000])('reads responses from pieces of %d bytes', (size) => {
  const scanner = new ResponseScanner();
  const read: unknown[] = [];
  for (let at = 0; at < text.length; at += size) {
    scanner.push(text.slice(at, at + size), (head, body) => read.push([head, body]));
  }
  expect(read).toStrictEqual([
    [{ status: 200, length: 2, hasRetryAfter: false, closes: false }, '{}'],
    [{ status: 503, length: 3, hasRetryAfter: true, closes: true }, '[1]'],
  ]);
});

it('refuses what has no length', () => {
  const push = (): void => {
    new ResponseScanner().push('HTTP/1.1 200 OK\r\n\r\n', () => undefined);
  };
  expect(push).toThrow(/^no response with a length: "HTTP\/1\.1 200 OK"$/);
});
