import { parseDuration, parseScopes, createToken } from '../access/opaque-token';
import type { TokenRecord } from 'openapi-trellis/service';
import { readDatabaseUrl } from '../config';
import { openStore } from '../stores/open-store';
import type { AccessTokens } from '../stores/store';
import type { Command, CommandContext } from './command';
import { CommandError, EXIT_FAILED, EXIT_OK, parseCommandLine } from './command-line';
import { print, writeText } from './output';

/** `plant-store token create|list|revoke`; a running service sees the change within a second. */
export const token: Command = async (context) => {
  const [name = '', ...args] = context.args;
  const subcommand = subcommands.get(name);
  if (subcommand === undefined) throw new CommandError('token takes create, list or revoke');
  const run = subcommand(args);
  // A missing database probably has a mistyped name.
  const store = await openStore(readDatabaseUrl(context.env), { role: 'tool', mustExist: true });
  try {
    return await run(store.tokens, context);
  } finally {
    await store.close();
  }
};

/** Checks the arguments, and returns the work with the tokens. */
type Subcommand = (args: readonly string[]) => Run;

type Run = (tokens: AccessTokens, context: CommandContext) => Promise<number>;

function create(args: readonly string[]): Run {
  const options = {
    label: { type: 'string' },
    'expires-in': { type: 'string' },
    scope: { type: 'string', multiple: true },
  } as const;
  const { values } = parseCommandLine(args, options);
  const { label, 'expires-in': expiresIn, scope = [] } = values;
  if (label === undefined || label.trim() === '') {
    throw new CommandError('token create needs --label TEXT, which says who will use it');
  }
  const expiresInMs =
    expiresIn === undefined ? undefined : explained('--expires-in', () => parseDuration(expiresIn));
  const scopes = explained('--scope', () => parseScopes(scope));
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
      // Nobody can know the token.
      await tokens.revoke(record.id, new Date());
      throw new CommandError(
        `Cannot write the token, so it was revoked; create another one: ${(error as Error).message}`,
        EXIT_FAILED,
      );
    }
    return EXIT_OK;
  };
}

const COLUMNS = ['ID', 'STATUS', 'CREATED', 'EXPIRES', 'LAST USED', 'SCOPES', 'LABEL'];

function list(args: readonly string[]): Run {
  if (args.length > 0) throw new CommandError('token list takes no arguments');
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
    await print(stdout, tableOf([COLUMNS, ...rows]));
    return EXIT_OK;
  };
}

function revoke(args: readonly string[]): Run {
  const [id, ...others] = args;
  if (id === undefined || others.length > 0) {
    throw new CommandError('token revoke takes the ID that "plant-store token list" shows');
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

function explained<T>(option: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new CommandError(`${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function statusOf(record: TokenRecord, now: Date): string {
  if (record.revokedAt !== undefined) return 'revoked';
  return record.expiresAt !== undefined && record.expiresAt <= now ? 'expired' : 'valid';
}

/** Columns of equal width, two spaces apart, without trailing spaces. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((_, at) =>
    rows.reduce((most, cells) => Math.max(most, cells[at]?.length ?? 0), 0),
  );
  const lines = rows.map((cells) => cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)));
  return lines.map((cells) => `${cells.join('  ').trimEnd()}\n`).join('');
}
