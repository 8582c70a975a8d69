import { createInterface } from 'node:readline/promises';
import { CommandError } from '../cli/command-line';
import { sayLines } from '../cli/terminal';
import { cut, type Extensions } from '../contract';
import { asObject, type JsonObject, type Operation } from '../generate/index';
import type { ConformanceOptions } from './assemble';
import type { Tokens } from './credentials';
import { callHook, type Hooks, prepared, type SetUp } from './hooks';
import type { RunOptions } from './options';
import { MOST_NAMES } from './report/message-text';
import { withoutUser } from './report/redact';

/** Run options from the command line and the hooks, without those of the service, credentials and selection. */
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

/** Tokens of hooks take precedence over those of the command line, and these over the environment's. */
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

export function isIncluded(operation: Operation, { include, exclude }: Names): boolean {
  const isNamed = (name: string): boolean => names(operation).includes(name);
  return (include.length === 0 || include.some(isNamed)) && !exclude.some(isNamed);
}

export function refuseUnknownNames(
  operations: readonly Operation[],
  { include, exclude }: Names,
): void {
  const unknown = [...include, ...exclude].find(
    (name) => !operations.some((operation) => names(operation).includes(name)),
  );
  if (unknown !== undefined) throw unknownName(operations, unknown);
}

/** @throws CommandError naming the first one that is no operationId */
export function refuseUnknownIds(operations: readonly Operation[], ids: readonly string[]): void {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw unknownName(operations, unknown);
}

function unknownName(operations: readonly Operation[], unknown: string): CommandError {
  const known = operations.map(({ operationId }) => operationId);
  return new CommandError(
    `No operation is called "${unknown}"; the document has ${cut(known.join(', '), MOST_NAMES)}`,
  );
}

function names({ operationId, method, path, value }: Operation): string[] {
  const tags = Array.isArray(value.tags) ? value.tags : [];
  return [operationId, `${method} ${path}`, ...tags.map((tag) => `tag:${String(tag)}`)];
}

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = 'CONFORMANCE_TOKEN';

/**
 * Reads tokens of the command line: `SCHEME=TOKEN`, or `TOKEN` alone for every scheme.
 *
 * @param document has the security schemes that may be named; any other text before `=` belongs to the token
 * @throws CommandError for a token that no request can carry
 */
export function givenTokens(texts: readonly string[], document: JsonObject): Tokens {
  const schemes = schemesOf(document);
  return new Map(
    texts.map((text) => {
      const scheme = schemes.find((name) => text.startsWith(`${name}=`));
      const token = scheme === undefined ? text : text.slice(scheme.length + 1);
      refuseToken(token, scheme);
      return [scheme ?? '', token];
    }),
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
function refuseToken(token: string, scheme = 'all schemes'): void {
  if (/^[^\p{Cc}]+$/u.test(token)) return;
  const fault = token === '' ? 'is empty' : 'has a control character, such as a line break';
  throw new CommandError(`The token for ${scheme} ${fault}; look at how the command line makes it`);
}

/** Tokens from the environment: `CONFORMANCE_TOKEN` for all schemes, `CONFORMANCE_TOKEN_SCHEME` for one. */
export function environmentTokens(environment: Environment, document: JsonObject): Tokens {
  const names = ['', ...schemesOf(document)];
  return new Map(
    names.flatMap((name) => {
      const value = environment[name === '' ? VARIABLE : `${VARIABLE}_${name}`] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}

function schemesOf(document: JsonObject): string[] {
  return Object.keys(asObject(asObject(document.components).securitySchemes));
}

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** True if writing needs no question: the service is local, the user has confirmed, or nothing is written. */
export function mayWrite(
  url: string,
  { isReadOnly, isConfirmed }: Pick<RunOptions, 'isReadOnly' | 'isConfirmed'>,
): boolean {
  return isReadOnly || isConfirmed || LOOPBACK.test(new URL(url).hostname);
}

export const ALLOW_WRITING = 'It is not on this machine: allow it with --yes, or use --read-only';

/**
 * Announces that requests will write. If the service is on another machine, asks for confirmation on a terminal.
 *
 * @throws CommandError without confirmation
 */
export async function sayWrites(url: string, options: RunOptions): Promise<void> {
  if (options.isReadOnly) return;
  sayLines(writingTo(url));
  if (mayWrite(url, options)) return;
  if (!process.stdin.isTTY) throw new CommandError(ALLOW_WRITING);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Go on? [y/N] ');
  asking.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('Nothing was sent');
}

function writingTo(url: string): string {
  return `Requests that create, change and delete are sent to ${withoutUser(url)}; --read-only sends none`;
}
