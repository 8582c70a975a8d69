import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { CommandError } from '../../cli';
import { isJsonObject, type JsonObject, jsonIn } from '../../document';
import type { RecordedExchange } from '../../judge';
import { type BodyJson, bytesOf, type ExchangeJson } from '../report/exchange-json';
import { readHar } from './har';

/**
 * Reads recorded traffic: HAR 1.2 as a whole, or a log with one exchange as JSON per line, line by line. Ignores
 * an incomplete last line, which a killed run may leave.
 *
 * @throws CommandError for a file that cannot be read or has neither format, with the line or the entry
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

/** @throws CommandError for the file of a finding, with the options that look for the finding again */
export function refuseFinding(file: string): void {
  const value = file.endsWith('.json') && existsSync(file) ? parsed(readFileSync(file, 'utf8')) : 0;
  if (!isJsonObject(value) || !('check' in value)) return;
  const { seed, needs, check } = value;
  const include = Array.isArray(needs) && needs.length > 0 ? ` --include ${needs.join()}` : '';
  const line = `--seed ${String(seed)}${include} --check ${String(check)}`;
  throw new CommandError(
    `${file} is the file of a finding, not a log of exchanges; ${line} looks for the finding again`,
  );
}

function parsed(text: string): unknown {
  return jsonIn(text.replace(/^\ufeff/, ''));
}

/**
 * The lines of a UTF-8 file, one at a time. Only line feeds end lines: JSON may contain other line separators.
 *
 * @throws CommandError if the file cannot be read
 */
async function* linesOf(file: string): AsyncGenerator<string> {
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

/**
 * Reads an exchange from a log of conformance testing.
 *
 * @param value a line, as JSON
 * @throws CommandError for an invalid exchange, with its place
 */
function readLogLine(value: unknown, place: string): RecordedExchange {
  if (!isExchange(value)) {
    throw new CommandError(`${place}: no exchange; "request" must have method, target and headers`);
  }
  const { request, response } = value;
  const { method, target, headers, body } = request;
  return {
    place,
    request: { method, target, headers, ...(body && { body: bytesOf(body) }) },
    ...(response && {
      response: {
        status: response.status,
        headers: response.headers,
        body: response.body ? bytesOf(response.body) : Buffer.alloc(0),
        ...(response.cut && { isCut: true }),
      },
    }),
    withoutBody: [],
  };
}

/** Checks the members that are read here. */
function isExchange(value: unknown): value is Pick<ExchangeJson, 'request' | 'response'> {
  if (!isJsonObject(value) || !isJsonObject(value.request)) return false;
  const { request, response } = value;
  const isRequest =
    typeof request.method === 'string' && typeof request.target === 'string' && isMessage(request);
  if (!isRequest) return false;
  if (response === undefined) return true;
  return isJsonObject(response) && Number.isInteger(response.status) && isMessage(response);
}

function isMessage({ headers, body }: JsonObject): boolean {
  const isBody = body === undefined || isBodyJson(body);
  return isBody && Array.isArray(headers) && headers.every(isHeader);
}

function isHeader(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string')
  );
}

function isBodyJson(value: unknown): value is BodyJson {
  return (
    isJsonObject(value) && (typeof value.text === 'string' || typeof value.base64 === 'string')
  );
}
