import ts from 'typescript';

/** Type nodes of TypeScript, built by the compiler's own factory, so that no text is ever pasted. */

const { factory } = ts;

export type TypeNode = ts.TypeNode;

const keyword = (kind: ts.KeywordTypeSyntaxKind): TypeNode => factory.createKeywordTypeNode(kind);

export const NEVER = keyword(ts.SyntaxKind.NeverKeyword);
export const UNKNOWN = keyword(ts.SyntaxKind.UnknownKeyword);
export const STRING = keyword(ts.SyntaxKind.StringKeyword);
export const NUMBER = keyword(ts.SyntaxKind.NumberKeyword);
export const BIGINT = keyword(ts.SyntaxKind.BigIntKeyword);
export const BOOLEAN = keyword(ts.SyntaxKind.BooleanKeyword);
export const UNDEFINED = keyword(ts.SyntaxKind.UndefinedKeyword);
export const NULL: TypeNode = factory.createLiteralTypeNode(factory.createNull());

/** A property of an object type. */
export interface Member {
  readonly name: string;
  readonly type: TypeNode;
  readonly optional: boolean;
  /** Is given the property's node, to write a comment before it. */
  readonly annotate?: (node: ts.PropertySignature) => void;
}

/** @param index the type of properties of other names; absent: none are known */
export function objectType(members: readonly Member[], index?: TypeNode): TypeNode {
  const properties = members.map(({ name, type, optional, annotate }) => {
    const question = optional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined;
    const node = factory.createPropertySignature(undefined, propertyName(name), question, type);
    annotate?.(node);
    return node;
  });
  return factory.createTypeLiteralNode([...properties, ...(index ? [indexSignature(index)] : [])]);
}

function indexSignature(type: TypeNode): ts.IndexSignatureDeclaration {
  const key = factory.createParameterDeclaration(undefined, undefined, 'key', undefined, STRING);
  return factory.createIndexSignature(undefined, [key], type);
}

export function propertyName(name: string): ts.PropertyName {
  return /^[A-Za-z_$][\w$]*$/.test(name)
    ? factory.createIdentifier(name)
    : factory.createStringLiteral(name);
}

export function arrayType(item: TypeNode): TypeNode {
  return factory.createArrayTypeNode(item);
}

/** @param rest the type of further items; absent: there are none */
export function tupleType(
  items: readonly TypeNode[],
  required: number,
  rest: TypeNode | undefined,
): TypeNode {
  const elements = items.map((item, index) =>
    index < required ? item : factory.createOptionalTypeNode(item),
  );
  const more = rest && factory.createRestTypeNode(factory.createArrayTypeNode(rest));
  return factory.createTupleTypeNode([...elements, ...(more ? [more] : [])]);
}

/** The type of just one JSON value. */
export function literalType(value: unknown, int64: boolean): TypeNode {
  if (value === null) return NULL;
  switch (typeof value) {
    case 'string':
      return factory.createLiteralTypeNode(factory.createStringLiteral(value));
    case 'boolean':
      return factory.createLiteralTypeNode(value ? factory.createTrue() : factory.createFalse());
    case 'number':
      return int64 && Number.isInteger(value)
        ? numericLiteral(BigInt(value))
        : numericLiteral(value);
    case 'bigint':
      return numericLiteral(value);
    default:
      return Array.isArray(value)
        ? factory.createTupleTypeNode(value.map((item) => literalType(item, false)))
        : objectType(
            Object.entries(value as object).map(([name, member]) => {
              return { name, type: literalType(member, false), optional: false };
            }),
          );
  }
}

function numericLiteral(value: number | bigint): TypeNode {
  const big = typeof value === 'bigint';
  const text = big ? String(value < 0n ? -value : value) : String(Math.abs(value));
  const positive = big
    ? factory.createBigIntLiteral(`${text}n`)
    : factory.createNumericLiteral(text);
  return factory.createLiteralTypeNode(
    value < 0 ? factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, positive) : positive,
  );
}

/** Any of the types, each once. */
export function unionType(types: readonly TypeNode[]): TypeNode {
  const distinct = distinctTypes(types).filter((type) => type !== NEVER);
  if (distinct.includes(UNKNOWN)) return UNKNOWN;
  const [first] = distinct;
  if (first === undefined) return NEVER;
  return distinct.length === 1 ? first : factory.createUnionTypeNode(distinct);
}

/** All of the types at once; `unknown` for none. */
export function intersectionType(types: readonly TypeNode[]): TypeNode {
  const distinct = distinctTypes(types).filter((type) => type !== UNKNOWN);
  const [first] = distinct;
  if (first === undefined) return UNKNOWN;
  return distinct.length === 1 ? first : factory.createIntersectionTypeNode(distinct);
}

function distinctTypes(types: readonly TypeNode[]): TypeNode[] {
  if (types.length < 2) return [...types];
  return [...new Map(types.map((type) => [printType(type), type])).values()];
}

const printer = ts.createPrinter({ removeComments: true });
const noFile = ts.createSourceFile('types.ts', '', ts.ScriptTarget.ESNext);

function printType(type: TypeNode): string {
  return printer.printNode(ts.EmitHint.Unspecified, type, noFile);
}

/** A type by name, and a part of it by keys. */
export function namedType(name: string, ...keys: readonly string[]): TypeNode {
  return keys.reduce<TypeNode>(
    (type, key) =>
      factory.createIndexedAccessTypeNode(
        type,
        factory.createLiteralTypeNode(factory.createStringLiteral(key)),
      ),
    factory.createTypeReferenceNode(name),
  );
}

/** `export type NAME = TYPE;` */
export function typeAlias(name: string, type: TypeNode): ts.Statement {
  const modifiers = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  return factory.createTypeAliasDeclaration(modifiers, name, undefined, type);
}
