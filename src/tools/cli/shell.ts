/** The words of one command, for pasting into a shell: valid for both sh and cmd.exe if possible, else for sh. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => wordOfBoth(word) ?? shWord(word)).join(' ');
}

/**
 * The words of one command, for a program that runs it with either shell, such as npm.
 * @throws Error for a word that has a character of {@link unquotable}
 */
export function scriptWords(words: readonly string[]): string {
  return words.map(scriptWord).join(' ');
}

function scriptWord(word: string): string {
  const quoted = wordOfBoth(word);
  if (quoted === undefined) throw new Error(`No quotes are for both shells: ${word}`);
  return quoted;
}

/** A word for a POSIX shell. */
export function shWord(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function wordOfBoth(word: string): string | undefined {
  if (/^[\w./:@+,=-]+$/.test(word)) return word;
  return unquotable(word) === undefined ? `"${word}"` : undefined;
}

/**
 * Finds characters that cannot be quoted for both sh and cmd.exe: those with a meaning between double quotes, and
 * invisible ones. A percent sign is allowed in an escape of a URI.
 * @returns the first such character
 */
export function unquotable(word: string): string | undefined {
  return /["$`\\!]|%(?![\dA-F]{2})|\p{C}|\p{Zl}|\p{Zp}/iu.exec(word)?.[0];
}
