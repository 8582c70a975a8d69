import type { HostileRequest } from './requests/request';

/** What a client does on one connection, as data: it can be kept in a file and done again. */
export interface Script {
  /** The number of the connection in its run. */
  readonly connection: number;
  readonly requests: readonly HostileRequest[];
  /** One after the other; what is not said to be written is not sent. */
  readonly actions: readonly Action[];
}

export type Action =
  /** Writes up to this byte, counted from the first one of the first request. */
  | { readonly do: 'write'; readonly to: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** Reads nothing for a time, while the next actions go on. */
  | { readonly do: 'pause'; readonly ms: number }
  /** Waits until everything that was sent as a whole is answered, or the connection has ended. */
  | { readonly do: 'read' }
  /** Ends the own side, and goes on reading. */
  | { readonly do: 'half-close' }
  /** Waits until the server has closed the connection. */
  | { readonly do: 'await-close' }
  | { readonly do: 'close' }
  | { readonly do: 'reset' };

/** All that a script may write. */
export function bytesOf({ requests }: Script): Buffer {
  return Buffer.from(requests.map(({ bytes }) => bytes).join(''), 'latin1');
}

/** A script as the text of a file. @param seed of the run that it comes from */
export function scriptText(seed: number, script: Script): string {
  const plain = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : value;
  return `${JSON.stringify({ seed, ...script }, plain, 1)}\n`;
}

/** Reads what scriptText has written. @throws Error when it is something else */
export function parseScript(text: string): Script {
  const exactId = (name: string, value: unknown): unknown =>
    name === 'id' && typeof value === 'string' ? BigInt(value) : value;
  const { connection, requests, actions } = JSON.parse(text, exactId) as Partial<Script>;
  if (connection === undefined || !Array.isArray(requests) || !Array.isArray(actions)) {
    throw new Error('it has not the members "connection", "requests" and "actions"');
  }
  return { connection, requests, actions };
}
