/** What of the head of a response matters to a load. */
export interface Head {
  readonly status: number;
  readonly length: number;
  readonly hasRetryAfter: boolean;
  readonly closes: boolean;
}

/** Heads that are remembered: they differ by their date. */
const MAX_HEADS = 1_000;

/** Reads responses, which are read in masses: a head that was seen before is not read again. */
export class ResponseScanner {
  private static readonly heads = new Map<string, Head>();
  private rest = '';

  /**
   * @param chunk as Latin-1
   * @param take is given each response that is complete
   * @throws Error for what is no response with a length
   */
  push(chunk: string, take: (head: Head, body: string) => void): void {
    const text = this.rest === '' ? chunk : this.rest + chunk;
    let at = 0;
    for (;;) {
      const headEnd = text.indexOf('\r\n\r\n', at);
      if (headEnd === -1) break;
      const head = headOf(ResponseScanner.heads, text.slice(at, headEnd));
      const end = headEnd + 4 + head.length;
      if (text.length < end) break;
      take(head, text.slice(headEnd + 4, end));
      at = end;
    }
    this.rest = at === 0 ? text : text.slice(at);
  }
}

function headOf(heads: Map<string, Head>, text: string): Head {
  const known = heads.get(text);
  if (known !== undefined) return known;
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (status === undefined || length === undefined) {
    throw new Error(`no response with a length: ${JSON.stringify(text.slice(0, 200))}`);
  }
  const head = {
    status: Number(status),
    length: Number(length),
    hasRetryAfter: /\r\nretry-after: *\d+(?:\r\n|$)/i.test(text),
    closes: /\r\nconnection: *close(?:\r\n|$)/i.test(text),
  };
  if (heads.size >= MAX_HEADS) heads.clear();
  heads.set(text, head);
  return head;
}
