import { parseDuration, parseScopes, createToken } from '../access/opaque-token';
import type { TokenRecord, TokenStore } from '../access/token-store';
import { readDatabaseUrl } from '../config';
import { openStore } from '../stores/open-store';
import { parseArguments } from './arguments';
import {
  CommandError,
  EXIT_FAILED,
  EXIT_OK,
  UsageError,
  type Command,
  type CommandContext,
} from './command';
import { print, writeText } from './output';

/** `plant-store token create|list|revoke`, beside a running service, which sees the change within a second. */
export const token: Command = async (context) => {
  const [name = '', ...args] = context.args;
  const subcommand = subcommands.get(name);
  if (subcommand === undefined) throw new UsageError('token takes create, list or revoke');
  const run = subcommand(args);
  // A token of a database that is not there would be one for a name that was mistyped.
  const store = await openStore(readDatabaseUrl(context.env), { role: 'tool', mustExist: true });
  try {
    return await run(store.tokens, context);
  } finally {
    await store.close();
  }
};

/** Checks the arguments, and gives what is left to do with the tokens. */
type Subcommand = (args: readonly string[]) => Run;

type Run = (tokens: TokenStore, context: CommandContext) => Promise<number>;

function create(args: readonly string[]): Run {
  const {
    label,
    'expires-in': expiresIn,
    scope = [],
  } = parseArguments({
    args: [...args],
    options: {
      label: { type: 'string' },
      'expires-in': { type: 'string' },
      scope: { type: 'string', multiple: true },
    },
  }).values;
  if (label === undefined || label.trim() === '') {
    throw new UsageError('token create needs --label TEXT, which says who will use it');
  }
  const expiresInMs =
    expiresIn === undefined
      ? undefined
      : orUsageError('--expires-in', () => parseDuration(expiresIn));
  const scopes = orUsageError('--scope', () => parseScopes(scope));
  return async (tokens, { stdout }) => {
    const { secret, record } = createToken({
      label,
      scopes,
      now: new Date(),
      ...(expiresInMs !== undefined && { expiresInMs }),
    });
    await tokens.add(record);
    try {
      await writeText(stdout, `${secret}\n`);
    } catch (error) {
      // Nobody will ever know it.
      await tokens.revoke(record.id, new Date());
      throw new CommandError(
        `Cannot write the token, so it was revoked; create another one: ${(error as Error).message}`,
      );
    }
    return EXIT_OK;
  };
}

const COLUMNS = ['ID', 'STATUS', 'CREATED', 'EXPIRES', 'LAST USED', 'SCOPES', 'LABEL'];

function list(args: readonly string[]): Run {
  if (args.length > 0) throw new UsageError('token list takes no arguments');
  return async (tokens, { stdout }) => {
    const now = new Date();
    const rows = (await tokens.list()).map((record) => [
      record.id,
      statusOf(record, now),
      record.createdAt.toISOString(),
      record.expiresAt?.toISOString() ?? 'never',
      record.lastUsedAt?.toISOString() ?? 'never',
      record.scopes.join(' ') || '-',
      JSON.stringify(record.label),
    ]);
    await print(stdout, table([COLUMNS, ...rows]));
    return EXIT_OK;
  };
}

function revoke(args: readonly string[]): Run {
  const [id, ...others] = args;
  if (id === undefined || others.length > 0) {
    throw new UsageError('token revoke takes the ID that "plant-store token list" shows');
  }
  return async (tokens, { stderr }) => {
    if (await tokens.revoke(id, new Date())) return EXIT_OK;
    stderr.write(
      `There is no token with the ID "${id}"; run "plant-store token list" to see all\n`,
    );
    return EXIT_FAILED;
  };
}

const subcommands: ReadonlyMap<string, Subcommand> = new Map([
  ['create', create],
  ['list', list],
  ['revoke', revoke],
]);

function orUsageError<T>(option: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(`${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function statusOf(record: TokenRecord, now: Date): string {
  if (record.revokedAt !== undefined) return 'revoked';
  return record.expiresAt !== undefined && record.expiresAt <= now ? 'expired' : 'valid';
}

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
