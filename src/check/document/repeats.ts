import type { Fault } from './fault';

/**
 * The faults that examples and the linter add to those that reading the document tells of, without those
 * that say the same again.
 */
export function withoutRepeats(read: readonly Fault[], others: readonly Fault[]): Fault[] {
  const warned = new Set(read.map(({ pointer }) => pointer));
  const leftOut = read.filter(({ rule }) => rule === 'left-out').map(({ pointer }) => pointer);
  const identical = new Set(others.filter(isIdenticalPath).map(({ pointer }) => pointer));
  return others.filter((fault) => {
    const { rule, lintRule, pointer } = fault;
    if (rule === 'example' || lintRule === 'no-undefined-server-variable') {
      return !warned.has(pointer);
    }
    if (isIdenticalPath(fault)) return !leftOut.some((at) => at.startsWith(`${pointer}/`));
    if (lintRule === 'no-ambiguous-paths') return !identical.has(pointer);
    return lintRule !== 'security-defined' || !OTHER_SECURITY.test(pointer);
  });
}

/** Of those whose methods differ, none is left out. */
function isIdenticalPath({ lintRule }: Fault): boolean {
  return lintRule === 'no-identical-paths';
}

/**
 * Security that is told of elsewhere: a scheme that is not described, of which reading warns, and the
 * requests of webhooks and callbacks, which this service sends.
 */
const OTHER_SECURITY = /\/security\/\d+\/[^/]+$|^\/webhooks\/|\/callbacks\//;
