/** The resources of a document: the things a service keeps, the operations on them, and the schemas of their members. */

export {
  type FilterParameter,
  firstOf,
  listParameters,
  type SortParameter,
} from './list-parameters';
export {
  itemOf,
  keywordOf,
  membersOf,
  type Part,
  partAt,
  responseSchema,
  requestSchema,
  isMarked,
  mayBeNull,
  memberOf,
  textSchema,
  requestMembers,
} from './members';
export { matchTemplate, isWithin, namesOf, shapeOf, collectionOf } from './path-template';
export { referenceNames, type Resource, findResources, type Link } from './resources';
export { isCursor, isKey, memberNamed, ID_NAMES } from './usual-names';
