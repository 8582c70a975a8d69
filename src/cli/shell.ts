/**
 * Words of one command, for a person who pastes it into a shell: as sh and cmd.exe both take them where they can,
 * else as sh does.
 */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => wordOfBoth(word) ?? shWord(word)).join(' ');
}

/**
 * Words of one command, for what runs it with either shell, as npm does.
 *
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
 * What no quotes make a part of the word for both sh and cmd.exe: the characters that mean something between double
 * quotes, and those that are not seen. A percent sign may begin an escape of a URI.
 *
 * @returns the first such character
 */
export function unquotable(word: string): string | undefined {
  return /["$`\\!]|%(?![\dA-F]{2})|\p{C}|\p{Zl}|\p{Zp}/iu.exec(word)?.[0];
}
