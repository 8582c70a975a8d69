/**
 * What a change does to a recorded exchange: the revision `rejects` the request; the request `sends` what is
 * gone or means something else, or `omits` what has another default; the response `has` what is gone, or is
 * `ruled out`; or the exchange is only of what the change `concerns`.
 */
export type Relation = 'rejects' | 'sends' | 'omits' | 'has' | 'ruled out' | 'concerns';

/** How many recorded exchanges meet a change. */
export interface Recorded {
  readonly relation: Relation;
  readonly count: number;
  /** How many there are that might, of all operations. */
  readonly of: number;
  readonly kind: 'requests' | 'responses';
  /** Of how many it cannot be told, since recordings lack what it depends on. */
  readonly unclear?: number;
  /** The first of them. */
  readonly example?: RecordedExample;
}

/** A recorded exchange for a reader, without credentials. */
export interface RecordedExample {
  /** File and line, or the index of an entry. */
  readonly place: string;
  /** Such as `POST /plants`. */
  readonly request: string;
  /** The beginning of the body of the request, or what it is. */
  readonly body?: string;
  /** Status of the response. */
  readonly status?: number;
}

/** A whole recording. */
export interface Recording {
  readonly file: string;
  readonly exchanges: number;
  /** Requests that the base takes. */
  readonly requests: number;
  /** Responses of operations of the base. */
  readonly responses: number;
  /** Exchanges of no operation of the base. */
  readonly outside: number;
  /** Exchanges whose request the base refuses, or the service refused. */
  readonly refused: number;
  /** Exchanges that lack a body. */
  readonly incomplete: number;
  /** Requests that the revision refuses for what no change says. */
  readonly unexplained: number;
}
