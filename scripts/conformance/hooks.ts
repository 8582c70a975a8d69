import path from 'node:path';
import { CommandError } from '../command-line';
import type { OperationRequest } from '../examples/operation-request';

/**
 * What a user's module may do for a run. Each is optional; each may be asynchronous but for `value` and
 * `request`, which are asked for every request.
 */
export interface Hooks {
  /** Before the first request: make what must be there, find out a token. */
  setUp?(context: { readonly url: string }): Promise<SetUp | undefined> | SetUp | undefined;
  /** After the last request. */
  tearDown?(context: { readonly url: string }): Promise<void> | void;
  /** A value for a parameter, such as an id that the service knows; undefined leaves the choice. */
  readonly value?: (parameter: HookParameter) => unknown;
  /** The request as it is to be sent, such as with a signature. */
  readonly request?: (request: OperationRequest) => OperationRequest;
}

/** What `setUp` may give. */
export interface SetUp {
  /** Tokens by security scheme; the one under '' is for every scheme. */
  readonly tokens?: Readonly<Record<string, string>>;
}

export interface HookParameter {
  readonly operationId: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly in: string;
  readonly name: string;
}

/**
 * Loads the hooks of a module: its exports, or its default export.
 *
 * @throws CommandError when there is no such module, or it exports no hook
 */
export function loadHooks(file: string): Hooks {
  const exported = load(path.resolve(file));
  const { default: inner } = exported as { readonly default?: object };
  const hooks: Hooks = inner ?? exported;
  const names = ['setUp', 'tearDown', 'value', 'request'] as const;
  if (names.some((name) => typeof hooks[name] === 'function')) return hooks;
  throw new CommandError(`--hooks ${file} exports none of ${names.join(', ')}`);
}

function load(file: string): object {
  try {
    // A module of the user's, in the language that this command runs: TypeScript or JavaScript.
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    return Object(require(file)) as object;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`--hooks ${file} cannot be loaded: ${reason}`);
  }
}
