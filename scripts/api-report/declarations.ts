import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed });

export function declarationText(name: string, declaration: ts.Declaration): string {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  const file = node.getSourceFile();
  const text = printer
    .printNode(ts.EmitHint.Unspecified, withoutPrivate(node), file)
    .replace(/^export (?:default )?(?:declare )?|^declare /, '');
  const own = (declaration as ts.NamedDeclaration).name?.getText(file);
  const alias = own === undefined || own === name ? '' : `// as ${name}\n`;
  return `${alias}${text}\n`;
}

/** A class without its private members, which are not part of the interface. */
function withoutPrivate(node: ts.Node): ts.Node {
  if (!ts.isClassDeclaration(node)) return node;
  const members = node.members.filter((member) => !isPrivate(member));
  const { modifiers, name, typeParameters, heritageClauses } = node;
  return ts.factory.updateClassDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}

function isPrivate(member: ts.ClassElement): boolean {
  const isNamedPrivate = member.name !== undefined && ts.isPrivateIdentifier(member.name);
  return isNamedPrivate || (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
}

/** The symbols that a declaration refers to: types, and values whose type it uses. Private members are ignored. */
export function referencedBy(checker: ts.TypeChecker, declaration: ts.Declaration): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassElement(node) && isPrivate(node)) return;
    const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
    if (symbol !== undefined) {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      found.push(isAlias ? checker.getAliasedSymbol(symbol) : symbol);
    }
    node.forEachChild(visit);
  };
  visit(declaration);
  return found;
}
