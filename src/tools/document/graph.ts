export type Graph = readonly (readonly number[])[];

/** The strongly connected components that contain a cycle. */
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

/** The starts, and all that a path leads to from them. */
export function withReached<Node>(
  followers: ReadonlyMap<Node, Iterable<Node>>,
  starts: Iterable<Node>,
): Set<Node> {
  const found = new Set(starts);
  // The set grows during the loop.
  for (const each of found) for (const to of followers.get(each) ?? []) found.add(to);
  return found;
}

/** The graph with only those edges of each loop that lead a step further from one of its nodes. */
export function withoutLoops(graph: Graph): Graph {
  const loopOf: number[] = [];
  const steps: number[] = [];
  for (const [loop, members] of loopsOf(graph).entries()) {
    for (const node of members) loopOf[node] = loop;
    const layers = [new Set(members.slice(0, 1))];
    for (const [step, layer] of layers.entries()) {
      for (const node of layer) steps[node] = step;
      const next = [...layer].flatMap((node) => graph[node] ?? []);
      const ahead = next.filter((node) => loopOf[node] === loop && steps[node] === undefined);
      if (ahead.length > 0) layers.push(new Set(ahead));
    }
  }
  const isOutward = (from: number, to: number): boolean =>
    loopOf[to] === undefined || loopOf[to] !== loopOf[from] || steps[to] === (steps[from] ?? 0) + 1;
  return graph.map((followers, from) => followers.filter((to) => isOutward(from, to)));
}

/** Post-order: each node comes after those it leads to, except in cycles. */
export function inPostOrder(graph: Graph): number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  for (const start of graph.keys()) visit(graph, start, seen, (node) => order.push(node));
  return order;
}

/** Depth-first, without recursion; calls `leave` in post-order. */
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

/** True when a path from one of the starts reaches a goal. */
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
    for (const each of next(at)) waiting.push(each);
  }
  return false;
}
