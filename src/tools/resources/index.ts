/** The resources of a document: the things a service keeps, the operations on them, and the schemas of their members. */

export {
  type FilterParameter,
  firstOf,
  listParameters,
  type SortParameter,
} from './list-parameters';
export {
  isMarked,
  itemOf,
  keywordOf,
  mayBeNull,
  memberOf,
  membersOf,
  type ValuePart,
  partAt,
  requestMembers,
  requestSchema,
  responseSchema,
  returnsSame,
  textSchema,
} from './members';
export { collectionOf, isWithin, matchTemplate, namesOf, shapeOf } from './path-template';
export { findResources, type Link, referenceNames, type Resource } from './resources';
export {
  ID_NAMES,
  isCursor,
  isKey,
  memberNamed,
  plainName,
  sameName,
  wrapperIn,
} from './usual-names';
