import type { SecurityScheme } from '../../contract';
import { asObject, type JsonObject } from '../../generate/index';
import type { GivenTokens } from '../credentials';
import { Redaction } from './redact';

/**
 * Removes the credentials of a run.
 *
 * @param tokens that the run was given
 * @param headers that it sends with every request
 */
export function redactionOf(
  document: JsonObject,
  tokens: GivenTokens,
  headers: readonly (readonly [name: string, value: string])[],
): Redaction {
  const given = [tokens.caller, tokens.limited, tokens.other].flatMap((each) => [...each.values()]);
  return new Redaction({ tokens: given, securitySchemes: keys(document), headers });
}

/** The API keys of a document; other credentials stand where they always do. */
function keys({ components }: JsonObject): Record<string, SecurityScheme> {
  const schemes = Object.entries(asObject(asObject(components).securitySchemes));
  return Object.fromEntries(
    schemes.flatMap(([scheme, value]): [string, SecurityScheme][] => {
      const { type, in: location, name } = asObject(value);
      const places = ['header', 'query', 'cookie'] as const;
      const place = places.find((each) => each === location);
      if (type !== 'apiKey' || place === undefined) return [];
      return [[scheme, { type, in: place, name: String(name) }]];
    }),
  );
}
