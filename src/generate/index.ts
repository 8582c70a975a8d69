/**
 * Generation: from an OpenAPI document to TypeScript files, or to a contract in memory. It reads, checks and compiles a
 * document, and writes only the files given to `writeGenerated`.
 */

export * from './public';

// Reading a document.
export { describeNotices } from '../document/model/describe-faults';
export { normalizeNumbers } from '../document/model/normalize';
export { OFFICIAL, officialCode, type OfficialName } from './validate/official-schemas';
export { routeOf } from './validate/operations';
export {
  operationPointers,
  pruneInvalid,
  writtenOperations,
  type WrittenOperation,
} from './validate/prune-invalid';

// Generated code.
export { commentOf } from './types/comments';
export { handlerNames, type HandlerName } from './types/handler-registry';
export { loadContract, prepareLoaded, type PreparedLoaded } from './in-memory';
export { generateFrom } from './generate';
export type { PreparedContract } from './prepare-contract';
export { printJson, printYaml, quoted } from '../document/print';
export { importName, type ModuleFormat } from './module-format';
export { readTools, TOOLS_FILE } from './tools';
export { endTypesThread, startTypesThread } from './types/types-thread';

// Values of the document, by JSON Pointer.
export {
  asObject,
  entries,
  isJsonObject,
  members,
  strings,
  without,
  type JsonObject,
} from '../document/model/json-object';
export {
  childPointer,
  pointerPrefixes,
  valueAt,
  withValueAt,
} from '../document/model/json-pointer';
export {
  expressionsOf,
  operationsOfItem,
  STRICT_QUERY,
  type Operation,
} from '../document/model/operations';
export { greatestOf, leastOf } from '../document/model/extremes';
export type { Located } from '../document/model/resolve';
export { basePathsOf, MAX_URLS } from '../document/model/servers';

// Parameters and media types.
export { contentKind, defaultStyle, encodingOf, styleOf } from '../document/content';

// Schemas.
export { appliedSchemas, IN_PLACE, walkInPlace } from '../document/schemas/in-place-applicators';
export { Resolver } from '../document/model/resolve';
export { Steps } from '../document/model/steps';
export { discriminatorOf } from '../document/schemas/discriminator';
export { admittedTypes } from '../document/schemas/admitted-types';
export {
  isPlace,
  listAt,
  mapAt,
  memberAt,
  type Place,
  type SchemaAt,
} from '../document/model/schema-at';
export { visitObjects } from '../document/model/walk-document';
export { mapSubschemas, visitSchemas } from '../document/model/walk-document';
export { hiddenProperties, type Direction } from '../document/schemas/direction';
export {
  ALWAYS,
  effective,
  applicableSchemas,
  POSSIBLY,
  type References,
} from '../document/schemas/in-place-applicators';
export { literalPattern, mayHaveText, textOf, type TextSet } from '../document/patterns/text-sets';
export {
  pointerBeforeHierarchies,
  UNLISTED,
  withoutHierarchies,
} from '../document/schemas/hierarchies';
export { typesOf } from '../document/schemas/admitted-types';
export { INTEGER_FORMATS } from '../document/schemas/integer-formats';
export type { LoadedContract } from '../validators/validators';
export {
  appliedFormats,
  Evaluation,
  hasUnlisted,
  isPlainlyValid,
} from '../samples/values/coverage/evaluation';
export { stringFormats } from '../samples/values/formats';
export { boundaryCases, type BoundaryCase } from '../samples/values/coverage/boundary-cases';
export { fastCheck } from '../samples/values/match-pattern';
export { valueArbitrary } from '../samples/values/value-arbitrary';
export { errorOfValue, isPlainJson } from '../samples/values/value-error';
export { ValueGenerator } from '../samples/values/value-generator';
