import { asObject, type JsonObject } from '../generate/index';
import type { Tokens } from './credentials';

type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = 'CONFORMANCE_TOKEN';

/**
 * Tokens as the command line gives them, `SCHEME=TOKEN` or `TOKEN` alone for every scheme.
 *
 * @param document whose security schemes may be named; other text before `=` belongs to the token
 */
export function givenTokens(texts: readonly string[], document: JsonObject): Tokens {
  const schemes = schemesOf(document);
  return new Map(
    texts.map((text) => {
      const scheme = schemes.find((name) => text.startsWith(`${name}=`));
      return scheme === undefined ? ['', text] : [scheme, text.slice(scheme.length + 1)];
    }),
  );
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
