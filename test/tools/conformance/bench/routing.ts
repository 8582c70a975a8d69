import { type Operation, operations } from './library';

/** An operation, and the path segments of its parameters, as sent. */
export interface Route {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

/** The operations of a path, for all methods. */
export function routesOf(path: string): Route[] {
  const segments = path.split('/').slice(1);
  return operations.flatMap((operation) => {
    const values = match(operation.template, segments);
    return values === undefined ? [] : [{ operation, path: values }];
  });
}

function match(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    if (name === undefined ? part !== segment : segment === '') return undefined;
    if (name !== undefined) values[name] = segment;
  }
  return values;
}
