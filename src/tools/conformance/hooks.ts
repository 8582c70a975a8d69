import { CommandError, loadUserModule } from '../cli';
import { asObject, isJsonObject, strings } from '../document';
import { commandFault } from '../generate';
import type { OperationRequest } from '../samples';
import { UnreachableError } from '../judge';
import type { ConformanceOptions } from './options';

/**
 * Functions of a user's module for a run, all optional. `value` and `request` are called for every request and
 * must be synchronous; the others may be asynchronous.
 */
export interface Hooks {
  /** Called before the first request, for example to create data or obtain a token. */
  setUp?(context: { readonly url: string }): Promise<SetUp | undefined> | SetUp | undefined;
  /** Called after the last request. */
  tearDown?(context: { readonly url: string }): Promise<void> | void;
  /** Returns a value for a parameter, such as an id that the service knows; undefined leaves the choice. */
  readonly value?: (parameter: HookParameter) => unknown;
  /** Returns the request to send, for example with a signature. */
  readonly request?: (request: OperationRequest) => OperationRequest;
}

/** The result of the `setUp` hook. */
export interface SetUp {
  /** Tokens by security scheme; the one under '' is for every scheme. */
  readonly tokens?: Readonly<Record<string, string>>;
}

interface HookParameter {
  readonly operationId: string;
  /** `path`, `query`, `header` or `cookie`. */
  readonly in: string;
  readonly name: string;
}

/**
 * Waits for a hook that may be asynchronous.
 *
 * @throws CommandError if it throws, or does not end in time
 */
export async function awaitHook<Result>(
  name: keyof Hooks,
  timeMs: number,
  call: () => Promise<Result> | Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not end within ${timeMs / 1000} s, the time of --seconds`));
    }, timeMs);
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    throw hookFault(name, error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Works with a service between the hooks setUp and tearDown.
 *
 * @throws CommandError if a hook fails, nothing answers at the URL, or the document has a fault
 */
export async function betweenHooks<Result>(
  hooks: Hooks,
  { url, limits, source }: Pick<ConformanceOptions, 'url' | 'limits' | 'source'>,
  work: (setUp: SetUp) => Promise<Result>,
): Promise<Result> {
  const setUp = await performSetUp(hooks, url, limits.timeMs);
  try {
    return await work(setUp);
  } catch (error) {
    if (error instanceof UnreachableError) throw new CommandError(error.message);
    throw commandFault(error, source);
  } finally {
    await awaitHook('tearDown', limits.timeMs, () => hooks.tearDown?.({ url }));
  }
}

/**
 * Calls a synchronous hook.
 *
 * @throws CommandError if it throws, or is asynchronous
 */
export function callHook<Result>(name: keyof Hooks, call: () => Result): Result {
  let result: Result;
  try {
    result = call();
  } catch (error) {
    throw hookFault(name, error);
  }
  if (!(result instanceof Promise)) return result;
  result.catch(() => undefined);
  throw hookFault(name, new Error('it is asynchronous; only setUp and tearDown may be'));
}

/**
 * Calls the `setUp` hook, if there is one.
 *
 * @throws CommandError as awaitHook does, and if the result has the wrong shape
 */
export async function performSetUp(hooks: Hooks, url: string, timeMs: number): Promise<SetUp> {
  const given: unknown = await awaitHook('setUp', timeMs, () => hooks.setUp?.({ url }));
  const { tokens = {} } = asObject(given);
  if (isTokens(tokens)) return { tokens };
  throw hookFault('setUp', new Error('"tokens" must be an object of texts, by security scheme'));
}

function isTokens(value: unknown): value is NonNullable<SetUp['tokens']> {
  return isJsonObject(value) && Object.values(value).every((token) => typeof token === 'string');
}

/** The hooks that a run calls for its requests. */
export function requestHooks({
  value,
  request,
}: Hooks): Pick<ConformanceOptions, 'prepare'> & Required<Pick<ConformanceOptions, 'known'>> {
  return {
    ...(request && { prepare: (made) => prepared(request, made) }),
    known: ({ operationId }, parameter) => {
      const { in: location, name } = parameter.value;
      return callHook('value', () =>
        value?.({ operationId, in: String(location), name: String(name) }),
      );
    },
  };
}

/** The request that the `request` hook returns. @throws CommandError if it returns something else */
export function prepared(
  hook: NonNullable<Hooks['request']>,
  request: OperationRequest,
): OperationRequest {
  const given: unknown = callHook('request', () => hook(request));
  if (isRequest(given)) return given;
  throw hookFault('request', new Error('it must return { method, target, headers, body }'));
}

function isRequest(value: unknown): value is OperationRequest {
  if (!isJsonObject(value)) return false;
  const { method, target, headers, body } = value;
  const isText = typeof method === 'string' && typeof target === 'string';
  const hasBody = body === undefined || Buffer.isBuffer(body);
  return isText && hasBody && Array.isArray(headers) && headers.every(isHeader);
}

function isHeader(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && strings(value).length === 2;
}

function hookFault(name: keyof Hooks, error: unknown): CommandError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError(`The hook "${name}" of --hooks failed: ${reason}`);
}

/**
 * Loads the hooks of a module: its exports, or its default export.
 *
 * @throws CommandError if there is no such module, or it exports no hook
 */
export function loadHooks(file: string | undefined): Hooks {
  if (file === undefined) return {};
  const exported = loadUserModule(file, `--hooks ${file}`);
  const hooks: Hooks = isJsonObject(exported.default) ? exported.default : exported;
  const names = ['setUp', 'tearDown', 'value', 'request'] as const;
  if (names.some((name) => typeof hooks[name] === 'function')) return hooks;
  throw new CommandError(`--hooks ${file} exports none of ${names.join(', ')}`);
}
