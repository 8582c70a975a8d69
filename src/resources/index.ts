/** The resources of a document: what a service keeps, the operations on it, and what schemas say of its members. */

export {
  isMarked,
  itemOf,
  keywordOf,
  mayBeNull,
  memberOf,
  membersOf,
  type Part,
  partAt,
  requestMembers,
  requestSchema,
  responseSchema,
  textSchema,
} from './members';
export {
  firstOf,
  type FilterParameter,
  listParameters,
  type SortParameter,
} from './list-parameters';
export { collectionOf, isWithin, matchTemplate, namesOf, shapeOf } from './path-template';
export { findResources, type Link, referenceNames, type Resource } from './resources';
export { isCursor, isKey, memberNamed, ID_NAMES } from './usual-names';
