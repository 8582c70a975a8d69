import type { IncomingHttpHeaders } from 'node:http';
import type { HasFault } from './faults';
import type { Operation } from './library';
import type { Store } from './store';
import type { Validators } from './validation';
import type { VariantName } from './variants';

/** The parts of one service. */
export interface Context {
  readonly store: Store;
  readonly has: HasFault;
  readonly is: (variant: VariantName) => boolean;
  readonly validators: Validators;
}

/** A request that has been read, decoded and validated. */
export interface Call {
  readonly operation: Operation;
  /** Parameters of the request, by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly user: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Response {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless there is a media type; undefined for no body. */
  readonly body?: unknown;
  readonly mediaType?: string;
  /** True for a response that continues after the body. */
  readonly isEndless?: boolean;
}

export type Handler = (call: Call, context: Context) => Response;

/** The value of a parameter or member if it is a string; otherwise ''. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Ends the handling of a request with an error response. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}
