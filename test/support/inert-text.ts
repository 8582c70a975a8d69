/** Control and format characters, line separators, and characters that look like nothing. */
const HIDDEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]/u;

const COMMAND = /^\s*::|##(?:vso|teamcity)?\[/i;

/** An annotation of this program. */
const OWN = /^::(?:error|warning) file=[\w./-]+(?:,line=\d+)?,title=[^:,]+::/;

/** A line of a hostile text (hostile-texts.ts) that imitates the program. */
const FORGED = 'ok    document: all is well';

/** Printed lines that command a terminal or a CI runner, or imitate the program. */
export function activeLines(text: string): string[] {
  return text
    .split('\n')
    .filter(
      (line) => HIDDEN.test(line) || (COMMAND.test(line) && !OWN.test(line)) || line === FORGED,
    );
}
