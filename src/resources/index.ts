/** The resources of a document: the things a service keeps, the operations on them, and the schemas of their members. */

export {
  listParameters,
  type FilterParameter,
  type SortParameter,
  firstOf,
} from './list-parameters';
export {
  type Part,
  partAt,
  responseSchema,
  isMarked,
  itemOf,
  keywordOf,
  mayBeNull,
  memberOf,
  requestSchema,
  membersOf,
  textSchema,
  requestMembers,
} from './members';
export { matchTemplate, isWithin, namesOf, shapeOf, collectionOf } from './path-template';
export { referenceNames, type Resource, type Link, findResources } from './resources';
export { isCursor, isKey, memberNamed, ID_NAMES } from './usual-names';
