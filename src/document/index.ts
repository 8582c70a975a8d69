/** An OpenAPI document: read, resolved, repaired, and what its parts mean. */

export {
  defaultStyle,
  styleOf,
  encodingOf,
  hasStyle,
  mediaTypesOf,
  schemaOf,
  contentKind,
} from './content';
export { FreeNames } from './free-names';
export { getOrMake } from './get-or-make';
export { inPostOrder, loopsOf } from './graph';
export { describeFaults, describeNotices } from './model/describe-faults';
export {
  collectFaults,
  DocumentError,
  type DocumentNotice,
  type DocumentFault,
  isFinal,
  isNotice,
  type SourcePlace,
} from './model/document-error';
export { greatestOf, leastOf } from './model/extremes';
export {
  type JsonObject,
  without,
  isJsonObject,
  strings,
  asObject,
  entries,
  mapEntries,
  mapItems,
  members,
  objects,
} from './model/json-object';
export {
  fragmentPointer,
  pointerPrefixes,
  valueAt,
  childPointer,
  withValueAt,
} from './model/json-pointer';
export { normalizeNumbers, normalizeMediaTypes } from './model/normalize';
export {
  type Operation,
  expressionsOf,
  STRICT_QUERY,
  deriveOperationId,
  operationsOf,
  securityRequirement,
  operationsOfItem,
} from './model/operations';
export { Resolver, type Located } from './model/resolve';
export {
  isPlace,
  type Place,
  type SchemaAt,
  listAt,
  mapAt,
  memberAt,
  prefixItemAt,
  prefixLength,
} from './model/schema-at';
export { basePathsOf, serverFaults, serverWarnings, MAX_URLS } from './model/servers';
export { Steps } from './model/steps';
export {
  mapSubschemas,
  type SchemaPlace,
  schemasOf,
  visitSchemas,
  type Kind,
  mapMembers,
  METHODS,
  visitObjects,
  isContainer,
  mapOperations,
  operationsIn,
} from './model/walk-document';
export { documentPatterns } from './patterns/document-patterns';
export { literalPattern, mayHaveText, type TextSet, textOf } from './patterns/text-sets';
export { printKey, quoted, printJson, printParsed, printYaml } from './print';
export type { DocumentFiles, FileSource } from './read/bundle/source-file';
export {
  type SourceDocument,
  type ReadDocument,
  readDocumentFrom,
  parseSource,
} from './read/read-document';
export { typesOf, typeOf, admittedTypes, intersection, union } from './schemas/admitted-types';
export { Contradictions } from './schemas/contradictions';
export { from2019, isOlderDialect, defaultDialect } from './schemas/dialect';
export {
  type Direction,
  hiddenProperties,
  isHiddenProperty,
  directionOf,
  type Use,
} from './schemas/direction';
export {
  discriminatorOf,
  type Discriminator,
  namesOf,
  statedValues,
} from './schemas/discriminator';
export { COMPONENTS } from './schemas/family';
export { formatOf, type MappedFormats, unknownFormats, mappedFormats } from './schemas/formats';
export {
  withoutHierarchies,
  withoutUnlisted,
  pointerBeforeHierarchies,
  withHierarchies,
  UNLISTED,
} from './schemas/hierarchies';
export {
  ALWAYS,
  appliedSchemas,
  IN_PLACE,
  applicableSchemas,
  foldInPlace,
  type Conditional,
  walkInPlace,
  POSSIBLY,
  effective,
  type References,
} from './schemas/in-place-applicators';
export { INTEGER_FORMATS } from './schemas/integer-formats';
export { METASCHEMA } from './schemas/metaschemas';
export { normalizeSchemas } from './schemas/normalize-schemas';
export {
  propertyPlaces,
  distinctGroups,
  partSchemas,
  type Groups,
  type PartOf,
  placesKey,
  keyPlaces,
} from './schemas/part-schemas';
export type { SchemaDocuments } from './schemas/schema-resources';
