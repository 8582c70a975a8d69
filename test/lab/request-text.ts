/** The text of requests that create plants, in which each character is the byte of its code. */

export type Header = readonly [name: string, value: string];

/** A request before serialization. */
export interface Draft {
  readonly method: string;
  readonly target: string;
  /** Such as `1.1`. */
  readonly version: string;
  readonly headers: readonly Header[];
  /** As sent on the connection, including chunks. */
  readonly body: string;
}

/** The one access token of all servers under measurement or torture. */
export const TOKEN = 'torture-token';

/** Serializes a request. */
export function textOf({ method, target, version, headers, body }: Draft): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n${body}`;
}

/** The UTF-8 bytes of a text. */
export function utf8(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** A create with the headers that HTTP/1.1 requires, and no others. @param body its bytes */
export function createDraft(body: string): Draft {
  return draftOf(body, ['Content-Length', String(body.length)]);
}

/** A create in chunks. @param chunks the bytes of its body as sent on the connection */
export function chunkedDraft(chunks: string): Draft {
  return draftOf(chunks, ['Transfer-Encoding', 'chunked']);
}

export function withHeaders(draft: Draft, ...headers: readonly Header[]): Draft {
  return { ...draft, headers: [...draft.headers, ...headers] };
}

/** The draft with other headers instead of the one with this name. */
export function replaceHeader(draft: Draft, name: string, ...others: readonly Header[]): Draft {
  const headers = draft.headers.flatMap((header) => (header[0] === name ? others : [header]));
  return { ...draft, headers };
}

function draftOf(body: string, length: Header): Draft {
  const headers: Header[] = [
    ['Host', '127.0.0.1'],
    ['Authorization', `Bearer ${TOKEN}`],
    ['Content-Type', 'application/json'],
    length,
  ];
  return { method: 'POST', target: '/plants', version: '1.1', headers, body };
}
