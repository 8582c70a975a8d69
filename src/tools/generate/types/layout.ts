import { createConfig } from '@redocly/openapi-core';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

/**
 * The module that openapi-typescript generates from a skeleton (skeleton.ts): it lays out `paths`, `operations` and
 * `components` as clients such as openapi-fetch expect them. The type of a schema is its `$comment`.
 *
 * @param hasPlaces true when the skeleton has temporary places for features unknown to openapi-typescript
 * @see https://openapi-ts.dev/node
 */
export async function layOut(skeleton: OpenAPI3, hasPlaces: boolean): Promise<string> {
  const nodes = await openapiTypescript(skeleton, {
    silent: true,
    redocly: await createConfig({}),
    transform: ({ $comment }) =>
      $comment === undefined ? undefined : ts.factory.createTypeReferenceNode($comment),
  });
  return astToString(hasPlaces ? nodes.map((node) => mapMembers(node, placed)) : nodes);
}

function placed(members: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  return placeOperations(placeQuerystring(members));
}

/**
 * Moves operations that openapi-typescript does not know to their place in a path item: `query` or
 * `additionalOperations`. Each is the `get` of a temporary item next to its path item. The temporary name tells the
 * place: `$1 query` belongs to the item `$1`.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#path-item-object
 */
function placeOperations(members: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  const moving = members.filter((member) => wordsOf(member).length > 1);
  if (moving.length === 0) return members;
  const items = members.filter((member) => !moving.includes(member));
  return items.map((item) => {
    const own = moving.filter((each) => wordsOf(each)[0] === memberName(item));
    return own.length === 0 ? item : withOperations(item, own);
  });
}

function wordsOf(member: ts.TypeElement): string[] {
  return memberName(member).split(' ');
}

function withOperations(item: ts.TypeElement, moving: readonly ts.TypeElement[]): ts.TypeElement {
  const query = moving.filter((each) => wordsOf(each)[1] === 'query');
  const additional = moving.filter((each) => !query.includes(each)).map(operationOf);
  return objectMember(item.name ?? '', [
    ...membersOf(item),
    ...query.map(operationOf),
    ...(additional.length === 0 ? [] : [objectMember('additionalOperations', additional)]),
  ]);
}

/** The operation of a temporary item, renamed to the last word of the item's name. */
function operationOf(item: ts.TypeElement): ts.TypeElement {
  const [name = ''] = wordsOf(item).slice(-1);
  const operation = membersOf(item).find((each) => memberName(each) === 'get');
  if (operation === undefined) throw new Error(`No operation is laid out for "${name}"`);
  return renamed(operation, name);
}

/** The parameter name that represents the query string; no placeholder equals it. */
export const QUERYSTRING = '?';

/**
 * Lays out a parameter for the whole query: as the member `querystring` of the parameters, with `query` absent.
 * openapi-typescript gets it as the only query parameter, under a special name.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
function placeQuerystring(members: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  const query = members.find((member) => memberName(member) === 'query');
  const whole = query && membersOf(query).find((member) => memberName(member) === QUERYSTRING);
  if (whole === undefined) return members;
  return members.flatMap((member) =>
    member === query ? [never('query'), renamed(whole, 'querystring')] : [member],
  );
}

function never(name: string): ts.TypeElement {
  const type = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword);
  const optional = ts.factory.createToken(ts.SyntaxKind.QuestionToken);
  return ts.factory.createPropertySignature(undefined, name, optional, type);
}

/** Helpers for the syntax trees that openapi-typescript returns. */

type Members = readonly ts.TypeElement[];

/** Maps the members of all object types, innermost first; unchanged types are kept. */
function mapMembers(module: ts.Node, map: (members: Members) => Members): ts.Node {
  const { transformed } = ts.transform(module, [
    (context) => (root) => {
      const visit = (node: ts.Node): ts.Node => {
        const visited = ts.visitEachChild(node, visit, context);
        return isType(visited) ? withMembers(visited, map(visited.members)) : visited;
      };
      return visit(root);
    },
  ]);
  return transformed[0] ?? module;
}

function isType(node: ts.Node): node is ts.TypeLiteralNode | ts.InterfaceDeclaration {
  return ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node);
}

function withMembers(
  node: ts.TypeLiteralNode | ts.InterfaceDeclaration,
  members: Members,
): ts.TypeLiteralNode | ts.InterfaceDeclaration {
  if (members === node.members) return node;
  if (ts.isTypeLiteralNode(node)) {
    return ts.factory.updateTypeLiteralNode(node, ts.factory.createNodeArray(members));
  }
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return ts.factory.updateInterfaceDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}

function memberName({ name }: ts.TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}

function membersOf(member: ts.TypeElement): readonly ts.PropertySignature[] {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  return type !== undefined && ts.isTypeLiteralNode(type)
    ? type.members.filter(ts.isPropertySignature)
    : [];
}

function renamed(member: ts.PropertySignature, name: string): ts.PropertySignature {
  const { modifiers, questionToken, type } = member;
  const identifier = ts.factory.createIdentifier(name);
  return ts.factory.updatePropertySignature(member, modifiers, identifier, questionToken, type);
}

function objectMember(name: string | ts.PropertyName, members: Members): ts.TypeElement {
  const type = ts.factory.createTypeLiteralNode(members);
  return ts.factory.createPropertySignature(undefined, name, undefined, type);
}
