/** Control and format characters, separators of lines, and what is shown as nothing. */
const HIDDEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]/u;

/** What CI runners obey. */
const COMMAND = /^\s*::|##(?:vso|teamcity)?\[/i;

/** An annotation of this program. */
const OWN = /^::(?:error|warning) file=[\w./-]+(?:,line=\d+)?,title=[^:,]+::/;

/** A line that a hostile text has (hostile-texts.ts), and that looks like one of the program. */
const FORGED = 'ok    document: all is well';

/** Lines of what was printed that command a terminal or a CI runner, or pretend to be of the program. */
export function activeLines(text: string): string[] {
  return text
    .split('\n')
    .filter(
      (line) => HIDDEN.test(line) || (COMMAND.test(line) && !OWN.test(line)) || line === FORGED,
    );
}
