import type { MetricsFormat, MetricsText } from '../management/metrics';

/** What the thread starts with. */
export interface ThreadData {
  readonly host: string;
  /** 0 to 65535; 0 takes a free one. */
  readonly port: number;
  readonly limits: HostLimits;
}

/** Bounds of the host, as it takes them. */
export interface HostLimits {
  readonly requestTimeoutMs: number;
  readonly responseTimeoutMs: number;
  readonly maxConnections: number;
}

/** Why the service is not ready; undefined when it is. */
export interface Readiness {
  readonly notReady: string | undefined;
}

export const STARTING: Readiness = { notReady: 'starting' };

/**
 * What the main thread says. Its readiness is a sign of life each time; the first time, the thread begins
 * to listen.
 */
export type MainMessage =
  | Readiness
  /** What the thread asked for. */
  | { readonly metrics: MetricsText; readonly format: MetricsFormat }
  | { readonly closeWithinMs: number };

/** What the thread says: first whether it listens, later what went wrong. */
export type ThreadMessage =
  | { readonly url: string }
  /** The message of a ListenError; the thread ends. */
  | { readonly refused: string }
  | { readonly metricsWanted: MetricsFormat }
  /** A fault, as text: errors may hold what cannot pass between threads. */
  | { readonly fault: string };
