import type Ajv from 'ajv/dist/2020';
import { _, stringify, type KeywordCxt } from 'ajv';
import { asObject, strings } from '../document';
import { names, wrapKeyword } from './ajv-internals';
import { checkOtherProperties } from './unevaluated-code';

/**
 * Writes the checks of many members as consecutive pieces of code. Ajv nests each member's check in the one before,
 * which overflows the stack of compilers.
 */
export function addWideSchemas(ajv: Ajv): void {
  for (const [keyword, piecesOf] of Object.entries(PIECES)) {
    wrapKeyword(ajv, keyword, (code) => (cxt) => {
      writePieces(cxt, piecesOf(cxt.schema), code);
    });
  }
  wrapKeyword(ajv, 'enum', (code) => (cxt) => {
    const values = cxt.schema as readonly unknown[];
    if (values.length > PIECE) checkValues(cxt, values);
    else code(cxt);
  });
  wrapKeyword(ajv, 'additionalProperties', (code) => (cxt) => {
    const { patternProperties } = cxt.parentSchema;
    if (Object.keys(asObject(patternProperties)).length > PIECE) checkAdditional(cxt);
    else code(cxt);
  });
}

/** Members whose checks are nested; most schemas fit in one piece. */
const PIECE = 50;

/** Splits a keyword's value into values that together mean the same. */
type PiecesOf = (schema: unknown) => readonly unknown[];

const piecesOfMap: PiecesOf = (schema) =>
  isWide(schema)
    ? slices(Object.entries(schema)).map((each) => Object.fromEntries(each))
    : [schema];

/** Items keep their indexes; a piece has holes for those before it. */
const piecesOfList: PiecesOf = (schema) =>
  isWide(schema)
    ? slices(Object.entries(schema)).map((each) => Object.assign([], Object.fromEntries(each)))
    : [schema];

function isWide(schema: unknown): schema is object {
  return Object.keys(schema as object).length > PIECE;
}

const PIECES: Readonly<Record<string, PiecesOf>> = {
  allOf: piecesOfList,
  dependentRequired: (schema) =>
    Object.entries(asObject(schema)).flatMap(([name, others]) =>
      slices(strings(others)).map((slice) => ({ [name]: slice })),
    ),
  dependentSchemas: piecesOfMap,
  patternProperties: piecesOfMap,
  prefixItems: piecesOfList,
  properties: piecesOfMap,
};

function slices<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / PIECE);
  return Array.from({ length: count }, (_slice, index) =>
    list.slice(index * PIECE, (index + 1) * PIECE),
  );
}

type WriteCode = (cxt: KeywordCxt) => void;

/** Writes each piece to run only if none before it found an error. */
function writePieces(cxt: KeywordCxt, pieces: readonly unknown[], code: WriteCode): void {
  if (pieces.length <= 1) {
    code(cxt);
    return;
  }
  const { gen } = cxt;
  const before = gen.const('before', names.errors);
  const isValid = _`${before} === ${names.errors}`;
  for (const piece of pieces) {
    cxt.schema = piece;
    gen.if(isValid, () =>
      gen.block(() => {
        code(cxt);
      }),
    );
  }
  cxt.ok(isValid);
}

/** Values are strings and doubles here; exact-keywords.ts removes others. */
function checkValues(cxt: KeywordCxt, values: readonly unknown[]): void {
  const set = cxt.gen.scopeValue('obj', {
    ref: new Set(values),
    code: _`new Set(${stringify(values)})`,
  });
  cxt.pass(_`${set}.has(${cxt.data})`);
}

function checkAdditional(cxt: KeywordCxt): void {
  const { properties, patternProperties } = cxt.parentSchema;
  const stated = {
    names: Object.keys(asObject(properties)),
    patterns: Object.keys(asObject(patternProperties)),
  };
  checkOtherProperties(cxt, cxt.gen.const('known', stringify([stated])));
}
