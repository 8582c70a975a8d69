import {
  type CompiledOperation,
  documentedStatus,
  type Failure,
  responseKeyFor,
} from 'openapi-trellis/tools';
import { asObject } from '../../document';
import { namesOf } from '../../resources';
import {
  type ChosenResponse,
  responseForCode,
  defaultResponse,
  successesOf,
} from '../choose-response';
import type { MockWishes } from '../mock-responses';
import type { Collection } from './kept-items';
import { depthOf, type KeptOperation, type KeptResource } from './kept-resources';

export interface AcceptedRequest {
  /** As a handler gets it. */
  readonly input: Readonly<Partial<Record<'path' | 'query' | 'headers' | 'body', unknown>>>;
  /** The body before decoding, if it is JSON. */
  readonly sentJson: () => unknown;
  /** The raw path and query of the target. */
  readonly path: string;
  readonly query: string;
  /** The mock's origin for the client, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly wishes: MockWishes;
}

/** An operation on a kept resource, with its target. */
export interface Call extends KeptOperation {
  readonly collection: Collection;
  /** '' for a singleton, and for operations on a collection. */
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

/** True for a query parameter that the client sent, false for a default. */
export function isSent({ query }: AcceptedRequest, name: string): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return names.some((each) => each === name || each.startsWith(`${name}[`));
}

/** The response that a client prefers, if it is a success; `another` if it cannot come from kept resources. */
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

/** 201 for a new item if it is documented, else the lowest success other than 201. */
export function successOf(compiled: CompiledOperation, isNew: boolean): ChosenResponse | undefined {
  const found = successesOf(compiled).find(({ status }) => (status === 201) === isNew);
  return found ?? defaultResponse(compiled);
}

/** Warns of an undocumented failure, and explains it if it is sent with another status. */
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

/** Candidate values for the location of an item: its path and its URI. */
export function locationsOf({ collection, operation, request }: Call, id: string): string[] {
  const isOnCollection = namesOf(operation.path).length === depthOf(collection.resource);
  const path = request.path.replace(/\/$/, '');
  const location = isOnCollection ? `${path}/${encodeURIComponent(id)}` : path;
  return [location, request.origin + location];
}
