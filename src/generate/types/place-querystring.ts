import ts from 'typescript';
import { membersOf, nameOf, renamed } from './layout-members';

/** The name of the query parameter that stands for the whole query; no token is the same. */
export const QUERYSTRING = '?';

/**
 * Lays out a parameter that is the whole query: as the member `querystring` of the parameters, beside
 * no `query`. openapi-typescript gets it as the only parameter of the query, under a name of its own.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function placeQuerystring(members: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  const query = members.find((member) => nameOf(member) === 'query');
  const whole = query && membersOf(query).find((member) => nameOf(member) === QUERYSTRING);
  if (whole === undefined) return members;
  return members.flatMap((member) =>
    member === query ? [never('query'), renamed(whole, 'querystring')] : [member],
  );
}

/** A member that must not be there. */
function never(name: string): ts.TypeElement {
  const type = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  const optional = ts.factory.createToken(ts.SyntaxKind.QuestionToken);
  return ts.factory.createPropertySignature(undefined, name, optional, type);
}
