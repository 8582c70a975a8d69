/** Values and requests made from schemas, valid ones and ones with a fault. */

export { brokenRequests } from './requests/broken-requests';
export {
  exampleItems,
  exampleValues,
  itemsAt,
  type ItemsAt,
  makeItems,
  namedExamples,
} from './requests/example-items';
export {
  type BodyValue,
  httpRequest,
  type OperationRequest,
  operationRequest,
  type HeaderField,
  type OperationValues,
  type ParameterValue,
  type RequestCredentials,
} from './requests/operation-request';
export {
  NO_CREDENTIALS,
  requestCredentials,
  requirementCredentials,
} from './requests/request-credentials';
export {
  bodyOffers,
  defaultOffer,
  fieldName,
  isReserved,
  sampleBody,
  sampleContent,
  sampleParameters,
  sampleValues,
  valueSchema,
} from './requests/sample-values';
export {
  concreteMediaType,
  isJsonType,
  partContent,
  serializeBody,
} from './requests/serialize-body';
export { type BoundaryCase, boundaryCases } from './values/coverage/boundary-cases';
export { MAX_SIZE } from './values/coverage/location';
export { stringFormats } from './values/formats';
export type { Generation, ValueSource, PartPosition } from './values/generation';
export { isWellFormed, makeHeader, QUOTED, TOKEN } from './values/header-fields';
export { listedValues } from './values/make-value';
export { fastCheck } from './values/match-pattern';
export { limits } from './values/schemas';
export { valueArbitrary } from './values/value-arbitrary';
export { ValueGenerator, type ValueSchemas } from './values/value-generator';
