import type { Operation } from '../../generate/index';

/** Operations of a base and of its revision, by method and path. */
export interface OperationPairs {
  readonly both: readonly { readonly base: Operation; readonly revision: Operation }[];
  readonly added: readonly Operation[];
  readonly removed: readonly Operation[];
}

/** Pairs the operations of two versions; how the expressions of a path are called makes no difference. */
export function pairOperations(
  base: readonly Operation[],
  revision: readonly Operation[],
): OperationPairs {
  const revised = new Map(revision.map((operation) => [keyOf(operation), operation]));
  const known = new Set(base.map(keyOf));
  return {
    both: base.flatMap((operation) => {
      const other = revised.get(keyOf(operation));
      return other === undefined ? [] : [{ base: operation, revision: other }];
    }),
    added: revision.filter((operation) => !known.has(keyOf(operation))),
    removed: base.filter((operation) => !revised.has(keyOf(operation))),
  };
}

/** @see https://spec.openapis.org/oas/v3.1.1#path-templating */
function keyOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

/** The names of the expressions of a path in the base, by those of the revision. */
export function renamedExpressions(base: Operation, revision: Operation): Map<string, string> {
  const [before, after] = [base, revision].map(({ path }) =>
    [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name),
  );
  return new Map((after ?? []).map((name, index) => [name, before?.[index] ?? name]));
}
