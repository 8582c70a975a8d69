import { STATUS_CODES } from 'node:http';
import { failureKinds } from 'openapi-trellis/tools';
import { Blank } from './blank';
import { greatestOf } from '../../document';

/** Choices among the values that a schema lists, by the failure. */

const OWN_NUMBERS: readonly number[] = Object.values(failureKinds).map(({ number }) => number);

/** True where some values are numbers of the layer's failures. */
export function hasOwnNumber(values: readonly unknown[]): boolean {
  return OWN_NUMBERS.some((number) => values.includes(number));
}

/**
 * Chooses the value that fits a status best; for an unlisted status, the value for its class.
 *
 * @param isSent true to use the status sent instead of the failure's natural one
 */
export function byStatus(values: readonly unknown[], isSent: boolean): Blank {
  const otherwise = bestForStatus(values, 400);
  const ofServer = bestForStatus(values, 500);
  const statuses = isSent ? ERROR_STATUSES : WORDED_STATUSES;
  const others = statuses.map((status) => [status, bestForStatus(values, status)] as const);
  const differing = others.filter(([status, value]) =>
    status <= 500 ? value !== otherwise : value !== ofServer,
  );
  return new Blank({
    kind: 'choice',
    by: isSent ? 'sent status' : 'status',
    values: Object.fromEntries(differing),
    otherwise,
  });
}

/** Chooses by the location of the fault; undefined unless values name several locations. */
export function byLocation(values: readonly unknown[]): Blank | undefined {
  const named = Object.entries(LOCATIONS).flatMap(([location, words]) => {
    const value = values.find((each) => words.includes(String(each).toLowerCase()));
    return value === undefined ? [] : [[location, value] as const];
  });
  if (named.length < 2) return undefined;
  const byName = Object.fromEntries(named);
  return new Blank({ kind: 'choice', by: 'location', values: byName, otherwise: values[0] });
}

const LOCATIONS: Readonly<Record<string, readonly string[]>> = {
  body: ['body', 'payload', 'requestbody'],
  query: ['query', 'querystring', 'params', 'parameter'],
  path: ['path', 'url', 'params', 'parameter'],
  header: ['header', 'headers'],
  cookie: ['cookie', 'cookies'],
};

/**
 * Ranks the values that a schema lists for a failure: those with words for its status are best.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5
 */

/** Fragments of words for each status, closest first. */
const WORDS: Readonly<Record<number, string>> = {
  400: `validation invalidargument badrequest invalidrequest invalidparam invalidinput invalidbody invalid
    malformed schema bad request input param client`,
  401: 'unauthenticated unauthorized unauthorised authentication credential token apikey auth',
  403: 'forbidden permission denied notallowed unauthorized authorization access auth',
  404: 'notfound missing unknown',
  405: 'methodnotallowed notallowed unsupported',
  406: 'notacceptable acceptable unsupported',
  408: 'requesttimeout timeout deadline',
  409: 'conflict alreadyexists exists duplicate taken aborted precondition',
  413: 'toolarge payload entity size limit',
  415: 'unsupportedmedia mediatype contenttype unsupported',
  422: 'unprocessable semantic',
  429: 'toomany ratelimit throttl quota resourceexhausted limit',
  500: 'internal servererror apierror unexpected exception server',
  501: 'notimplemented unimplemented',
  503: 'unavailable overloaded busy maintenance',
  504: 'gatewaytimeout timeout deadline',
};

/** Words for any failure. */
const ANY = 'error fail other unknown general';

const WORDED_STATUSES = Object.keys(WORDS).map(Number);

const ERROR_STATUSES = Object.keys(STATUS_CODES)
  .map(Number)
  .filter((status) => status >= 400);

/** The value that fits a status best; the first of several. */
function bestForStatus(values: readonly unknown[], status: number): unknown {
  const worths = values.map((value) => statusWorth(value, status));
  return values[worths.indexOf(greatestOf(worths))];
}

export function statusWorth(value: unknown, status: number): number {
  if (typeof value === 'number' || typeof value === 'bigint')
    return numberWorth(Number(value), status);
  if (typeof value !== 'string') return 0;
  const plain = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^\d+$/.test(plain)) return numberWorth(Number(plain), status);
  const words = wordsOf(status);
  const found = words.findIndex((word) => plain.includes(word));
  return found === -1 ? 0 : words.length - found;
}

function numberWorth(value: number, status: number): number {
  if (value === status) return 100;
  const text = String(value);
  if (text.startsWith(String(status))) return 90;
  // An unknown status is equivalent to the x00 of its class (RFC 9110, section 15).
  const ofClass = String(status).charAt(0);
  if (text.startsWith(`${ofClass}00`)) return 50;
  const isStatus = value >= 100 && value < 600;
  const nearness = isStatus ? 10 / (1 + Math.abs(value - status)) : 0;
  return (text.startsWith(ofClass) ? 10 : 0) + nearness;
}

/** Words for the status, its class, and any failure. */
function wordsOf(status: number): string[] {
  const own = WORDS[status] ?? '';
  const ofClass = WORDS[status < 500 ? 400 : 500] ?? '';
  return `${own} ${ofClass} ${ANY}`.trim().split(/\s+/);
}
