import { createReadStream } from 'node:fs';
import { CommandError } from '../../cli/command-line';

/**
 * The lines of a file in UTF-8, one at a time. A line ends with a line feed and nothing else, since JSON may
 * hold the other characters that end lines elsewhere.
 *
 * @throws CommandError when the file cannot be read
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n');
      const last = others.pop();
      if (last === undefined) {
        rest += first;
        continue;
      }
      yield rest + first;
      yield* others;
      rest = last;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`The file ${file} cannot be read (${code ?? String(error)})`);
  }
  if (rest !== '') yield rest;
}
