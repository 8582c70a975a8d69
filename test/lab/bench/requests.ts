import type { WireResponse } from '../../support/response-reader';
import { createDraft, replaceHeader, textOf } from '../request-text';

/** A kind of request, and what every server must answer. */
export interface RequestKind {
  readonly name: string;
  readonly status: number;
  /** One request, complete, each time with another id where it has one. */
  next(): string;
  /** The body of the response, where it is the same for all servers. */
  readonly body?: string;
}

/** All have as many digits. */
let nextId = 1_000_000_000;

const PLANT = '"name":"Monstera deliciosa","tag":"tropical"';

/** A plant to add, by a caller who has the token. */
export const newPlant: RequestKind = {
  ...{ name: 'a plant is added', status: 200, body: `{${PLANT}}` },
  next: () => post('/plants', plant()),
};

const WRONG_TOKEN = ['Authorization', ['Authorization', 'Bearer another-token']] as const;

/** What the plant store refuses. */
const wrongToken: RequestKind = {
  ...{ name: '401', status: 401 },
  next: () => textOf(replaceHeader(createDraft(plant()), ...WRONG_TOKEN)),
};
const withoutId: RequestKind = {
  ...{ name: '400', status: 400 },
  next: () => post('/plants', `{${PLANT}}`),
};
export const unknownPath: RequestKind = {
  ...{ name: '404', status: 404 },
  next: () => post('/animals', plant()),
};
export const refusals = [wrongToken, withoutId, unknownPath] as const;

/** Of larger documents: an operation without parameters. */
export const catalogue: RequestKind = {
  ...{ name: 'no parameter', status: 200, body: `{${PLANT}}` },
  next: () => get('/catalogue'),
};

/** Of larger documents: an operation with a parameter in the path and two in the query. */
export const offer: RequestKind = {
  ...{ name: 'three parameters', status: 200 },
  next: () => get(`/plants/${nextId++}/offers?limit=20&since=2026-01-31`),
};

/** A server that leaves out a part of the contract would be measured at something else. @throws Error saying so */
export function assertResponse(
  server: string,
  kind: RequestKind,
  { status, body }: WireResponse,
): void {
  const isRight = kind.body === undefined || body.toString() === kind.body;
  if (status === kind.status && isRight) return;
  throw new Error(`${server} answers ${status} ${body.toString()}, not ${kind.status}`);
}

function plant(): string {
  return `{"id":${nextId++},${PLANT}}`;
}

/** @param body of ASCII characters */
function post(target: string, body: string): string {
  return textOf({ ...createDraft(body), target });
}

function get(target: string): string {
  const headers = createDraft('').headers.filter(([name]) => !name.startsWith('Content-'));
  return textOf({ ...createDraft(''), method: 'GET', target, headers });
}
