import type { SecurityScheme } from '../../../contract';
import type { OperationRequest } from '../../../samples/requests/operation-request';
import type { ComparedRequirements, Requirement } from '../operations/compare-security';
import type { Side } from '../schemas/place-pairs';

/** The security schemes of both versions, by their names in each. */
export type SecuritySchemes = Readonly<Record<Side, Readonly<Record<string, SecurityScheme>>>>;

/** A security requirement that is no longer enough, and what the operation requires. */
export interface LostRequirement extends ComparedRequirements {
  readonly had: Requirement;
}

/**
 * Whether a request is refused since a security requirement is no longer enough. What credentials are worth
 * does not show, only that they were sent.
 *
 * @returns `unclear` where the recording leaves credentials out, or where scopes decide
 */
export function isRefusedByCredentials(
  { had, before, after }: LostRequirement,
  schemes: SecuritySchemes,
  request: OperationRequest,
): boolean | 'unclear' {
  const isMet = (side: Side, { names }: Requirement): boolean =>
    names.every((name) => carries(schemes[side][name], request));
  if (!isMet('base', had)) return !before.some((each) => isMet('base', each)) && 'unclear';
  const met = after.filter((each) => isMet('revision', each));
  if (met.length === 0) {
    const isOfTls = (name: string): boolean => schemes.revision[name]?.type === 'mutualTLS';
    return after.some(({ names }) => names.some(isOfTls)) ? 'unclear' : true;
  }
  return met.every((each) => asksForScopes(each, had)) && 'unclear';
}

function asksForScopes(has: Requirement, had: Requirement): boolean {
  return [...has.scopes].some(([credentials, scopes]) =>
    scopes.some((scope) => had.scopes.get(credentials)?.includes(scope) !== true),
  );
}

/** True for a request with credentials of a scheme, whatever they are. */
function carries(
  scheme: SecurityScheme | undefined,
  { headers, target }: OperationRequest,
): boolean {
  const valuesOf = (name: string): string[] =>
    headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  const isAuthorized = (kind: string): boolean =>
    valuesOf('authorization').some((value) =>
      value.toLowerCase().startsWith(`${kind.toLowerCase()} `),
    );
  switch (scheme?.type) {
    case 'http':
      return isAuthorized(scheme.scheme);
    case 'oauth2':
    case 'openIdConnect':
      return isAuthorized('bearer');
    case 'mutualTLS':
      return valuesOf('client-cert').length > 0;
    case 'apiKey':
      switch (scheme.in) {
        case 'header':
          return valuesOf(scheme.name).length > 0;
        case 'query':
          return new URLSearchParams(target.split('?')[1]).has(scheme.name);
        case 'cookie':
          return valuesOf('cookie').some((value) =>
            value.split(';').some((pair) => pair.trim().startsWith(`${scheme.name}=`)),
          );
      }
      break;
    case undefined:
  }
  return false;
}
