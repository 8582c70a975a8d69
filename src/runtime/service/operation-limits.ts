import {
  type BodyLimits,
  type CompiledContract,
  documentedStatus,
  failureKinds,
  OPERATION_LIMIT_SYNTAX,
  parseOperationLimits,
} from '../contract';
import { notAllowed, type ServiceConfig } from './config';
import type { Log } from './log';
import type { OperationRates } from './quotas/service-quotas';
import { MOST_NAMES } from './unimplemented';

/** Limits of single operations, by operationId, which replace the document's. */
export type OperationLimits = Readonly<
  Record<
    string,
    BodyLimits & {
      /** The operation's limits for each client, in addition to RATE_LIMIT, such as `token=10/m`. */
      readonly rateLimit?: string;
    }
  >
>;

/** @throws ConfigError for an invalid rate */
export function operationRates(
  { operations }: CompiledContract,
  limits: OperationLimits,
): OperationRates {
  const rates: [string, NonNullable<ReturnType<typeof parseOperationLimits>>][] = [];
  for (const { operationId, rateLimits } of operations) {
    const text = limits[operationId]?.rateLimit;
    const own = text === undefined ? rateLimits : parseOperationLimits(text);
    if (own !== undefined) rates.push([operationId, own]);
    else if (text !== undefined) {
      throw notAllowed(`The rateLimit of "${operationId}"`, text, OPERATION_LIMIT_SYNTAX);
    }
  }
  return new Map(rates);
}

/** Logs the operations whose clients cannot tell from the status that they are over a limit. */
export function logHiddenLimits(
  contract: CompiledContract,
  { rateLimits }: Pick<ServiceConfig, 'rateLimits'>,
  rates: OperationRates,
  log: Log,
): void {
  const names = contract.operations.flatMap((operation) => {
    const isLimited = rateLimits.length > 0 || rates.has(operation.operationId);
    const isHidden = documentedStatus(operation, failureKinds.tooManyRequests) === 400;
    return isLimited && isHidden ? [operation.operationId] : [];
  });
  const count = names.length;
  if (count > 0) log.warn({ operations: names.slice(0, MOST_NAMES), count }, HIDDEN_LIMIT);
}

const HIDDEN_LIMIT = 'operations whose document has 400 but no 429 respond 400 over a rate limit';

/** The minimum for all unfinished request bodies, in bytes, whatever the limit of a single one. */
const MIN_UNFINISHED_BYTES = 64 * 1_048_576;

/** Room for more than three of the largest bodies that are read into memory: all except bytes, and files of forms. */
export function maxUnfinishedBytes(
  { operations }: CompiledContract,
  limits: OperationLimits,
  maxBodyBytes: number,
): number {
  const bounds = operations.flatMap(({ operationId, requestBody }) =>
    Object.values(requestBody?.content ?? {})
      .filter(({ kind }) => kind !== 'raw' && kind !== 'multipart')
      .map((media) => limits[operationId]?.maxBodyBytes ?? media.maxBodyBytes ?? 0),
  );
  const largest = bounds.reduce((most, bound) => Math.max(most, bound), maxBodyBytes);
  return Math.max(MIN_UNFINISHED_BYTES, 4 * largest);
}
