import type { StoreOpenError } from '../store-error';

/**
 * What a server must be to be worked with, by the values of libpq that make sense for a store that is
 * written.
 */
const TARGETS = ['any', 'read-write', 'primary'] as const;
export type TargetSession = (typeof TARGETS)[number];

/** What shows it, the answer that is wanted, and what it is otherwise. */
const CHECKS = {
  'read-write': ['SHOW transaction_read_only', 'off', 'it takes no writes'],
  primary: ['SELECT pg_is_in_recovery()', 'false', 'it is a standby'],
} as const;

/** The condition that a standby reports when it is written. */
const READ_ONLY_SQL_TRANSACTION = '25006';

/** The server is not the one that is looked for. Its code is the one that a write would have got. */
export class WrongServerError extends Error {
  override readonly name = 'WrongServerError';
  readonly code = READ_ONLY_SQL_TRANSACTION;
}

/**
 * Reads `target_session_attrs`. Of several hosts the one that can be written is looked for, unless the
 * URL says otherwise: in libpq it would be the first that responds, which may be a standby.
 *
 * @param given the parameter, if there is one
 * @param refused makes the error to throw from what is wrong
 */
export function readTarget(
  given: string | undefined,
  hosts: number,
  refused: (problem: string) => StoreOpenError,
): TargetSession {
  if (given === undefined) return hosts > 1 ? 'read-write' : 'any';
  const target = TARGETS.find((each) => each === given);
  if (target !== undefined) return target;
  throw refused(
    `its target_session_attrs must be one of ${TARGETS.join(', ')}, since plants are written`,
  );
}

/**
 * Asks a server whether it is the one that is wanted.
 *
 * @param query sends a statement to it
 * @throws WrongServerError when it is not; what `query` throws
 */
export async function assertTarget(
  target: TargetSession,
  query: (text: string) => Promise<readonly (readonly unknown[])[]>,
): Promise<void> {
  if (target === 'any') return;
  const [text, wanted, otherwise] = CHECKS[target];
  const [row] = await query(text);
  if (String(row?.[0]) !== wanted) throw new WrongServerError(otherwise);
}
