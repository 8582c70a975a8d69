/** A response, once it is there as a whole. */
export interface Response {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';

/** Reads responses with a Content-Length from a connection on which one request is under way at a time. */
export class ResponseReader {
  private received = '';

  /**
   * @param chunk the next bytes, as Latin-1
   * @returns the response that they complete, if they do
   * @throws Error for a response that says no length
   */
  push(chunk: string): Response | undefined {
    this.received += chunk;
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return undefined;
    const head = this.received.slice(0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`A response without Content-Length:\n${head}`);
    const bodyStart = headEnd + HEAD_END.length;
    if (this.received.length < bodyStart + Number(length)) return undefined;
    const body = this.received.slice(bodyStart);
    this.received = '';
    const status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
    return { status, head, body };
  }
}
