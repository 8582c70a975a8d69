import { type CompiledContract, notImplemented } from '../contract';
import { ConfigError, type ServiceConfig } from './config';
import type { Log } from './log';

/**
 * Reports the unimplemented operations, which respond 501.
 *
 * @returns whether there are any that may be served so; false where a handler is missing entirely
 * @throws ConfigError where the configuration does not allow any
 */
export function allowsUnimplemented(
  { operations }: Pick<CompiledContract, 'operations'>,
  handlers: Readonly<Record<string, unknown>>,
  { allowUnimplemented }: Pick<ServiceConfig, 'allowUnimplemented'>,
  log: Log,
): boolean {
  const names = Object.keys(handlers).filter((name) => handlers[name] === notImplemented);
  if (names.length === 0) return false;
  if (!allowUnimplemented) {
    throw new ConfigError(
      `Not implemented yet: ${shown(names)}; ALLOW_UNIMPLEMENTED=1 starts all the same, with 501 for these`,
    );
  }
  log.warn({ operations: names.slice(0, MOST_NAMES), count: names.length }, NOT_YET);
  return operations.every(({ operationId }) => Object.hasOwn(handlers, operationId));
}

/** Names that a message shows of many. */
export const MOST_NAMES = 5;

const NOT_YET = 'operations that are not implemented yet respond 501';

function shown(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  const first = names.slice(0, MOST_NAMES).map(visible).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}

/** Replaces characters that could control a terminal. */
function visible(name: string): string {
  return name.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '?');
}
