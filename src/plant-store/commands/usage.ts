/** A line that begins what is said of one command, and lines that go on with it. */
const ENTRY = /^ {2}\S.*(?:\n {3,}\S.*)*/gm;

/**
 * What the usage of a program says of one command.
 *
 * @param usage of all commands, each in lines that are indented, the first one by two spaces
 * @param args the command, such as `token create`, and what follows it
 * @returns the usage as a whole where it says nothing of the command
 */
export function usageOf(program: string, usage: string, args: readonly string[]): string {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  const words = end === -1 ? args : args.slice(0, end);
  const entries = usage.match(ENTRY) ?? [];
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count);
    const found = entries.filter((entry) => startsWith(entry.trim().split(/\s+/), name));
    if (found.length === 0) continue;
    const lines = found.map((entry) => `  ${program} ${entry.trimStart()}`);
    return `Usage:\n${lines.join('\n')}\n`;
  }
  return usage;
}

function startsWith(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, index) => words[index] === word);
}
