import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { publicExports } from '../public-exports';

export interface Exported {
  /** The declaration, or the name in an export of another package's declaration. */
  readonly node: ts.Node;
  readonly isValue: boolean;
}

/** The source of each module that projects import, by its name. */
export const entries: readonly { readonly module: string; readonly file: string }[] =
  publicExports.map(({ name, source, types }) => ({ module: name, file: source ?? types }));

/** The exports of a module by name, in source order. */
export function exportsOf(file: string): ReadonlyMap<string, Exported> {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Exported>();
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      for (const [name, each] of reexported(file, statement)) found.set(name, each);
    } else if (ts.canHaveModifiers(statement) && isExported(statement)) {
      for (const name of namesOf(statement)) {
        found.set(name, { node: statement, isValue: isValue(statement) });
      }
    }
  }
  return found;
}

function reexported(file: string, statement: ts.ExportDeclaration): Map<string, Exported> {
  const { moduleSpecifier, exportClause, isTypeOnly } = statement;
  if (moduleSpecifier === undefined) throw new Error(`${file}: export where it is declared`);
  const specifier = (moduleSpecifier as ts.StringLiteral).text;
  const isOwn = specifier.startsWith('.');
  const from = isOwn ? exportsOf(moduleFile(file, specifier)) : new Map<string, Exported>();
  if (exportClause === undefined) return new Map(from);
  return new Map(
    (exportClause as ts.NamedExports).elements.map((element) => {
      const origin = from.get((element.propertyName ?? element.name).text);
      const name = element.name.text;
      if (isOwn && origin === undefined) throw new Error(`${file}: ${name} was not found`);
      // Exports of another package are documented there.
      const { node, isValue } = origin ?? { node: element, isValue: false };
      return [name, { node, isValue: isValue && !isTypeOnly && !element.isTypeOnly }];
    }),
  );
}

function moduleFile(from: string, specifier: string): string {
  const target = path.join(path.dirname(from), specifier.replace(/\.js$/, ''));
  return [`${target}.ts`, path.join(target, 'index.ts')].find((file) => existsSync(file)) ?? target;
}

const isExported = (statement: ts.Node & ts.HasModifiers): boolean =>
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

const isValue = (statement: ts.Statement): boolean =>
  ts.isFunctionDeclaration(statement) ||
  ts.isClassDeclaration(statement) ||
  ts.isVariableStatement(statement);

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [name.getText()];
}
