import { decoded } from 'openapi-trellis/tools';
import { type Exchange, responseOf } from './exchange';

const MOST_SAID = 2_000;

/** The words of a response without those that vary: words with digits, short ones, and words of the request. */
export function saidOf(exchange: Exchange): string {
  const { target, headers, body } = exchange.testCase.request;
  const text = body?.toString() ?? '';
  const strings = [...text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)].flatMap(([, string, colon]) =>
    colon === undefined ? [string] : [],
  );
  const values = strings.length > 0 ? strings : [text];
  const sent = [decoded(target), ...headers.map(([, value]) => value), ...values];
  const said = wordsSaid(exchange, sent.join(' ')).filter((word) => word.length > 2);
  return said.join(' ').slice(0, MOST_SAID);
}

/**
 * True for two refusals that may have the same reason: their words are the same, except for numbers, ids and
 * words repeated from the request. One may say more than the other.
 */
export function isSameRefusal(one: Exchange, other: Exchange): boolean {
  const [said, also] = [one, other].map((each) => {
    const { target, body } = each.testCase.request;
    return wordsSaid(each, `${decoded(target)} ${body?.toString() ?? ''}`);
  }) as [string[], string[]];
  return said.every((word) => also.includes(word)) || also.every((word) => said.includes(word));
}

/** Each word of a response once, without words of the request, which it may repeat. */
function wordsSaid(exchange: Exchange, sent: string): string[] {
  const isSent = new Set(words(sent));
  const said = words(responseOf(exchange)?.body.toString() ?? '');
  return [...new Set(said)].filter((word) => !isSent.has(word));
}

/** Omits words with digits: ids, numbers and times. */
function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_-]+/gu) ?? []).filter((word) => !/\p{N}/u.test(word));
}
