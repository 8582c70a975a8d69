import { RawConnection, type RawResponse } from './raw-connection';

/**
 * A connection for many requests, one after the other, that is opened again when the server closes it. fetch takes
 * several times as long for each.
 */
export class LastingConnection {
  private connection: RawConnection | undefined;

  constructor(private readonly url: string) {}

  /** @param lines of the head, without Host and Content-Length */
  async send(lines: readonly string[], body?: string | Buffer): Promise<RawResponse> {
    this.connection ??= await RawConnection.open(this.url);
    const bytes = Buffer.from(body ?? '');
    const length = body === undefined ? [] : [`Content-Length: ${bytes.length}`];
    const head = [...lines, 'Host: library', ...length, '', ''].join('\r\n');
    const response = await this.connection
      .write(Buffer.concat([Buffer.from(head), bytes]))
      .response();
    if (response.headers.connection?.includes('close') === true) this.end();
    return response;
  }

  end(): void {
    this.connection?.abort();
    this.connection = undefined;
  }
}
