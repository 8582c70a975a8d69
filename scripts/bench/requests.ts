/** The requests that the bench sends, as bytes: what HTTP/1.1 needs, and no header more. */

/** The one access token of all servers. */
export const TOKEN = 'bench-token';

/** A kind of request, and what every server must answer. */
export interface RequestKind {
  readonly status: number;
  /** One request, complete; those for a new plant have another id each time. */
  next(): string;
}

/** All have as many digits. */
let nextId = 1_000_000_000;

/** A plant to add, by a caller who has the token. */
export function newPlant(path = '/plants'): RequestKind {
  return { status: 200, next: () => post(path, plant(nextId++)) };
}

/** What the plant store refuses, by the status of its response. */
export const refusals: readonly RequestKind[] = [
  { status: 401, next: () => post('/plants', plant(nextId++), 'another-token') },
  { status: 400, next: () => post('/plants', '{"name":"Monstera deliciosa","tag":"tropical"}') },
  miss('/animals'),
];

/** A path that the document does not have. */
export function miss(path: string): RequestKind {
  return { status: 404, next: () => post(path, plant(nextId++)) };
}

function plant(id: number): string {
  return `{"id":${id},"name":"Monstera deliciosa","tag":"tropical"}`;
}

function post(path: string, body: string, token = TOKEN): string {
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
