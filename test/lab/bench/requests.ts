import type { WireResponse } from '../../support/response-reader';
import { createDraft, replaceHeader, textOf } from '../request-text';

/** A kind of request, and the response required of every server. */
export interface RequestKind {
  readonly name: string;
  readonly status: number;
  /** A complete request, with a new id each time if it has one. */
  next(): string;
  /** The body of the response, if it is the same for all servers. */
  readonly body?: string;
  /** Its body follows its headers in another packet, as Python's `http.client` sends it. */
  readonly isApart?: true;
}

/** All ids have the same number of digits. */
let nextId = 1_000_000_000;

const PLANT = '"name":"Monstera deliciosa","tag":"tropical"';

/** Adds a plant, with the token. */
export const newPlant: RequestKind = {
  ...{ name: 'a plant is added', status: 200, body: `{${PLANT}}` },
  next: () => post('/plants', plant()),
};

/** Adds a plant whose body comes after the headers. */
export const newPlantApart: RequestKind = { ...newPlant, name: 'body apart', isApart: true };

const WRONG_TOKEN = ['Authorization', ['Authorization', 'Bearer another-token']] as const;

/** Requests that the plant store rejects. */
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

/** In larger documents: an operation without parameters. */
export const catalogue: RequestKind = {
  ...{ name: 'no parameter', status: 200, body: `{${PLANT}}` },
  next: () => get('/catalogue'),
};

/** In larger documents: an operation with a parameter in the path and two in the query. */
export const offer: RequestKind = {
  ...{ name: 'three parameters', status: 200 },
  next: () => get(`/plants/${nextId++}/offers?limit=20&since=2026-01-31`),
};

/** @throws Error for a server that omits part of the contract, whose measurement would not be comparable */
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
