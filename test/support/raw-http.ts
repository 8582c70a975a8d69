import { ConnectionLostError, RawConnection } from './raw-connection';

/** A response whose headers are each one text, repeated ones joined with commas. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Writes bytes to a connection, ends the own side unless `end` is false, and reads until the server closes it.
 *
 * @returns every final response on the connection, in order; interim responses are left out; all are
 *   without content where the first request is HEAD
 * @throws Error when something arrives that is no whole response
 */
export async function sendRaw(
  url: string,
  bytes: string | Buffer,
  { end = true }: { end?: boolean } = {},
): Promise<RawResponse[]> {
  const connection = (await RawConnection.open(url)).write(bytes);
  if (end) connection.halfClose();
  const responses: RawResponse[] = [];
  const head = bytes.toString('latin1').startsWith('HEAD ');
  for (;;) {
    const response = await connection.response({ head }).catch((error: unknown) => {
      if (error instanceof ConnectionLostError && error.arrived === '') return undefined;
      throw error;
    });
    if (response === undefined) return responses;
    const { status, headers, body } = response;
    if (Number.isNaN(status)) throw new Error(`This is no HTTP response: ${body}`);
    const joined = Object.entries(headers).map(
      ([name, values]) => [name, values.join(', ')] as const,
    );
    if (status >= 200) responses.push({ status, headers: Object.fromEntries(joined), body });
  }
}
