import type { Change, ChangeRule } from '../change';
import type { Direction } from '../../../generate/index';
import type { Recorded, RecordedExample, Recording, Relation } from './recorded';
import type { AffectingChange } from './recorded-exchange';

/** Counts by change. Memory grows with the changes, not with the exchanges. */
export class Tally {
  exchanges = 0;
  requests = 0;
  responses = 0;
  outside = 0;
  refused = 0;
  incomplete = 0;
  unexplained = 0;
  private readonly counts = new Map<Change, Count>();

  /** @param exampleOf called for the first exchange of a change */
  count(affecting: readonly AffectingChange[], exampleOf: () => RecordedExample): void {
    for (const { change, isUnclear = false } of affecting) {
      const known = this.counts.get(change) ?? { count: 0, unclear: 0 };
      this.counts.set(change, known);
      if (isUnclear) known.unclear++;
      else if (known.count++ === 0) known.example = exampleOf();
    }
  }

  /** The changes that only the traffic shows. */
  changesBeside(changes: readonly Change[]): Change[] {
    const known = new Set(changes);
    return [...this.counts.keys()].filter((change) => !known.has(change));
  }

  /** The change with its counts, if recorded traffic can show its effect. */
  withCounts(change: Change): Change {
    const meaning = meaningOf(change);
    if (meaning === undefined) return change;
    const { count, unclear, example } = this.counts.get(change) ?? { count: 0, unclear: 0 };
    const recorded: Recorded = {
      ...meaning,
      count,
      of: meaning.kind === 'requests' ? this.requests : this.responses,
      ...(unclear > 0 && { unclear }),
      ...(example && { example }),
    };
    return { ...change, recorded };
  }

  recording(file: string): Recording {
    const { exchanges, requests, responses, outside, refused, incomplete, unexplained } = this;
    return { file, exchanges, requests, responses, outside, refused, incomplete, unexplained };
  }
}

interface Count {
  count: number;
  unclear: number;
  example?: RecordedExample;
}

/** The relation of recorded exchanges to a change. */
type Meaning = Pick<Recorded, 'relation' | 'kind'>;

/** By direction; empty if recorded traffic cannot show the effect. */
type Relations = Readonly<Partial<Record<Direction, Relation>>>;

/** Recordings do not contain new parts, and optional or allowed parts affect nobody. */
const MORE: Relations = {};

/** Recordings contain requests to the service, not those it sends. */
const SENT_BY_SERVICE: Relations = {};

/** Requests do not contain the address that a client used: proxies have their own addresses and paths. */
const ADDRESS: Relations = {};

/** Part of generated clients, not of requests. */
const NAME: Relations = {};

/** Requests contain a token, not how the client got it. */
const TOKENS: Relations = {};

/** Parts in use that may be removed later. */
const USED: Relations = { request: 'concerns', response: 'concerns' };

const RELATIONS: Readonly<Record<ChangeRule, Relations>> = {
  'document-added': MORE,
  'document-removed': {},
  'operation-added': MORE,
  'operation-removed': { request: 'rejects' },
  'operation-id-changed': NAME,
  'webhook-added': SENT_BY_SERVICE,
  'webhook-removed': SENT_BY_SERVICE,
  'callback-added': SENT_BY_SERVICE,
  'callback-removed': SENT_BY_SERVICE,
  'server-added': ADDRESS,
  'server-removed': ADDRESS,
  deprecated: USED,
  'deprecation-withdrawn': MORE,
  'sunset-changed': USED,
  'stability-decreased': USED,
  'parameter-added': { request: 'rejects' },
  'parameter-removed': { request: 'sends' },
  'parameter-required': { request: 'rejects' },
  'parameter-optional': MORE,
  'parameter-serialization': { request: 'sends' },
  'request-body-added': { request: 'rejects' },
  'request-body-removed': { request: 'sends' },
  'request-body-required': { request: 'rejects' },
  'request-body-optional': MORE,
  'request-media-type-added': MORE,
  'request-media-type-removed': { request: 'rejects' },
  'response-added': MORE,
  'response-removed': { response: 'has' },
  'response-media-type-added': MORE,
  'response-media-type-removed': { response: 'has' },
  'response-header-added': MORE,
  'response-header-removed': { response: 'has' },
  'response-header-required': { response: 'ruled out' },
  'response-header-optional': { response: 'has' },
  'response-header-serialization': { response: 'has' },
  'encoding-changed': { request: 'sends', response: 'has' },
  'security-added': { request: 'rejects' },
  'security-removed': MORE,
  'security-scheme-changed': TOKENS,
  'schema-added': { request: 'rejects', response: 'ruled out' },
  'schema-removed': { response: 'concerns' },
  'default-changed': { request: 'omits' },
  'content-changed': { request: 'concerns', response: 'concerns' },
  'discriminator-changed': { request: 'concerns', response: 'concerns' },
  'access-changed': { request: 'sends', response: 'has' },
  'property-added': MORE,
  'property-removed': { request: 'sends', response: 'has' },
  'alternative-added': MORE,
  'alternative-removed': MORE,
  narrowed: { request: 'rejects', response: 'ruled out' },
  widened: { response: 'concerns' },
  undecided: { request: 'concerns', response: 'concerns' },
};

/**
 * The relation of recorded exchanges to a change of an operation.
 * @returns undefined if recorded traffic cannot show its effect
 */
export function meaningOf(change: Change): Meaning | undefined {
  if (isOption(change)) return undefined;
  const relations = RELATIONS[change.rule];
  const direction = change.schemas?.direction ?? ('request' in relations ? 'request' : 'response');
  const relation = relations[direction];
  return relation && { relation, kind: `${direction}s` };
}

/** A new optional part, or one that is allowed again: nobody is rejected or loses anything. */
function isOption({ rule, level, version }: Change): boolean {
  if (rule === 'access-changed') return version === 'base';
  return level !== 'major' && (rule === 'parameter-added' || rule === 'request-body-added');
}
