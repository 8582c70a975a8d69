/**
 * Generation: from an OpenAPI document to TypeScript files, or to a contract in memory. It reads, checks
 * and compiles a document, and writes nothing but what `writeGenerated` is given.
 */

export * from './public';

// A document, read.
export { describeNotices } from './document/describe-faults';
export { plainNumbers } from './check/check-document';
export { OFFICIAL, officialCode, type OfficialName } from './check/official-schemas';
export { routeOf } from './check/check-operations';
export { leaveOut } from './check/leave-out';

// What is generated.
export { commentOf } from './types/comments';
export { handlerNames, type HandlerName } from './types/handler-names';
export { loadContract, type LoadedContract } from './in-memory';
export { printJson, printYaml } from './print';
export { readTools, TOOLS_FILE } from './tools';
export { endTypesThread, startTypesThread } from './types/types-thread';

// The document's values, by JSON Pointer.
export {
  asObject,
  entries,
  isJsonObject,
  members,
  strings,
  without,
  type JsonObject,
} from './document/json-object';
export { childPointer, pointerPrefixes, valueAt, withValueAt } from './document/json-pointer';
export {
  expressionsOf,
  operationsOfItem,
  STRICT_QUERY,
  type Operation,
} from './document/operations';
export type { Located } from './document/resolve';
export { basePathsOf } from './document/servers';

// Parameters and media types.
export { contentKind } from './compile/content-kind';
export { usualStyle } from './compile/compile-parameter';
export { encodingOf, hasStyle, mediaTypesOf, styleOf } from './compile/serialization';

// Schemas.
export { admittedTypes } from './schemas/admitted-types';
export { isPlace, listAt, mapAt, memberAt, type Place, type SchemaAt } from './document/schema-at';
export { visitObjects } from './document/walk-document';
export { mapSubschemas, visitSchemas } from './document/walk-schema';
export { otherWayNames, type Direction } from './schemas/direction';
export { ALWAYS, effective, placesInPlace, POSSIBLY, type References } from './schemas/in-place';
export { xmlShape } from './schemas/xml-shape';
export { typesOf } from './validators/validation-schema';
export { INTEGER_FORMATS } from './validators/exact-keywords';
export { CompilableSchemas } from './validators/compilable-schemas';
export { SchemaCompiler } from './validators/validators';
export { appliedFormats } from './values/coverage/applied-formats';
export { stringFormats } from './values/formats';
export { coverageValues, type CoverageValue } from './values/coverage/coverage-values';
export { fastCheck } from './values/fast-check';
export { NoValueError, valueArbitrary } from './values/value-arbitrary';
export { errorOfValue, isPlainJson } from './values/value-error';
export { type MadeValue, ValueMaker, type ValueSchemas } from './values/value-maker';
