import type * as Runtime from 'openapi-trellis/tools';

/** The end of a message about an unknown name, such as `; did you mean "serve"?`. */
export function hint(given: string, names: readonly string[]): string {
  // Loaded only for the message: a usage is printed without the runtime.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { didYouMean } = require('openapi-trellis/tools') as typeof Runtime;
  return didYouMean(given, names);
}

/** An option that `parseArgs` does not know. @see https://nodejs.org/api/util.html#utilparseargsconfig */
const UNKNOWN_OPTION = /^Unknown option '(-[^']*)'/;

function unknownOption(error: unknown): string | undefined {
  return error instanceof Error ? UNKNOWN_OPTION.exec(error.message)?.[1] : undefined;
}

/**
 * The options that an earlier version had, with their dashes: the present name of each, or, for one that is refused, what
 * serves in its place.
 */
export type FormerOptions = Readonly<Record<string, string>>;

/** The message for an error of `parseArgs` about an option that is gone; undefined for any other error. */
export function explainFormer(error: unknown, former: FormerOptions): string | undefined {
  const given = unknownOption(error) ?? '';
  const instead = former[given];
  return instead && `There is no option '${given}' any more; ${instead}`;
}

/** The arguments with the present name of each option, and a line for each that had another. */
export function withPresentNames(
  args: readonly string[],
  former: FormerOptions,
): { readonly args: string[]; readonly told: readonly string[] } {
  const end = args.indexOf('--');
  const told = new Set<string>();
  const named = args.map((arg, index) => {
    const [, name = '', value = ''] = /^(--[^=]+)(=.*)?$/s.exec(arg) ?? [];
    const now = former[name];
    if (now?.startsWith('--') !== true || (end !== -1 && index > end)) return arg;
    told.add(`${name} is now ${now}; the next release knows only that name`);
    return now + value;
  });
  return { args: named, told: [...told] };
}

/**
 * The message for an error of `parseArgs`.
 * @param options the known names, without dashes
 */
export function explainArguments(error: unknown, options: readonly string[]): string {
  const given = unknownOption(error);
  if (given === undefined) return error instanceof Error ? error.message : String(error);
  const names = [...options, 'help'].map((name) => `--${name}`);
  return `Unknown option '${given}'${hint(given, names)}`;
}

/** True if an option before `--` requests the usage of a command. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return options.includes('--help') || options.includes('-h');
}
