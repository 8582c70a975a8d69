import { createInterface } from 'node:readline/promises';
import { CommandError, sayLines } from '../cli';
import { asObject, type JsonObject } from '../document';
import { type Tokens, withoutUser } from '../judge';
import type { SetUp } from './hooks';
import type { ConformanceOptions, RunOptions } from './options';

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
  { readOnly, yes }: Pick<RunOptions, 'readOnly' | 'yes'>,
): boolean {
  return readOnly || yes || LOOPBACK.test(new URL(url).hostname);
}

export const ALLOW_WRITING = 'It is not on this machine: allow it with --yes, or use --read-only';

/**
 * Announces that requests will write. If the service is on another machine, asks for confirmation on a terminal.
 *
 * @throws CommandError without confirmation
 */
export async function sayWrites(url: string, options: RunOptions): Promise<void> {
  if (options.readOnly) return;
  sayLines(
    `Requests that create, change and delete are sent to ${withoutUser(url)}; --read-only sends none`,
  );
  if (mayWrite(url, options)) return;
  if (!process.stdin.isTTY) throw new CommandError(ALLOW_WRITING);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question('Go on? [y/N] ');
  asking.close();
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('Nothing was sent');
}
