/** Requests and responses of a service, judged by its document. */

export { inputPlace, PLAIN } from './cause';
export { answers, noServerError } from './checks/answers';
export {
  bodyMatchesSchema,
  bodyWellFormed,
  errorBodyMatchesSchema,
  writeOnlyHidden,
} from './checks/bodies';
export type { Check, FaultSide, Violation } from './checks/check';
export { speaksOfState } from './checks/doubts';
export { responseMatchesRequest } from './checks/echoes';
export { headersMatchSchema, headersPresent } from './checks/headers';
export { checks, checksOfForm, type StatefulCheckId } from './checks';
export { BY_CREDENTIALS } from './checks/requests';
export { contentTypePresent, mediaTypeDocumented, statusDocumented } from './checks/responses';
export {
  describeDifference,
  type Difference,
  differences,
  isDamage,
  isEmpty,
  isEqual,
  isState,
  otherStates,
  shown,
  thingIn,
} from './compare';
export {
  Credentials,
  type GivenTokens,
  isOpen,
  type Tokens,
  type Identity,
  withoutSecurity,
} from './credentials';
export {
  type Among,
  type Covered,
  exactJson,
  type Exchange,
  hasSuccess,
  headerValues,
  isAccepted,
  jsonOf,
  mediaTypeOf,
  type Judgement,
  type ExchangeOutcome,
  type Phase,
  type ReceivedResponse,
  type RecordedExchange,
  responseOf,
  statusOrReason,
  type TestCase,
} from './exchange';
export { awaitService } from './http/await-service';
export { BasePaths, isSafe, isSendable, WITHOUT_CONTENT } from './http/request';
export { fieldsOf, PatientSender, reasonOf, Sender, UnreachableError } from './http/send';
export { RequestJudge } from './judge-request';
export { byReason, type NoVerdict, NoVerdicts, reasons } from './no-verdicts';
export { MAX_TEXT } from './open-questions';
export {
  isBasic,
  MARK,
  Redaction,
  redactionOf,
  restored,
  secretHeaders,
  secretsOf,
  variableOf,
  withoutUser,
} from './redact';
export { isSameRefusal } from './refusal-text';
export { sequencesOf } from './response-items';
export { HyperjumpValidator, type JudgedDocument } from './second-validator';
export { idMember } from './sent-texts';
