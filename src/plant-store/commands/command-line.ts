import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Exit codes of all commands. */
export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
/** The arguments are wrong, or a requirement of the command is missing. */
export const EXIT_COULD_NOT_RUN = 2;

/** A command could not do its task. The message is for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    readonly exitCode: number = EXIT_COULD_NOT_RUN,
  ) {
    super(message);
  }
}

interface Rules {
  /** By default arguments that are no options are refused. */
  readonly allowPositionals?: boolean;
  /** What serves in place of each option that an earlier version had, by the option with its dashes. */
  readonly removed?: Readonly<Record<string, string>>;
}

/**
 * Parses the arguments of a command.
 *
 * @throws CommandError naming the option and the remedy
 */
export function parseCommandLine<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  { allowPositionals = false, removed = {} }: Rules = {},
): ReturnType<typeof parseArgs<{ options: Options; strict: true; allowPositionals: true }>> {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: allowPositionals as true });
  } catch (error) {
    throw new CommandError(explain(error as Error, Object.keys(options), removed));
  }
}

/** An option that `parseArgs` does not know. @see https://nodejs.org/api/util.html#utilparseargsconfig */
const UNKNOWN_OPTION = /^Unknown option '(-[^']*)'/;

function explain(
  { message }: Error,
  options: readonly string[],
  removed: NonNullable<Rules['removed']>,
): string {
  const given = UNKNOWN_OPTION.exec(message)?.[1];
  if (given === undefined) return message;
  const instead = removed[given];
  if (instead !== undefined) return `There is no option '${given}' any more; ${instead}`;
  const known = [...options, 'help'].map((name) => `--${name}`);
  return `Unknown option '${given}'${hint(given, known)}`;
}

/** A name may differ from the intended one by one character per this many. */
const CHARACTERS_PER_SLIP = 3;

/** The end of a message about an unknown name, such as `; did you mean "serve"?`; empty if none is close. */
export function hint(given: string, names: readonly string[]): string {
  const [meant] = names
    .map((name) => ({ name, distance: distanceOf(given, name) }))
    .filter(({ distance }) => distance <= Math.max(1, given.length / CHARACTERS_PER_SLIP))
    .sort((a, b) => a.distance - b.distance);
  return meant === undefined ? '' : `; did you mean "${meant.name}"?`;
}

/** The number of characters to insert, remove or replace (Levenshtein). */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1];
    for (let index = 0; index < to.length; index++) {
      const replaced = (row[index] ?? 0) + (from[at] === to[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** True if an option before `--` requests the usage of a command. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}

/** The first line about a command in a usage, and its continuation lines. */
const ENTRY = /^ {2}\S.*(?:\n {3,}\S.*)*/gm;

/**
 * The part of the program's usage about one command.
 *
 * @param usage of all commands, each in indented lines, the first one by two spaces
 * @param args the command, such as `token create`, and its arguments
 * @returns the whole usage if it has no part about the command
 */
export function usageOf(usage: string, args: readonly string[]): string {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  const words = end === -1 ? args : args.slice(0, end);
  const entries = (usage.match(ENTRY) ?? []).map((entry) => entry.trimStart());
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count);
    const found = entries.filter((entry) => {
      const all = entry.split(/\s+/);
      return name.every((word, at) => all[at] === word);
    });
    if (found.length > 0) {
      return `Usage:\n${found.map((entry) => `  plant-store ${entry}`).join('\n')}\n`;
    }
  }
  return usage;
}

/** Control and format characters, and line separators, which could command a terminal. */
const HIDDEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}]/gu;

/** Escapes what a message quotes of a file or a server. */
export function visible(message: string): string {
  return message.replace(
    HIDDEN,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
