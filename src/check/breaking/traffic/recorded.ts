/**
 * The effect of a change on a recorded exchange: the revision `rejects` the request; the request `sends` a part
 * that is removed or means something else, or `omits` one with another default; the response `has` a removed part, or
 * is `ruled out`; or the exchange only uses what the change `concerns`.
 */
export type Relation = 'rejects' | 'sends' | 'omits' | 'has' | 'ruled out' | 'concerns';

/** The number of recorded exchanges that meet a change. */
export interface Recorded {
  readonly relation: Relation;
  readonly count: number;
  /** Number of candidates, of all operations. */
  readonly of: number;
  readonly kind: 'requests' | 'responses';
  /** Number of exchanges whose recording lacks data that decides it. */
  readonly unclear?: number;
  /** The first of them. */
  readonly example?: RecordedExample;
}

/** A recorded exchange for display, without credentials. */
export interface RecordedExample {
  /** File and line, or the index of an entry. */
  readonly place: string;
  /** Such as `POST /plants`. */
  readonly request: string;
  /** The beginning of the request body, or a description of it. */
  readonly body?: string;
  /** Status of the response. */
  readonly status?: number;
}

/** Statistics of a whole recording. */
export interface Recording {
  readonly file: string;
  readonly exchanges: number;
  /** Requests that the base accepts. */
  readonly requests: number;
  /** Responses of operations of the base. */
  readonly responses: number;
  /** Exchanges of no operation of the base. */
  readonly outside: number;
  /** Exchanges whose request the base or the service rejected. */
  readonly refused: number;
  /** Exchanges that lack a body. */
  readonly incomplete: number;
  /** Requests that the revision rejects and no change explains. */
  readonly unexplained: number;
}

/** Verbs, in singular and plural. */
const VERBS: Readonly<Record<Exclude<Relation, 'rejects' | 'concerns'>, readonly string[]>> = {
  sends: ['sends it', 'send it'],
  omits: ['leaves it out', 'leave it out'],
  has: ['has it', 'have it'],
  'ruled out': ['is ruled out', 'are ruled out'],
};

/** The message about a change: `rejects 41 of 9,200 recorded requests, such as POST /plants (a.ndjson:17)`. */
export function recordedText(recorded: Recorded): string {
  const { example } = recorded;
  return countText(recorded) + (example === undefined ? '' : `, such as ${exampleText(example)}`);
}

/** Like `recordedText`, without an exchange. */
export function countText({ relation, count, of, kind, unclear = 0 }: Recorded): string {
  const rest = unclear === 0 ? '' : `; of ${number(unclear)} more it cannot be told`;
  return said(relation, count, `${number(of)} recorded ${kind}`) + rest;
}

function said(relation: Relation, count: number, all: string): string {
  const some = `${count === 0 ? 'none' : number(count)} of ${all}`;
  if (relation === 'rejects' || relation === 'concerns') return `${relation} ${some}`;
  const [one, several] = VERBS[relation];
  return `${some} ${count > 1 ? several : one}`;
}

function exampleText({ place, request, body, status }: RecordedExample): string {
  const parts = [
    ...(body === undefined ? [] : [`the body ${body}`]),
    ...(status === undefined ? [] : [`the response ${status}`]),
  ];
  return `${request}${parts.length === 0 ? '' : ` with ${parts.join(' and ')}`} (${place})`;
}

/** The summary of a recording. */
export function recordingText(recording: Recording): string {
  const { file, exchanges, outside, refused, incomplete, unexplained } = recording;
  const parts = [
    [outside, 'of no operation of the base'],
    [refused, 'of requests that the base or the service refused'],
    [incomplete, 'without a body that was recorded'],
  ] as const;
  const apart = parts.filter(([count]) => count > 0).map(([count, of]) => `${number(count)} ${of}`);
  const counted = apart.length === 0 ? '' : `; not counted for requests: ${apart.join(', ')}`;
  const rest =
    unexplained === 0
      ? ''
      : `; ${number(unexplained)} more requests are refused now for what no change above says`;
  return `${number(exchanges)} recorded exchanges (${file})${counted}${rest}`;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
