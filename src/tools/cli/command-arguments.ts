/** A name may differ from the intended one by one character per this many. */
const CHARACTERS_PER_SLIP = 3;

/**
 * The name that was probably intended.
 * @returns undefined if none is close: a wrong hint is worse than none
 */
function nearest(given: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: distanceOf(given, name) }))
    .filter(({ distance }) => distance <= Math.max(1, given.length / CHARACTERS_PER_SLIP))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** The end of a message about an unknown name, such as `; did you mean "serve"?`. */
export function hint(given: string, names: readonly string[]): string {
  const meant = nearest(given, names);
  return meant === undefined ? '' : `; did you mean "${meant}"?`;
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
    told.add(`${name} is ${now} by now; the next release takes that name alone`);
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
