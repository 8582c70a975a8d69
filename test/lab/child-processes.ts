import { readFileSync } from 'node:fs';

/** The processes that a process has started and that run, by their ids: of Linux. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}
