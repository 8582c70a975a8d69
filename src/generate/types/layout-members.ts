import ts from 'typescript';

/** Types that openapi-typescript lays out, as nodes of the compiler. */

type Members = readonly ts.TypeElement[];

/** A module with the members of each type replaced, from the inside out; those of a sound type stay. */
export function mapMembers(module: ts.Node, map: (members: Members) => Members): ts.Node {
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

/** The name of a member; empty where it has another kind of name. */
export function nameOf({ name }: ts.TypeElement): string {
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';
}

/** The members of the type of a member. */
export function membersOf(member: ts.TypeElement): readonly ts.PropertySignature[] {
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  return type !== undefined && ts.isTypeLiteralNode(type)
    ? type.members.filter(ts.isPropertySignature)
    : [];
}

/** The member under another name, with its comment. */
export function renamed(member: ts.PropertySignature, name: string): ts.PropertySignature {
  const { modifiers, questionToken, type } = member;
  const identifier = ts.factory.createIdentifier(name);
  return ts.factory.updatePropertySignature(member, modifiers, identifier, questionToken, type);
}

/** A required member of an object type. */
export function objectMember(name: string | ts.PropertyName, members: Members): ts.TypeElement {
  const type = ts.factory.createTypeLiteralNode(members);
  return ts.factory.createPropertySignature(undefined, name, undefined, type);
}
