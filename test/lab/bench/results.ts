import type { Spread } from './statistics';

/** What the bench found, as results.json has it. */
export interface Results {
  readonly machine: Machine;
  readonly settings: Settings & { readonly storeConnections: number };
  /** Versions of the peers' packages, by name. */
  readonly versions: Readonly<Record<string, string>>;
  /** Requests that are answered with 200, nothing stored. */
  readonly contract?: readonly ServerFigures[];
  /** Each kind of response of the plant store, nothing stored; the first is 200. */
  readonly responses?: readonly ServerFigures[];
  /** Requests that are answered with 200 once the plant is on disk, in SQLite. */
  readonly store?: readonly StoreFigures[];
  /** The same, in PostgreSQL. */
  readonly postgres?: readonly StoreFigures[];
  /** The same without HTTP. */
  readonly postgresCreates?: readonly CreateFigures[];
  readonly operations?: readonly OperationsFigures[];
  /** The contract layer by what watches its requests; the first by nothing. */
  readonly telemetry?: readonly ServerFigures[];
  readonly start?: StartFigures;
  readonly dev?: DevFigures;
}

/** Where the bench ran. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  /** Whether servers had a core of their own, and the load another. */
  readonly pinned: boolean;
}

export interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Whether the load has a core for itself, and looks for responses without end. */
  readonly isAwake?: boolean;
}

/** Figures of a server under load, each over all rounds. */
export interface Figures {
  /** CPU time of the server's process for each request, in microseconds. */
  readonly cpuMicros: Spread;
  readonly requestsPerSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  /** Resident memory after each measurement. */
  readonly rssBytes: Spread;
  /** How late the event loop was, at the 99th percentile. */
  readonly loopDelayP99Ms: Spread;
}

export interface ServerFigures extends Figures {
  readonly name: string;
}

/** A server that keeps what it is sent. */
export interface StoreFigures extends ServerFigures {
  /** With one connection alone. */
  readonly lone: Figures;
}

/** Creates by the code of a server, without its HTTP. */
export interface CreateFigures {
  readonly name: string;
  readonly createsPerSecond: Spread;
}

/** A server with a document of some number of operations. */
export interface OperationsFigures {
  readonly name: string;
  readonly operations: number;
  /** From the start of the process to its first response; absent when it took longer than the limit. */
  readonly startMs?: Spread;
  readonly startLimitMs: number;
  /** Resident memory after the first response. */
  readonly rssBytes?: Spread;
  /** By kind of request. */
  readonly requests: Readonly<Partial<Record<OperationsRequest, Figures>>>;
}

/** A path without parameters, one with parameters, and a path that the document does not have. */
export type OperationsRequest = 'exact' | 'templated' | 'miss';

/** The plant store as users start it. */
export interface StartFigures {
  /** From the start of the process to its first response. */
  readonly startMs: Spread;
  /** CPU time of the process until then, as a multiple of what bare `node:http` takes, started right after it. */
  readonly startCpuRatio: Spread;
  readonly startCpuMs: Spread;
  /** Resident memory a second after the first response. */
  readonly idleRssBytes: Spread;
  readonly afterRequests: readonly { readonly requests: number; readonly rssBytes: number }[];
}

/** Saves of a document while `npm run dev` serves it. */
export interface DevFigures {
  /** The name of its file. */
  readonly document: string;
  readonly bytes: number;
  readonly saves: number;
  /** Saves that were never served. */
  readonly missed: number;
  /** From the save to the first response of what it adds; absent when all were missed. */
  readonly servedMs?: Spread;
}
