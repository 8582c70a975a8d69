import { type CompiledContract, schemesInUse, type SecurityScheme } from 'openapi-trellis/tools';
import { codeSpan } from '../findings';
import { objectLiteral, tokenPlace } from '../scaffold';

/** The authenticator of a security scheme in a new project. */
type Decision = 'accessTokenAuthenticator(setup)' | 'refuse';

/**
 * The file `src/authenticators.ts`: what carries a token is held against the tokens of the configuration, and nobody
 * is let in by anything else until its author says how.
 */
export function authenticatorsFile(contract: CompiledContract): string {
  const decisions = schemesInUse(contract).map((name) => {
    return [name, decisionOn(contract.securitySchemes[name])] as const;
  });
  if (decisions.length === 0) return NONE;
  const used = new Set(decisions.map(([, decision]) => decision));
  const takesTokens = used.has('accessTokenAuthenticator(setup)');
  return [
    used.has('refuse')
      ? "import type { AuthenticationResult } from 'openapi-trellis/contract';\n"
      : '',
    takesTokens
      ? "import { type AccessSetup, accessTokenAuthenticator } from 'openapi-trellis/service';\n"
      : '',
    COMMENT,
    `export const authenticators = ${takesTokens ? '(setup: AccessSetup) => (' : ''}${objectLiteral(decisions)}${takesTokens ? ')' : ''};\n`,
    used.has('refuse') ? REFUSE : '',
  ].join('');
}

/** The README's section on access. */
export function accessText(contract: CompiledContract): string {
  const schemes = schemesInUse(contract);
  if (schemes.length === 0) return 'No operation asks for credentials.';
  const decisions = schemes.map((name) => decisionOn(contract.securitySchemes[name]));
  const refusing = schemes.filter((_, index) => decisions[index] === 'refuse');
  const tokens = decisions.some((each) => each !== 'refuse')
    ? 'Operations that ask for credentials take the tokens of `ACCESS_TOKENS`, separated by commas, as bearer token, API key or password: `ACCESS_TOKENS=my-token npm start`. With `JWKS_URL`, `TOKEN_ISSUER` and `TOKEN_AUDIENCE`, JSON Web Tokens of that issuer are valid too. Without any, everybody is refused.'
    : '';
  const refused =
    refusing.length === 0
      ? ''
      : `All credentials of ${refusing.map(codeSpan).join(', ')} are rejected until \`src/authenticators.ts\` implements them.`;
  const own = '`src/authenticators.ts` decides; replace it by what knows your callers.';
  return [tokens, refused, own].filter((text) => text !== '').join(' ');
}

function decisionOn(scheme: SecurityScheme | undefined): Decision {
  return tokenPlace(scheme) === undefined ? 'refuse' : 'accessTokenAuthenticator(setup)';
}

const COMMENT = `
/**
 * What decides on the credentials of a request, for each security scheme of the document: the tokens of ACCESS_TOKENS,
 * and those of an issuer where JWKS_URL is set, until you write who your callers are. Further authenticators are
 * jwtAuthenticator, tokenAuthenticator and sessionAuthenticator of the same package, or functions of your own. What one
 * accepts with is what handlers get in \`principals\`.
 */
`;

const NONE = `import type { Authenticators } from 'openapi-trellis/contract';
import type { Dependencies } from './dependencies.js';

/** The document has no security scheme that an operation asks for. */
export const authenticators = {} satisfies Authenticators<Dependencies, unknown>;
`;

const REFUSE = `
/** Rejects all credentials of this scheme until you implement it. */
function refuse(): AuthenticationResult {
  return { outcome: 'rejected', reason: 'The service does not accept such credentials yet' };
}
`;
