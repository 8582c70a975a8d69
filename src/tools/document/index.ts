/** An OpenAPI document: read, resolved, repaired, and what its parts mean. */

export {
  contentKind,
  defaultStyle,
  encodingOf,
  hasStyle,
  mediaTypesOf,
  schemaOf,
  styleOf,
} from './content';
export { FreeNames } from './free-names';
export { getOrMake } from './get-or-make';
export { inPostOrder, loopsOf, withoutLoops, withReached } from './graph';
export { describeFaults, describeNotices } from './model/describe-faults';
export {
  collectFaults,
  DocumentError,
  type DocumentFault,
  type DocumentNotice,
  isFinal,
  isNotice,
  type SourcePlace,
} from './model/document-error';
export { greatestOf, leastOf } from './model/extremes';
export {
  asObject,
  entries,
  isJsonObject,
  jsonIn,
  type JsonObject,
  mapEntries,
  mapItems,
  members,
  objects,
  strings,
  without,
  plainText,
} from './model/json-object';
export {
  childPointer,
  fragmentPointer,
  pointerPrefixes,
  valueAt,
  withoutPlaces,
  withValueAt,
} from './model/json-pointer';
export { normalizeMediaTypes, normalizeNumbers } from './model/normalize';
export {
  deriveOperationId,
  expressionsOf,
  type Operation,
  operationsOf,
  operationsOfItem,
  securityRequirement,
  STRICT_QUERY,
  withNames,
} from './model/operations';
export { type Located, Resolver } from './model/resolve';
export {
  isPlace,
  listAt,
  mapAt,
  memberAt,
  type ObjectSchemaAt,
  prefixItemAt,
  prefixLength,
  type SchemaAt,
} from './model/schema-at';
export { basePathsOf, MAX_URLS, serverFaults, serverWarnings } from './model/servers';
export { Steps } from './model/steps';
export { visitReferences } from './model/visit-references';
export {
  isContainer,
  type Kind,
  mapMembers,
  mapOperations,
  mapSubschemas,
  METHODS,
  operationsIn,
  type SchemaPlace,
  schemasOf,
  SECTIONS,
  visitObjects,
  visitSchemas,
} from './model/walk-document';
export { selectPart, samePart } from './part/select-part';
export { isSelected, type SelectedNames, type Selection, selectionOf } from './part/selection';
export { documentPatterns } from './patterns/document-patterns';
export { literalPattern, mayHaveText, textIn, type TextSet } from './patterns/text-sets';
export { printJson, printKey, printParsed, printYaml, quoted } from './print';
export type { DocumentFiles, FileSource } from './read/bundle/source-file';
export {
  parseSource,
  type Part,
  type ReadDocument,
  readDocumentFrom,
  type SourceDocument,
} from './read/read-document';
export {
  admittedTypes,
  intersection,
  ownTypes,
  typeOf,
  typesOf,
  union,
} from './schemas/admitted-types';
export { defaultDialect, from2019, isOlderDialect } from './schemas/dialect';
export {
  type Direction,
  directionOf,
  hiddenProperties,
  isHiddenProperty,
  type Use,
} from './schemas/direction';
export {
  type Discriminator,
  discriminatorOf,
  namesOf,
  statedValues,
} from './schemas/discriminator';
export { COMPONENTS } from './schemas/family';
export {
  formatOf,
  type MappedFormats,
  mappedFormats,
  UNENFORCED_FORMATS,
  unknownFormats,
} from './schemas/formats';
export {
  pointerBeforeHierarchies,
  UNLISTED,
  withHierarchies,
  withoutHierarchies,
  withoutUnlisted,
} from './schemas/hierarchies';
export {
  ALWAYS,
  applicableSchemas,
  appliedSchemas,
  type Conditional,
  effective,
  foldInPlace,
  IN_PLACE,
  POSSIBLY,
  type References,
  walkInPlace,
} from './schemas/in-place-applicators';
export { isBigintSchema } from './schemas/exact-integers';
export { INTEGER_FORMATS } from './schemas/integer-formats';
export { BOUNDS, isAnnotation, KEYWORDS, UNEVALUATED } from './schemas/keywords';
export { METASCHEMA } from './schemas/metaschemas';
export { normalizeSchemas } from './schemas/normalize-schemas';
export {
  distinctGroups,
  type Groups,
  isNamed,
  itemSchemas,
  keyPlaces,
  memberSchemas,
  type PartOf,
  partSchemas,
  placesKey,
  patternsOf,
  propertiesOf,
  propertyPlaces,
} from './schemas/part-schemas';
export type { SchemaDocuments } from './schemas/schema-resources';
