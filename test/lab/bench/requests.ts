import { createDraft, replaceHeader, textOf } from './request-text';

/** The requests that the bench sends. */

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
  { status: 401, next: () => textOf(replaceHeader(createDraft(plant(nextId++)), ...WRONG_TOKEN)) },
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

const WRONG_TOKEN = ['Authorization', ['Authorization', 'Bearer another-token']] as const;

/** @param body of ASCII characters */
function post(target: string, body: string): string {
  return textOf({ ...createDraft(body), target });
}
