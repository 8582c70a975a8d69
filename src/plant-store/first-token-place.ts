import { dirname, resolve } from 'node:path';
import type { FirstToken } from './access/first-token';
import type { TokenNote } from './announcement';
import type { Log } from './log';
import { sqliteFile } from './stores/open-store';
import { writePrivateFile } from './stores/private-file';

/** Where standard output leads to, and what there is beside it. */
export interface PlaceOptions {
  /** Standard output is read by a person, and kept by nobody. */
  readonly isTerminal: boolean;
  readonly databaseUrl: string;
  readonly log: Log;
}

/**
 * Decides how the first token reaches whoever starts the service. Where standard output is not a terminal it
 * is kept, as a log for instance, so that the token goes into a file of its own.
 *
 * @returns undefined when there is no token, or it could not be written and is revoked
 */
export async function placeFirstToken(
  token: FirstToken | undefined,
  { isTerminal, databaseUrl, log }: PlaceOptions,
): Promise<TokenNote | undefined> {
  if (token === undefined) return undefined;
  if (isTerminal) return { token };
  try {
    const file = writeToken(token, databaseUrl);
    log.info({ file }, 'the first access token is in a file');
    return { token, file };
  } catch (err) {
    log.warn({ err }, 'the first token cannot be written to a file');
    await revokeFirstToken(token, log);
    return undefined;
  }
}

/** Makes a first token invalid that nobody has. */
export async function revokeFirstToken(token: FirstToken, log: Log): Promise<void> {
  try {
    await token.revoke();
    log.warn('the first token could not be shown and is revoked; run "plant-store token create"');
  } catch (err) {
    log.error({ err }, 'the first token could be neither shown nor revoked; revoke it');
  }
}

const FILE_NAME = 'first-token';

/**
 * Writes a token to a new file that only its owner may read, beside the database if that is a file, else in
 * the working directory: `first-token`, or, where that is taken, `first-token-` and the ID of the token. No
 * file is overwritten.
 *
 * @returns the absolute path of the file
 * @throws Error when it cannot be written
 */
function writeToken({ id, secret }: FirstToken, databaseUrl: string): string {
  const database = sqliteFile(databaseUrl);
  const folder = database === undefined ? '.' : dirname(database);
  const files = [FILE_NAME, `${FILE_NAME}-${id}`].map((name) => resolve(folder, name));
  const made = files.find((file) => writePrivateFile(file, `${secret}\n`));
  if (made === undefined) throw new Error(`${files.join(' and ')} are there already`);
  return made;
}
