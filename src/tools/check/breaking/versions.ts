import type { HyperjumpValidator } from '../../judge';
import type { LoadedContract } from '../../validators';
import type { ValueGenerator } from '../../samples';
import {
  type Direction,
  type DocumentNotice,
  expressionsOf,
  type Operation,
  type SourceDocument,
} from '../../document';
import { routeOf } from '../../generate';

export interface Version {
  readonly source: SourceDocument;
  /** Faults for which a part is left out. */
  readonly faults: readonly DocumentNotice[];
  readonly loaded: LoadedContract;
  readonly second: HyperjumpValidator;
  readonly maker: ValueGenerator;
}

export interface VersionedSchema {
  readonly version: Version;
  /** JSON Pointer in the document with plain references. */
  readonly pointer: string;
}

export interface Versions {
  readonly base: Version;
  readonly revision: Version;
}

export interface OperationPair {
  readonly base: Operation;
  readonly revision: Operation;
  readonly versions: Versions;
  readonly sender: Sender;
}

/** The sender of an operation's requests: the service for webhooks and callbacks. */
export type Sender = 'client' | 'service';

/**
 * The directions of an operation's messages from the service's side: messages that clients send are compared as
 * requests, and messages that the service sends as responses.
 */
export function directionsOf(sender: Sender): Readonly<Record<Direction, Direction>> {
  return sender === 'client'
    ? { request: 'request', response: 'response' }
    : { request: 'response', response: 'request' };
}

/** What tells operations apart; the pointer of servers of their own. */
export type Routed = Pick<Operation, 'method' | 'path' | 'servers'>;

/** Operations of a base and of its revision, by method and path. */
export interface OperationPairs<Each extends Routed> {
  readonly both: readonly { readonly base: Each; readonly revision: Each }[];
  readonly added: readonly Each[];
  readonly removed: readonly Each[];
}

/** Pairs the operations of two versions, ignoring the names of path parameters. */
export function pairOperations<Each extends Routed>(
  base: readonly Each[],
  revision: readonly Each[],
): OperationPairs<Each> {
  const revised = new Map(revision.map((operation) => [routeOf(operation), operation]));
  const known = new Set(base.map(routeOf));
  return {
    both: base.flatMap((operation) => {
      const other = revised.get(routeOf(operation));
      return other === undefined ? [] : [{ base: operation, revision: other }];
    }),
    added: revision.filter((operation) => !known.has(routeOf(operation))),
    removed: base.filter((operation) => !revised.has(routeOf(operation))),
  };
}

/** The names of a path's parameters in the base, by those of the revision. */
export function renamedExpressions(base: Operation, revision: Operation): Map<string, string> {
  const before = expressionsOf(base.path);
  return new Map(expressionsOf(revision.path).map((name, index) => [name, before[index] ?? name]));
}
