import { decoded } from './judge/sent-request';
import { type Exchange, responseOf } from './exchange';

/**
 * True for two refusals that may be for the same reason: what they say is the same, but for what of the
 * request they repeat, numbers and ids. Where one says more, the other may be a part of it.
 */
export function isSameRefusal(one: Exchange, other: Exchange): boolean {
  const [said, repeated] = [wordsSaid(one), wordsSaid(other)];
  return isSubset(said, repeated) || isSubset(repeated, said);
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((word) => all.has(word));
}

function wordsSaid(exchange: Exchange): ReadonlySet<string> {
  const { target, body } = exchange.testCase.request;
  const sent = new Set(words(`${decoded(target)} ${body?.toString() ?? ''}`));
  const said = words(responseOf(exchange)?.body.toString() ?? '');
  return new Set(said.filter((word) => !sent.has(word)));
}

/** What has digits is an id, a number or a time. */
function words(text: string): string[] {
  return (text.match(/[\p{L}\p{N}_-]+/gu) ?? []).filter((word) => !/\p{N}/u.test(word));
}
