import {
  type CompiledOperation,
  documentedStatus,
  type Failure,
  responseKeyFor,
} from '../../contract';
import { asObject } from '../../generate/index';
import { namesOf } from '../../resources/index';
import { type ChosenResponse, responseForCode, defaultResponse } from '../choose-response';
import type { MockWishes } from '../mock-responses';
import type { Collection } from './kept-items';
import { depthOf, type KeptOperation, type KeptResource } from './kept-resources';

/** A request that the document takes. */
export interface AcceptedRequest {
  /** As a handler gets it. */
  readonly input: Readonly<Partial<Record<'path' | 'query' | 'headers' | 'body', unknown>>>;
  /** The body as it was sent, where it is JSON. */
  readonly sentJson: () => unknown;
  /** The path and the query that it was sent to, as they were written. */
  readonly path: string;
  readonly query: string;
  /** Where the client reached the mock, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly wishes: MockWishes;
}

/** An operation on what is kept, and what it is on. */
export interface Call extends KeptOperation {
  readonly collection: Collection;
  /** '' for what there is one of, and for operations on a collection. */
  readonly id: string;
  readonly request: AcceptedRequest;
}

export function callOf(
  kept: KeptOperation,
  resource: KeptResource,
  request: AcceptedRequest,
): Call {
  const path = asObject(request.input.path);
  const keys = namesOf(kept.operation.path).map((name) => String(path[name]));
  const depth = depthOf(resource);
  const collection = { resource, around: keys.slice(0, depth) };
  return { ...kept, collection, id: keys[depth] ?? '', request };
}

/** True for a parameter of the query that the client sent, and not for a default. */
export function isSent({ query }: AcceptedRequest, name: string): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return names.some((each) => each === name || each.startsWith(`${name}[`));
}

/** The response that a client prefers, if it is a success; `another` for what nothing that is kept can be. */
export function preferredResponse(
  compiled: CompiledOperation,
  { preferences }: MockWishes,
): ChosenResponse | 'another' | undefined {
  const { code, example, dynamic } = preferences;
  if (example !== undefined || dynamic === true) return 'another';
  const wanted = code && responseForCode(compiled, code.status);
  if (wanted === undefined) return undefined;
  return wanted.status < 300 ? wanted : 'another';
}

/** 201 for what is new where the document states it, else the lowest success that is not 201. */
export function successOf(compiled: CompiledOperation, isNew: boolean): ChosenResponse | undefined {
  const exact = Object.keys(compiled.responses).filter((key) => /^2\d\d$/.test(key));
  const isCreated = (key: string): boolean => key === '201';
  const [key] = exact.sort().filter((each) => isCreated(each) === isNew);
  return key === undefined ? defaultResponse(compiled) : { status: Number(key), key };
}

/** Says of a failure that the document does not, and what it is where the status is another one's. */
export function warnOfUnstated(
  compiled: CompiledOperation,
  { kind, message }: Failure,
  { onWarning }: MockWishes,
): void {
  if (responseKeyFor(compiled.responses, kind.status) !== undefined) return;
  const unstated = `the document states no ${kind.status} for this operation`;
  const isOther = documentedStatus(compiled, kind) !== kind.status;
  onWarning(isOther ? `${message}; ${unstated}` : unstated);
}

/** What a response says of where a thing is: its path, or its URI, whichever the header takes. */
export function locationsOf({ collection, operation, request }: Call, id: string): string[] {
  const isOnCollection = namesOf(operation.path).length === depthOf(collection.resource);
  const path = request.path.replace(/\/$/, '');
  const location = isOnCollection ? `${path}/${encodeURIComponent(id)}` : path;
  return [location, request.origin + location];
}
