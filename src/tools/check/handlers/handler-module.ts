import path from 'node:path';
import ts from 'typescript';
import { compilerOptions } from '../../cli';

/** A failure that the code of a handler names. */
export interface GivenFailure {
  /** Its natural HTTP status. */
  readonly status: number;
  /** The status by default. */
  readonly number: number;
}

/** The contents of a handler's file. */
export interface HandlerModule {
  readonly exported: readonly string[];
  /** The type of the export of that name if it is not callable. */
  readonly notCallable?: string;
  /** Statuses of its responses; undefined if the compiler cannot determine all of them. */
  readonly statuses?: readonly number[];
  readonly failures: readonly GivenFailure[];
}

/** Reads handlers as the compiler understands them, without running them. */
export class HandlerModules {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;

  /** @param files of handlers, compiled with the settings of the nearest tsconfig.json */
  constructor(
    private readonly folder: string,
    files: readonly string[],
  ) {
    const roots = files.map((file) => path.join(folder, file));
    // Types of packages are read only if a handler imports them.
    const settings = { noEmit: true, skipLibCheck: true, types: [] };
    this.program = ts.createProgram(roots, { ...compilerOptions(folder), ...settings });
    this.checker = this.program.getTypeChecker();
  }

  /** True for a file that another one in the folder imports: a helper, not a handler. */
  isImported(file: string): boolean {
    const target = path.join(this.folder, file);
    return this.program
      .getSourceFiles()
      .filter(({ fileName }) => path.normalize(path.dirname(fileName)) === this.folder)
      .some((other) => this.importsOf(other).includes(target));
  }

  /** @param name the export that should be the handler */
  read(file: string, name: string): HandlerModule {
    const source = this.program.getSourceFile(path.join(this.folder, file));
    const module = source && this.checker.getSymbolAtLocation(source);
    if (module === undefined || source === undefined) return { exported: [], failures: [] };
    const symbols = this.checker.getExportsOfModule(module);
    const exported = symbols.map((each) => each.name);
    const symbol = symbols.find((each) => each.name === name);
    if (symbol === undefined) return { exported, failures: [] };
    const type = this.checker.getTypeOfSymbolAtLocation(symbol, source);
    const isUnknown = (type.flags & ts.TypeFlags.Any) !== 0;
    if (!isUnknown && type.getCallSignatures().length === 0) {
      return { exported, failures: [], notCallable: this.checker.typeToString(type) };
    }
    const statuses = this.statuses(symbol, type);
    return {
      exported,
      ...(statuses && { statuses }),
      failures: this.filesBehind(source).flatMap((each) => this.failures(each)),
    };
  }

  /**
   * The statuses that the function's body returns, which may be fewer than its declared type
   * allows.
   */
  private statuses(symbol: ts.Symbol, type: ts.Type): readonly number[] | undefined {
    const { valueDeclaration } = symbol;
    const body = valueDeclaration && functionOf(valueDeclaration)?.body;
    const types =
      body === undefined
        ? type.getCallSignatures().map((signature) => signature.getReturnType())
        : returnedBy(body).map((expression) => this.checker.getTypeAtLocation(expression));
    const returned = types.map((each) => this.checker.getAwaitedType(each));
    const all = returned.flatMap((each) =>
      each === undefined ? [undefined] : alternatives(each).map((one) => this.statusesOf(one)),
    );
    return all.includes(undefined) ? undefined : all.flatMap((each) => each ?? []);
  }

  /** Empty for a failure, whose status the document decides. */
  private statusesOf(response: ts.Type): readonly number[] | undefined {
    if (response.getSymbol()?.name === FAILURE) return [];
    const status = response.getProperty('status');
    if (status === undefined) return undefined;
    const types = alternatives(this.checker.getTypeOfSymbol(status));
    const numbers = types.flatMap((each) => (each.isNumberLiteral() ? [each.value] : []));
    return numbers.length === types.length ? numbers : undefined;
  }

  /** The file, and those it imports from the folder above the handlers. */
  private filesBehind(source: ts.SourceFile, seen = new Set<ts.SourceFile>()): ts.SourceFile[] {
    if (seen.has(source)) return [];
    seen.add(source);
    for (const imported of this.importsOf(source)) {
      const file = this.program.getSourceFile(imported);
      if (file !== undefined && imported.startsWith(path.dirname(this.folder) + path.sep)) {
        this.filesBehind(file, seen);
      }
    }
    return [...seen];
  }

  private importsOf(source: ts.SourceFile): string[] {
    const specifiers = source.statements.flatMap((statement) =>
      (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
      statement.moduleSpecifier !== undefined
        ? [statement.moduleSpecifier]
        : [],
    );
    return specifiers.flatMap((specifier) => {
      const file = this.checker.getSymbolAtLocation(specifier)?.valueDeclaration;
      return file && ts.isSourceFile(file) ? [path.normalize(file.fileName)] : [];
    });
  }

  private failures(source: ts.SourceFile): GivenFailure[] {
    const found: GivenFailure[] = [];
    const visit = (node: ts.Node): void => {
      const [kind] = ts.isNewExpression(node) ? (node.arguments ?? []) : [];
      if (kind !== undefined && this.isFailure(node)) {
        for (const each of this.kindsOf(this.checker.getTypeAtLocation(kind))) found.push(each);
      }
      node.forEachChild(visit);
    };
    visit(source);
    return found;
  }

  private isFailure(node: ts.Node): boolean {
    return this.checker.getTypeAtLocation(node).getSymbol()?.name === FAILURE;
  }

  private literalOf(property: ts.Symbol | undefined): number | undefined {
    const type = property && this.checker.getTypeOfSymbol(property);
    return type?.isNumberLiteral() === true ? type.value : undefined;
  }

  private kindsOf(type: ts.Type): GivenFailure[] {
    return alternatives(type).flatMap((each) => {
      const status = this.literalOf(each.getProperty('status'));
      const own = each.getProperty('number');
      const number = own === undefined ? status : this.literalOf(own);
      return status === undefined || number === undefined ? [] : [{ status, number }];
    });
  }
}

/** The name of the class of failures that handlers return. */
const FAILURE = 'Failure';

/** The function that a declaration names; undefined if it is made in another way. */
function functionOf(declaration: ts.Declaration): ts.FunctionLikeDeclaration | undefined {
  if (ts.isFunctionDeclaration(declaration)) return declaration;
  if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) {
    return undefined;
  }
  let value = declaration.initializer;
  while (
    ts.isParenthesizedExpression(value) ||
    ts.isAsExpression(value) ||
    ts.isSatisfiesExpression(value)
  ) {
    value = value.expression;
  }
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

/** The expressions that a function returns, without those of nested functions. */
function returnedBy(body: ts.ConciseBody): ts.Expression[] {
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression);
    node.forEachChild(visit);
  };
  visit(body);
  return found;
}

function alternatives(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}
