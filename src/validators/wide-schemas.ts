import type Ajv from 'ajv/dist/2020';
import { _, stringify, type KeywordCxt } from 'ajv';
import { asObject, strings } from '../document/model/json-object';
import { names, wrapKeyword } from './ajv-internals';
import { checkOtherProperties } from './unevaluated-code';

/**
 * Writes the checks of many members as pieces of code that follow each other. Ajv nests the check of each
 * member in that of the one before, which overflows the stacks of compilers.
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

/** Members whose checks are nested in each other: as many as leave most schemas in one piece. */
const PIECE = 50;

/** Gives values of a keyword that together say what its value does. */
type PiecesOf = (schema: unknown) => readonly unknown[];

const piecesOfMap: PiecesOf = (schema) =>
  slices(Object.entries(asObject(schema))).map((entries) => Object.fromEntries(entries));

/** Items keep their indexes, so that a piece lacks those before it. */
const piecesOfList: PiecesOf = (schema) =>
  slices(Object.entries(schema as unknown[])).map((entries) =>
    Object.assign([], Object.fromEntries(entries)),
  );

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

/** Writes the code of each piece, which runs unless one before it has found an error. */
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

/** Doubles and strings, as exact-keywords.ts leaves them. */
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
