import { CommandError } from '../cli';
import type { SecurityScheme } from 'openapi-trellis/tools';
import { requirementCredentials, type HeaderField } from '../samples';
import type { Tokens } from '../judge';

type Schemes = Readonly<Record<string, SecurityScheme>>;

/**
 * Takes credentials of the document's security schemes out of headers. They are the caller's: requests without
 * credentials, or with wrong ones, must not carry them.
 *
 * @param given the caller's tokens from other options
 * @returns tokens by security scheme, and the headers that are no credentials
 * @throws CommandError for a scheme that has a token already
 */
export function headerCredentials(
  headers: readonly HeaderField[],
  schemes: Schemes,
  given: Tokens,
) {
  const tokens = new Map<string, string>();
  const names = new Map<string, string>();
  const rest = headers.flatMap(([name, value]): HeaderField[] => {
    const isCookie = name.toLowerCase() === 'cookie';
    const parts = isCookie ? value.split(/; */) : [value];
    const others = parts.filter((part) => {
      const found = tokensIn([name, part], schemes);
      for (const [scheme, token] of found) {
        if (given.has(scheme)) throw givenTwice(name, scheme);
        tokens.set(scheme, token);
        names.set(scheme, name);
      }
      return found.length === 0;
    });
    return others.length === 0 ? [] : [[name, others.join('; ')]];
  });
  const [first] = names;
  const isCovered = Object.keys(schemes).every((scheme) => tokens.has(scheme));
  if (first !== undefined && given.has('') && isCovered) throw givenTwice(first[1], first[0]);
  return { tokens, headers: rest };
}

function givenTwice(name: string, scheme: string): CommandError {
  return new CommandError(
    `The header ${name} and a token both have credentials for the security scheme "${scheme}"; give one of them`,
  );
}

/** The schemes whose credentials a header is, each with the token that gives this header. */
function tokensIn(header: HeaderField, schemes: Schemes): [scheme: string, token: string][] {
  return Object.entries(schemes).flatMap(([name, scheme]): [string, string][] => {
    const token = tokenIn(header, scheme);
    return token === undefined || token === '' ? [] : [[name, token]];
  });
}

function tokenIn([name, value]: HeaderField, scheme: SecurityScheme): string | undefined {
  const isNamed = (other: string): boolean => name.toLowerCase() === other.toLowerCase();
  if (scheme.type === 'apiKey') {
    if (scheme.in === 'header') return isNamed(scheme.name) ? value : undefined;
    const start = `${scheme.name}=`;
    const isOwn = scheme.in === 'cookie' && isNamed('cookie') && value.startsWith(start);
    return isOwn ? value.slice(start.length) : undefined;
  }
  if (scheme.type === 'mutualTLS' || !isNamed('authorization')) return undefined;
  const [, way = '', credentials = ''] = /^(\S+) +(.*)$/.exec(value) ?? [];
  const token = /^basic$/i.test(way) ? Buffer.from(credentials, 'base64').toString() : credentials;
  const written = requirementCredentials({ securitySchemes: { scheme } }, ['scheme'], () => token);
  const isSame = written.headers.some(
    ([, sent]) =>
      sent.toLowerCase().startsWith(`${way.toLowerCase()} `) && sent.endsWith(` ${credentials}`),
  );
  return isSame ? token : undefined;
}
