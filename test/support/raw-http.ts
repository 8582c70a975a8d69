import { connect } from 'node:net';

/** A response read off a socket. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Writes bytes to a connection, ends it, and reads until the server closes it too.
 *
 * @returns every final response on the connection, in order; interim responses are left out
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  options: { end?: boolean } = {},
): Promise<RawResponse[]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      if (options.end === false) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may cut a connection on which nonsense still arrives; what it replied counts.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      resolve(parseResponses(Buffer.concat(chunks).toString('latin1')));
    });
  });
}

/** Splits a stream of responses with Content-Length. @throws Error when it is not one */
export function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  let rest = text;
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    if (head === null)
      throw new Error(`This is no HTTP response: ${JSON.stringify(rest.slice(0, 200))}`);
    const [whole, status, lines = ''] = head;
    const headers = Object.fromEntries(
      lines
        .split('\r\n')
        .filter(Boolean)
        .map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }),
    );
    const length = Number(headers['content-length'] ?? 0);
    const body = rest.slice(whole.length, whole.length + length);
    rest = rest.slice(whole.length + length);
    if (status !== '100') responses.push({ status: Number(status), headers, body });
  }
  return responses;
}
