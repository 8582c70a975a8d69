/** What a load got, of one process or of several together. */
export interface LoadResults {
  /** Milliseconds from sending a create to its 200. */
  readonly accepted: number[];
  /** Ids of the plants that were accepted. */
  readonly ids: number[];
  /** Milliseconds from sending a create to its 503. */
  readonly refused: number[];
  /** The same of creates that were sent once the service had the time to notice the load. */
  readonly later: { readonly accepted: number[]; readonly refused: number[] };
  /** Milliseconds by which the load was later than it meant to be, by itself. */
  readonly lags: number[];
  sent: number;
  /** Creates that were not sent, because the service did not read what was sent before or no connection was free. */
  unsent: number;
  /** Creates without a response behind one with `Connection: close`, which a client sends again. */
  behindClose: number;
  /** Creates without a response, though no response before said that the connection ends. */
  broken: number;
  /** Creates without a response on a connection that still stands, long after the load has ended. */
  hung: number;
  /** Connections that the service closed. */
  closed: number;
  /** Connections that were not accepted. */
  unconnected: number;
  /** What must not be. */
  readonly wrong: string[];
}

/** Wrong responses that are kept, since one is as good as many. */
const MAX_WRONG = 20;

export function newResults(): LoadResults {
  return {
    ...{ accepted: [], ids: [], refused: [], lags: [], wrong: [] },
    later: { accepted: [], refused: [] },
    ...{ sent: 0, unsent: 0, behindClose: 0, broken: 0, hung: 0, closed: 0, unconnected: 0 },
  };
}

export function addWrong({ wrong }: LoadResults, what: string): void {
  if (wrong.length < MAX_WRONG && !wrong.includes(what)) wrong.push(what);
}

export function mergeResults(all: readonly LoadResults[]): LoadResults {
  const sum = (number: (each: LoadResults) => number): number =>
    all.reduce((total, each) => total + number(each), 0);
  return {
    accepted: all.flatMap(({ accepted }) => accepted),
    ids: all.flatMap(({ ids }) => ids),
    refused: all.flatMap(({ refused }) => refused),
    later: {
      accepted: all.flatMap(({ later }) => later.accepted),
      refused: all.flatMap(({ later }) => later.refused),
    },
    lags: all.flatMap(({ lags }) => lags),
    wrong: all.flatMap(({ wrong }) => wrong),
    sent: sum(({ sent }) => sent),
    unsent: sum(({ unsent }) => unsent),
    behindClose: sum(({ behindClose }) => behindClose),
    broken: sum(({ broken }) => broken),
    hung: sum(({ hung }) => hung),
    closed: sum(({ closed }) => closed),
    unconnected: sum(({ unconnected }) => unconnected),
  };
}
