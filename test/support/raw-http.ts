import { ConnectionLostError, RawConnection } from './raw-connection';

/** A response with one text per header: repeated headers are joined with commas. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends bytes, closes the sending side unless `end` is false, and reads until the server closes the connection.
 *
 * @returns all final responses in order, without interim ones; none has content if the first request is HEAD
 * @throws Error if an incomplete response arrives
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
