import { CommandError } from '../cli/command-line';
import { asObject, type JsonObject } from '../generate/index';
import type { Tokens } from './credentials';

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = 'CONFORMANCE_TOKEN';

/**
 * Tokens as the command line gives them, `SCHEME=TOKEN` or `TOKEN` alone for every scheme.
 *
 * @param document whose security schemes may be named; other text before `=` belongs to the token
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

/** Tokens of the environment: `CONFORMANCE_TOKEN` for all schemes, `CONFORMANCE_TOKEN_SCHEME` for one. */
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
