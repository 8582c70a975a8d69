import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../bench/connection';

/** Milliseconds within which a process that has been sent something deadly has ended. */
export const ENDING_MS = 100;

/**
 * True while somebody takes connections at a port. A process that has ended takes none, but for the
 * moment in which its connections are closed already.
 */
export async function isServing(port: number): Promise<boolean> {
  await sleep(ENDING_MS);
  const connection = await Connection.open(port);
  connection?.close();
  return connection !== undefined;
}
