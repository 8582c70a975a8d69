import { markdownTable } from '../../src/tools/findings/index';
import { MESSAGE_ROWS } from '../../test/types/message-rows';

const SHOWN: readonly string[] = [
  'a misspelt property',
  'a property of the wrong type',
  'a missing property',
  'a number for an integer of 64 bits',
  'a promise that is not awaited',
  'a status that is not documented',
  'no header where it is required',
  'a media type that is not documented',
  'a misspelt parameter',
  'a handler for no operation',
];

/** The marked text and the message of a compiler error. */
const ERROR = /^\[(.+?)\] TS\d+: (?:Object literal .*? properties, but )?(.+)$/;

const code = (text: string): string => `\`${text}\``;

/** Mistakes in handlers, with the compiler's messages. */
export function handlerMistakesTable(): string {
  const rows = SHOWN.map((mistake) => {
    const [error] = MESSAGE_ROWS.find(({ name }) => name === mistake)?.errors ?? [];
    const [, marked, message] = ERROR.exec(error ?? '') ?? [];
    if (marked === undefined || message === undefined)
      throw new Error(`The compiler says nothing of ${mistake}`);
    return [mistake, code(marked), code(message.replaceAll('|', '\\|'))];
  });
  const table = markdownTable({ columns: ['mistake', 'marked', 'what the compiler says'], rows });
  return `<!-- prettier-ignore -->\n${table}`;
}
