import ts from 'typescript';

/** The members of the types of a module: whether each is optional, by its way from the outermost. */
export type Layout = ReadonlyMap<string, boolean>;

/**
 * Reads the layout of `paths`, `webhooks`, `components` and `operations`. Types that are referred to by name
 * are not gone into, but for operations, which openapi-typescript writes where they are if they have no id,
 * and schemas of components, which it writes in their places.
 * The alternatives of a type, and its parts, count together.
 */
export function layoutOf(text: string): Layout {
  const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true);
  const operations = new Map<string, ts.Node>();
  const roots: [string, ts.Node][] = [];
  const schemas = new Map<string, ts.Node>();
  for (const statement of source.statements) {
    if (ts.isTypeAliasDeclaration(statement)) schemas.set(statement.name.text, statement.type);
    if (!ts.isInterfaceDeclaration(statement)) continue;
    roots.push([statement.name.text, statement]);
    if (statement.name.text !== 'operations') continue;
    for (const [name, member] of membersOf(statement)) operations.set(name, member.type!);
  }
  const layout = new Map<string, boolean>();
  const visit = (node: ts.Node, way: string): void => {
    const name = operationName(node);
    const target = name === undefined ? node : (operations.get(name) ?? node);
    for (const [key, member] of membersOf(target)) {
      const at = `${way}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const optional = member.questionToken !== undefined;
      layout.set(at, optional && (layout.get(at) ?? true));
      const schema = way === 'components/schemas' ? schemas.get(member.type!.getText()) : undefined;
      visit(schema ?? member.type!, at);
    }
    if (!isGrouping(target)) return;
    target.forEachChild((child) => visit(child, way));
  };
  for (const [name, node] of roots) visit(node, name);
  return layout;
}

function membersOf(node: ts.Node): [string, ts.PropertySignature][] {
  if (!ts.isTypeLiteralNode(node) && !ts.isInterfaceDeclaration(node)) return [];
  return node.members.filter(ts.isPropertySignature).map((member) => {
    const { name } = member;
    return [ts.isComputedPropertyName(name) ? name.getText() : name.text, member];
  });
}

/** Types around types that have the same members, as far as names go. */
function isGrouping(node: ts.Node): boolean {
  return (
    ts.isUnionTypeNode(node) ||
    ts.isIntersectionTypeNode(node) ||
    ts.isParenthesizedTypeNode(node) ||
    ts.isArrayTypeNode(node) ||
    ts.isTupleTypeNode(node) ||
    ts.isOptionalTypeNode(node) ||
    ts.isRestTypeNode(node) ||
    // A form whose files are bytes.
    (ts.isTypeReferenceNode(node) && node.typeName.getText() === '$files')
  );
}

function operationName(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || node.objectType.getText() !== 'operations')
    return undefined;
  const { indexType } = node;
  return ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)
    ? indexType.literal.text
    : undefined;
}
