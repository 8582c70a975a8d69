import { dirname, resolve } from 'node:path';
import { createToken } from './access/opaque-token';
import type { ListeningService, Log } from 'openapi-trellis/service';
import { driverOf } from './stores/open-store';
import { writePrivateFile } from './stores/private-file';
import type { AccessTokens } from './stores/store';

const FIRST_TOKEN_LABEL = 'first start';

/** The conditions and properties of a first token. */
export interface FirstTokenOptions {
  readonly staticTokens: readonly string[];
  readonly tokens: AccessTokens;
  readonly scopes: readonly string[];
  /** Milliseconds to its expiry; undefined: it does not expire. */
  readonly expiresInMs: number | undefined;
  /** The current time. */
  readonly now: Date;
}

/** A token for the person who starts the service. */
export interface FirstToken {
  readonly id: string;
  /** To be shown once, or stored where only its owner can read it. */
  readonly secret: string;
  /** Absent: it does not expire. */
  readonly expiresAt?: Date;
  /** Revokes a token that could not be shown. @throws UnavailableError when the store is unavailable */
  revoke(): Promise<void>;
}

/**
 * Creates the token for trying a new service: only when no static tokens are configured and the store has never held a
 * token. A revoked or expired one counts, so a second start creates none. Two services that start at once on an empty
 * store may create one each.
 *
 * @returns undefined when none was created
 * @throws UnavailableError when the store temporarily cannot be read or written
 */
export async function ensureFirstToken(
  options: FirstTokenOptions,
): Promise<FirstToken | undefined> {
  const { staticTokens, tokens, scopes, expiresInMs, now } = options;
  if (staticTokens.length > 0 || (await tokens.list()).length > 0) return undefined;
  const { secret, record } = createToken({
    label: FIRST_TOKEN_LABEL,
    scopes,
    now,
    ...(expiresInMs !== undefined && { expiresInMs }),
  });
  await tokens.add(record);
  const { id, expiresAt } = record;
  const revoke = async (): Promise<void> => {
    await tokens.revoke(id, new Date());
  };
  return { id, secret, ...(expiresAt !== undefined && { expiresAt }), revoke };
}

/** Where to show or store the first token. */
interface PlaceOptions {
  /** True where standard output goes to a person and is not kept. */
  readonly isTerminal: boolean;
  readonly databaseUrl: string;
  readonly log: Log;
}

/**
 * Determines how the first token reaches the person who starts the service. Where standard output is not a terminal it
 * may be kept, for instance as a log, so the token goes into a separate file.
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

/** Revokes a first token that nobody has received. */
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
 * Writes a token to a new file that only its owner can read, next to the database if that is a file, else in the
 * working directory: `first-token`, or if that exists, `first-token-` and the ID of the token. It overwrites no file.
 *
 * @returns the absolute path of the file
 * @throws Error when it cannot be written
 */
function writeToken({ id, secret }: FirstToken, databaseUrl: string): string {
  const database = driverOf(databaseUrl).file?.(databaseUrl);
  const folder = database === undefined ? '.' : dirname(database);
  const files = [FILE_NAME, `${FILE_NAME}-${id}`].map((name) => resolve(folder, name));
  const made = files.find((file) => writePrivateFile(file, `${secret}\n`));
  if (made === undefined) throw new Error(`${files.join(' and ')} are there already`);
  return made;
}

/** The operator's message about the first token. */
interface TokenNote {
  readonly token: FirstToken;
  /** The file that holds the token; absent: it is shown. */
  readonly file?: string;
}

/** The operator's message when the service listens. @param note absent: no token was created */
export function announce(
  { url, managementUrl, workers }: ListeningService,
  databaseUrl: string,
  note?: TokenNote,
): string {
  const by = workers === 1 ? '' : ` with ${workers} workers`;
  const place = driverOf(databaseUrl).shownUrl(databaseUrl);
  const lines = [`plant-store listens on ${url}${by} and keeps its plants in ${place}`];
  if (managementUrl !== url) lines.push(`management listens on ${managementUrl}`);
  const first = note === undefined ? [] : ['', ...firstSteps(url, note)];
  return `${[...lines, ...first].join('\n')}\n`;
}

function firstSteps(url: string, { token, file }: TokenNote): string[] {
  const { secret, expiresAt } = token;
  const end = expiresAt === undefined ? 'does not expire' : `expires on ${expiresAt.toISOString()}`;
  const where = file === undefined ? 'It is shown only once' : 'It is in this file alone';
  const credentials = file === undefined ? secret : `'"$(cat ${quoted(file)})"'`;
  return [
    `The first access token was created. ${where}, and ${end}:`,
    '',
    `  ${file ?? secret}`,
    '',
    'Add a plant with it:',
    '',
    `  curl -i ${url}/plants -H 'Authorization: Bearer ${credentials}' -H 'Content-Type: application/json' -d '{"id":1,"name":"Monstera deliciosa","tag":"tropical"}'`,
    '',
  ];
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
