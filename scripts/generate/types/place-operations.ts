import ts from 'typescript';

/**
 * Puts operations that openapi-typescript does not lay out where they belong in a path item: under
 * `query` and in `additionalOperations`. Each stands as the `get` of an item of its own, beside the one
 * that it belongs to, and the words of that item's name say where to: `$1 query` in the item `$1`.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#path-item-object
 */
export function placeOperations(module: ts.Node): ts.Node {
  const { transformed } = ts.transform(module, [
    (context) => (root) => {
      const visit = (node: ts.Node): ts.Node =>
        withMembers(ts.visitEachChild(node, visit, context));
      return visit(root);
    },
  ]);
  return transformed[0] ?? module;
}

/** A type with its path items, if it has some, in order. */
function withMembers(node: ts.Node): ts.Node {
  if (ts.isTypeLiteralNode(node)) {
    return ts.factory.updateTypeLiteralNode(node, placed(node.members));
  }
  if (!ts.isInterfaceDeclaration(node)) return node;
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return ts.factory.updateInterfaceDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    placed(node.members),
  );
}

function placed(members: ts.NodeArray<ts.TypeElement>): ts.NodeArray<ts.TypeElement> {
  const properties = members.filter(ts.isPropertySignature);
  const moving = properties.filter((each) => wordsOf(each).length > 1);
  if (moving.length === 0) return members;
  const items = properties.filter((each) => !moving.includes(each));
  const filled = items.map((item) => {
    const own = moving.filter((each) => wordsOf(each)[0] === wordsOf(item)[0]);
    return own.length === 0 ? item : withOperations(item, own);
  });
  return ts.factory.createNodeArray(filled);
}

/** The words of a member's name. */
function wordsOf({ name }: ts.PropertySignature): string[] {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text.split(' ') : [];
}

function withOperations(
  item: ts.PropertySignature,
  moving: readonly ts.PropertySignature[],
): ts.PropertySignature {
  const query = moving.filter((each) => wordsOf(each)[1] === 'query');
  const additional = moving.filter((each) => !query.includes(each)).map(operationOf);
  const operations = [
    ...query.map(operationOf),
    ...(additional.length === 0 ? [] : [property('additionalOperations', additional)]),
  ];
  return retyped(item, [...membersOf(item), ...operations]);
}

/** The operation of an item of its own, under the last word of the item's name. */
function operationOf(item: ts.PropertySignature): ts.PropertySignature {
  const [name = ''] = wordsOf(item).slice(-1);
  const operation = membersOf(item).find((each) => wordsOf(each)[0] === 'get');
  if (operation === undefined) throw new Error(`No operation is laid out for "${name}"`);
  const { modifiers, questionToken, type } = operation;
  const identifier = ts.factory.createIdentifier(name);
  return ts.factory.updatePropertySignature(operation, modifiers, identifier, questionToken, type);
}

function membersOf({ type }: ts.PropertySignature): ts.PropertySignature[] {
  return type !== undefined && ts.isTypeLiteralNode(type)
    ? type.members.filter(ts.isPropertySignature)
    : [];
}

function property(name: string, members: readonly ts.TypeElement[]): ts.PropertySignature {
  const type = ts.factory.createTypeLiteralNode(members);
  return ts.factory.createPropertySignature(undefined, name, undefined, type);
}

function retyped(
  item: ts.PropertySignature,
  members: readonly ts.TypeElement[],
): ts.PropertySignature {
  const { modifiers, name, questionToken } = item;
  const type = ts.factory.createTypeLiteralNode(members);
  return ts.factory.updatePropertySignature(item, modifiers, name, questionToken, type);
}
