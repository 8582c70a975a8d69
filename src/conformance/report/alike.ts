import type { FindingFacts } from './finding-facts';

/** A finding that is shown, and those that say the same of other places. */
export interface Alike {
  readonly shown: FindingFacts;
  readonly others: readonly FindingFacts[];
}

/** Findings by what they say, in the order in which the checks are listed. */
export function alike(all: readonly FindingFacts[], checks: readonly { id: string }[]): Alike[] {
  const groups = new Map<string, FindingFacts[]>();
  for (const facts of all) {
    const key = `${facts.finding.check} ${formOf(facts.finding.message)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [facts]);
    else group.push(facts);
  }
  const rank = ({ shown: { finding } }: Alike): number =>
    checks.findIndex(({ id }) => id === finding.check);
  return [...groups.values()]
    .flatMap(([shown, ...others]) => (shown === undefined ? [] : [{ shown, others }]))
    .toSorted((one, other) => rank(one) - rank(other));
}

/** A message without what differs from place to place: names, values and pointers. */
function formOf(message: string): string {
  const status = /^\d{3} /.exec(message)?.[0] ?? '';
  const text = message
    .slice(status.length)
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/\b(path|query|header|cookie|body) \S+: /g, '$1: ')
    .replace(/-?\d+(?:\.\d+)?/g, '0');
  return status + text;
}
