import { STATUS_CODES } from 'node:http';
import { Failure, type FailureKind, failureKinds } from 'openapi-trellis/tools';

/**
 * The failures of a mock that keeps resources or has an upstream. An operation need not document them; if it does,
 * the document decides status and body.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5
 */
const kinds = {
  conflict: { status: 409, number: 40990, description: 'Something else has this id already' },
  badGateway: { status: 502, number: 50290, description: 'The upstream gave no usable response' },
  gatewayTimeout: {
    status: 504,
    number: 50490,
    description: 'The upstream gave no response in time',
  },
  /** @see https://www.rfc-editor.org/rfc/rfc4918#section-11.5 */
  full: { status: 507, number: 50790, description: 'The mock keeps as much as it may' },
} as const satisfies Record<string, FailureKind>;

/** The failure that a client requests by its status, 400 to 599. */
export function failureOf(status: number): Failure {
  const known = Object.values(failureKinds).find((kind) => kind.status === status);
  const description = STATUS_CODES[status] ?? 'Error';
  const kind = known ?? { status, description };
  return new Failure(kind, kind.description);
}

export const notKept = (message: string): Failure => new Failure(failureKinds.notFound, message);
export const conflict = (message: string): Failure => new Failure(kinds.conflict, message);
export const badGateway = (message: string): Failure => new Failure(kinds.badGateway, message);
export const gatewayTimeout = (message: string): Failure =>
  new Failure(kinds.gatewayTimeout, message);
export const full = (message: string): Failure => new Failure(kinds.full, message);
/**
 * A dot segment is a parameter value in the document, but another path to an upstream that normalizes the target.
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2
 */
export const dotSegment = (segment: string): Failure =>
  new Failure(
    failureKinds.invalidParameter,
    `The path segment "${segment}" is not sent on: the upstream could take it for another path`,
  );
export const badPatch = (message: string): Failure =>
  new Failure(failureKinds.invalidBody, message);
