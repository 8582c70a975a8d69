/** Requests and responses of a service, judged by its document. */

export { inputPlace, PLAIN } from './cause';
export { answers, noServerError } from './checks/answers';
export {
  bodyMatchesSchema,
  bodyWellFormed,
  errorBodyMatchesSchema,
  writeOnlyHidden,
} from './checks/bodies';
export type { FaultSide, Check, Violation } from './checks/check';
export { speaksOfState } from './checks/doubts';
export { headersMatchSchema, headersPresent } from './checks/headers';
export { checks, checksOfForm } from './checks';
export { contentTypePresent, mediaTypeDocumented, statusDocumented } from './checks/responses';
export {
  Credentials,
  isOpen,
  type GivenTokens,
  withoutSecurity,
  type Who,
  type Tokens,
} from './credentials';
export {
  type Exchange,
  responseOf,
  statusOrReason,
  isAccepted,
  type TestCase,
  hasSuccess,
  type Covered,
  type Phase,
  type Among,
  type Judgement,
  type Outcome,
  exactJson,
  headerValues,
  jsonOf,
  type ReceivedResponse,
  type RecordedExchange,
} from './exchange';
export { awaitService } from './http/await-service';
export { isSafe, BasePaths, isSendable, WITHOUT_CONTENT } from './http/request';
export { PatientSender, UnreachableError, Sender, reasonOf } from './http/send';
export { RequestJudge } from './judge-request';
export { type NoVerdict, NoVerdicts, reasons, byReason } from './no-verdicts';
export { MAX_TEXT } from './open-questions';
export {
  withoutUser,
  isBasic,
  MARK,
  variableOf,
  Redaction,
  secretHeaders,
  secretsOf,
  redactionOf,
  restored,
} from './redact';
export { isSameRefusal } from './refusal-text';
export { sequencesOf } from './response-items';
export { type JudgedDocument, HyperjumpValidator } from './second-validator';
export { idMember } from './sent-texts';
