import { failureKinds } from '../../contract';
import { Blank } from './blank';
import { bestForStatus, WORDED_STATUSES } from './status-words';

/** Which of the values that a schema lists is taken, by the failure. */

/** The numbers of the layer's own failures. */
const OWN_NUMBERS: readonly number[] = Object.values(failureKinds).map(({ number }) => number);

/** True where the values are, in part, the numbers by which the layer knows its failures. */
export function hasOwnNumber(values: readonly unknown[]): boolean {
  return OWN_NUMBERS.some((number) => values.includes(number));
}

/**
 * The value that names a status best.
 *
 * @param isSent of the status that is sent, in place of the failure's natural one
 */
export function byStatus(values: readonly unknown[], isSent: boolean): Blank {
  const otherwise = bestForStatus(values, 400);
  const others = WORDED_STATUSES.map((status) => [status, bestForStatus(values, status)] as const);
  const differing = others.filter(([, value]) => value !== otherwise);
  return new Blank({
    kind: 'choice',
    by: isSent ? 'sent status' : 'status',
    values: Object.fromEntries(differing),
    otherwise,
  });
}

/** The value that names the part of the request at fault; undefined unless values name several. */
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
