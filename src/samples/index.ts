/** Values and requests made from schemas, valid ones and ones with a fault. */

export { brokenRequests } from './requests/broken-requests';
export {
  itemsAt,
  namedExamples,
  exampleItems,
  exampleValues,
  makeItems,
  type ItemsAt,
} from './requests/example-items';
export {
  type OperationRequest,
  type OperationValues,
  type RequestCredentials,
  httpRequest,
  type ParameterValue,
  type BodyValue,
  operationRequest,
} from './requests/operation-request';
export {
  NO_CREDENTIALS,
  requirementCredentials,
  requestCredentials,
} from './requests/request-credentials';
export {
  valueSchema,
  bodyOffers,
  sampleBody,
  sampleContent,
  sampleParameters,
  defaultOffer,
  isReserved,
  sampleValues,
} from './requests/sample-values';
export { concreteMediaType, partContent, serializeBody } from './requests/serialize-body';
export { type BoundaryCase, boundaryCases } from './values/coverage/boundary-cases';
export {
  appliedFormats,
  hasUnlisted,
  isPlainlyValid,
  Evaluation,
} from './values/coverage/evaluation';
export { MAX_SIZE } from './values/coverage/string-candidates';
export { stringFormats } from './values/formats';
export type { Part, Generation, Meaning } from './values/generation';
export { listedValues } from './values/make-value';
export { fastCheck } from './values/match-pattern';
export { limits } from './values/schemas';
export { valueArbitrary } from './values/value-arbitrary';
export { isPlainJson, errorOfValue } from './values/value-error';
export { ValueGenerator, type ValueSchemas } from './values/value-generator';
