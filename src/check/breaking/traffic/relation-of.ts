import type { Direction } from '../../../generate/index';
import type { Change } from '../change';
import type { ChangeRule } from '../change-rules';
import type { Recorded, Relation } from './recorded';

/** How recorded exchanges meet a change. */
export type Meaning = Pick<Recorded, 'relation' | 'kind'>;

/** By what a change is about; none where recorded traffic says nothing of it. */
type Relations = Readonly<Partial<Record<Direction, Relation>>>;

/** What is new is in no recording, and what may be left out or is allowed concerns nobody. */
const MORE: Relations = {};

/** Recordings have what clients send to the service, not what it sends to them. */
const SENT_BY_SERVICE: Relations = {};

/** Requests do not name the address that a client used: proxies have addresses and paths of their own. */
const ADDRESS: Relations = {};

/** Generated clients have it, requests do not. */
const NAME: Relations = {};

/** Requests have a token, and not how the client got it. */
const TOKENS: Relations = {};

/** What is used and may be gone later. */
const USED: Relations = { request: 'concerns', response: 'concerns' };

const RELATIONS: Readonly<Record<ChangeRule, Relations>> = {
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
  'access-changed': { request: 'sends', response: 'has' },
  'property-added': MORE,
  'property-removed': { request: 'sends', response: 'has' },
  narrowed: { request: 'rejects', response: 'ruled out' },
  widened: { response: 'concerns' },
  undecided: { request: 'concerns', response: 'concerns' },
};

/**
 * How recorded exchanges meet a change of an operation.
 *
 * @returns undefined where recorded traffic says nothing of it
 */
export function meaningOf(change: Change): Meaning | undefined {
  if (isOption(change)) return undefined;
  const relations = RELATIONS[change.rule];
  const direction = change.schemas?.direction ?? ('request' in relations ? 'request' : 'response');
  const relation = relations[direction];
  return relation && { relation, kind: `${direction}s` };
}

/** New as an option, or allowed again, so that nobody is refused or goes without. */
function isOption({ rule, level, version }: Change): boolean {
  if (rule === 'access-changed') return version === 'base';
  return level !== 'major' && (rule === 'parameter-added' || rule === 'request-body-added');
}
