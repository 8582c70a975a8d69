/** For each node those that follow it. */
export type Graph = readonly (readonly number[])[];

/** The sets of nodes that lead to each other and back, each a loop at least (strongly connected components). */
export function loopsOf(graph: Graph): number[][] {
  const backward: number[][] = graph.map(() => []);
  for (const [from, followers] of graph.entries()) {
    for (const to of followers) backward[to]?.push(from);
  }
  const found: number[][] = [];
  const taken = new Set<number>();
  for (const start of inPostOrder(graph).reverse()) {
    const members: number[] = [];
    visit(backward, start, taken, (node) => members.push(node));
    const isLoop = members.length > 1 || (members.length === 1 && graph[start]?.includes(start));
    if (isLoop === true) found.push(members);
  }
  return found;
}

/** All nodes, each after those that it leads to, unless they lead back to it. */
export function inPostOrder(graph: Graph): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (const start of graph.keys()) visit(graph, start, seen, (node) => order.push(node));
  return order;
}

/** Visits what a node leads to, each node after those that it leads to. */
function visit(
  graph: Graph,
  start: number,
  seen: Set<number>,
  leave: (node: number) => void,
): void {
  if (seen.has(start)) return;
  seen.add(start);
  const path = [{ node: start, next: 0 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    const to = graph[top.node]?.[top.next++];
    if (to === undefined) {
      leave(top.node);
      path.pop();
    } else if (!seen.has(to)) {
      seen.add(to);
      path.push({ node: to, next: 0 });
    }
  }
}

/** True when one of the starts, or what `next` leads to from there, is a goal. */
export function pathsFrom(
  starts: readonly (readonly number[])[],
  next: (from: readonly number[]) => readonly (readonly number[])[],
  isGoal: (at: readonly number[]) => boolean,
): boolean {
  const seen = new Set<string>();
  const waiting = [...starts];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isGoal(at)) return true;
    const key = at.join();
    if (seen.has(key)) continue;
    seen.add(key);
    waiting.push(...next(at));
  }
  return false;
}
