import { cut, type Extensions } from '../contract';
import { CommandError } from '../cli/command-line';
import type { JsonObject, Operation } from '../generate/index';
import type { ConformanceOptions } from './conformance-options';
import { environmentTokens, givenTokens } from './given-tokens';
import { callHook, prepared, type Hooks, type SetUp } from './hooks';
import type { RunOptions } from './run-options';

/** What a run is told by the command line and by hooks, beside what is tested and by whom. */
export function testOptions(
  options: RunOptions,
  hooks: Hooks,
  extensions: Extensions | undefined,
): Omit<ConformanceOptions, 'source' | 'url' | 'tokens' | 'includes' | 'makes'> {
  const { seed, runs, parallel, timeoutMs, headers, seconds, requests, rate } = options;
  const { value, request } = hooks;
  return {
    ...{ seed, runs, parallel, timeoutMs, headers, extensions },
    limits: { timeMs: seconds * 1000, requests, rate },
    readOnly: options.isReadOnly,
    stateless: options.isStateless,
    ...(request && { prepare: (made) => prepared(request, made) }),
    ...(value && {
      known: ({ operationId }, parameter) => {
        const { in: location, name } = parameter.value;
        return callHook('value', () =>
          value({ operationId, in: String(location), name: String(name) }),
        );
      },
    }),
  };
}

/** Those of hooks before those of the command line, and these before those of the environment. */
export function tokensOf(
  { tokens, limitedScopes }: RunOptions,
  document: JsonObject,
  setUp: SetUp,
): ConformanceOptions['tokens'] {
  return {
    caller: new Map([
      ...environmentTokens(process.env, document),
      ...givenTokens(tokens.caller, document),
      ...Object.entries(setUp.tokens ?? {}),
    ]),
    limited: givenTokens(tokens.limited, document),
    other: givenTokens(tokens.other, document),
    limitedScopes,
  };
}

type Names = Pick<RunOptions, 'include' | 'exclude'>;

/** True for an operation that the command line has tested. */
export function isIncluded(operation: Operation, { include, exclude }: Names): boolean {
  const isNamed = (name: string): boolean => names(operation).includes(name);
  return (include.length === 0 || include.some(isNamed)) && !exclude.some(isNamed);
}

/** @throws CommandError naming what no operation is called */
export function refuseUnknownNames(
  operations: readonly Operation[],
  { include, exclude }: Names,
): void {
  const unknown = [...include, ...exclude].find(
    (name) => !operations.some((operation) => names(operation).includes(name)),
  );
  if (unknown === undefined) return;
  const known = operations.map(({ operationId }) => operationId);
  throw new CommandError(
    `No operation is called "${unknown}"; the document has ${cut(known.join(', '), MOST_NAMES)}`,
  );
}

/** Characters of them that are listed. */
const MOST_NAMES = 300;

/** The names that an operation goes by on the command line. */
function names({ operationId, method, path, value }: Operation): string[] {
  const tags = Array.isArray(value.tags) ? value.tags : [];
  return [operationId, `${method} ${path}`, ...tags.map((tag) => `tag:${String(tag)}`)];
}
