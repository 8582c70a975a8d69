import { type CompiledContract, schemesInUse, type SecurityScheme } from '../contract';
import { codeSpan } from '../findings/index';
import { objectLiteral } from '../scaffold/source-text';
import { tokenPlace } from '../scaffold/sample-requests';

/** What a new project decides on credentials of a scheme with: a function of the file. */
type Decision = 'byToken' | 'byPassword' | 'refuse';

/**
 * The file `src/authenticators.ts`: what carries a token is held against `ACCESS_TOKENS`, and nobody is let in
 * by anything else until its author says how.
 */
export function authenticatorsFile(contract: CompiledContract): string {
  const decisions = schemesInUse(contract).map((name) => {
    return [name, decisionOn(contract.securitySchemes[name])] as const;
  });
  if (decisions.length === 0) return `${importsOf(['Authenticators'])}${COMMENT}${NONE}`;
  const used = new Set(decisions.map(([, decision]) => decision));
  const needsTokens = used.has('byToken') || used.has('byPassword');
  return [
    needsTokens ? CRYPTO : '',
    importsOf(['AuthenticationResult', 'Authenticators']),
    COMMENT,
    `export const authenticators = ${objectLiteral(decisions)} ${SATISFIES};\n`,
    needsTokens ? BY_TOKEN : '',
    used.has('byPassword') ? BY_PASSWORD : '',
    used.has('refuse') ? REFUSE : '',
    needsTokens ? IS_SAME : '',
  ].join('');
}

/** What the README says of access. */
export function accessText(contract: CompiledContract): string {
  const schemes = schemesInUse(contract);
  if (schemes.length === 0) return 'No operation asks for credentials.';
  const decisions = schemes.map((name) => decisionOn(contract.securitySchemes[name]));
  const refusing = schemes.filter((_, index) => decisions[index] === 'refuse');
  const tokens = decisions.some((each) => each !== 'refuse')
    ? 'Operations that ask for credentials take the tokens of `ACCESS_TOKENS`, separated by commas, as bearer token, API key or password: `ACCESS_TOKENS=my-token npm start`. Without any, everybody is refused.'
    : '';
  const refused =
    refusing.length === 0
      ? ''
      : `Nobody is let in by ${refusing.map(codeSpan).join(', ')} until \`src/authenticators.ts\` says how.`;
  const own = '`src/authenticators.ts` decides; replace it by what knows your callers.';
  return [tokens, refused, own].filter((text) => text !== '').join(' ');
}

function decisionOn(scheme: SecurityScheme | undefined): Decision {
  const place = tokenPlace(scheme);
  return place === undefined ? 'refuse' : DECISIONS[place];
}

const DECISIONS = { credentials: 'byToken', password: 'byPassword' } as const;

function importsOf(types: readonly string[]): string {
  return `import type { ${types.join(', ')} } from 'plant-store/contract';\n${DEPENDENCIES}`;
}

const CRYPTO = "import { createHash, timingSafeEqual } from 'node:crypto';\n";

const DEPENDENCIES = "import type { Dependencies } from './dependencies';\n";

const COMMENT = `
/**
 * What decides on the credentials of a request, for each security scheme of the document. Beside them it gets the
 * scopes that the operation asks for, and what handlers get: \`(token, { scopes, dependencies }) => ...\`.
 * Handlers get the principal as it is accepted: that of \`AuthenticationResult<User>\` is a User.
 */
`;

/** So that the compiler infers what each accepts with. */
const SATISFIES = 'satisfies Authenticators<Dependencies, unknown>';

const NONE = `export const authenticators = {} ${SATISFIES};
`;

const BY_TOKEN = `
/**
 * Lets in whoever has one of the tokens of ACCESS_TOKENS, which are separated by commas, whatever scopes the
 * operation asks for. Where there are none, everybody is refused.
 */
function byToken(token: string): AuthenticationResult {
  const tokens = (process.env.ACCESS_TOKENS ?? '').split(',').filter((known) => known !== '');
  const index = tokens.findIndex((known) => isSame(known, token));
  return index === -1
    ? { outcome: 'rejected' }
    : { outcome: 'accepted', principal: { name: \`access token \${index + 1}\` } };
}
`;

const BY_PASSWORD = `
/** The same for a password, of any user. */
function byPassword(credentials: string): AuthenticationResult {
  return byToken(credentials.slice(credentials.indexOf(':') + 1));
}
`;

const REFUSE = `
/** Nobody is let in by credentials that no token stands for, until it is written how. */
function refuse(): AuthenticationResult {
  return { outcome: 'rejected', reason: 'The service does not accept such credentials yet' };
}
`;

const IS_SAME = `
/** Takes as long wherever the texts differ, and whatever their lengths are. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
`;
