import { readFileSync } from 'node:fs';
import { CommandError } from '../../cli/command-line';
import { isJsonObject } from '../../generate/index';
import { readHar } from './har';
import { linesOf } from './lines';
import { readLogLine } from './log-line';
import type { RecordedExchange } from './recorded-exchange';

/**
 * Reads recorded traffic: HAR 1.2 as a whole, or a log of exchanges with a line of JSON each, one at a time.
 * A last line that was cut off, as by a run that was killed, is left out.
 *
 * @throws CommandError for a file that cannot be read or is neither, with the line or the entry
 */
export async function* readTraffic(file: string): AsyncGenerator<RecordedExchange> {
  let number = 0;
  let isLog = false;
  let broken: string | undefined;
  for await (const line of linesOf(file)) {
    number += 1;
    if (line.trim() === '') continue;
    if (broken !== undefined) throw new CommandError(`${broken}: the line is no JSON`);
    const value = parsed(line);
    isLog ||= isJsonObject(value) && 'request' in value;
    if (!isLog) break;
    const place = `${file}:${number}`;
    if (value === undefined) broken = place;
    else yield readLogLine(value, place);
  }
  if (isLog) return;
  const har = parsed(readFileSync(file, 'utf8'));
  if (!isJsonObject(har) || !isJsonObject(har.log)) {
    throw new CommandError(
      `${file} is neither HAR 1.2 nor a log of exchanges; give a HAR file, or exchanges.ndjson of an earlier run`,
    );
  }
  yield* readHar(har.log, file);
}

/** Undefined for what is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
