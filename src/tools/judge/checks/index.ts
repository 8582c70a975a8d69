import { allow, answers, noContent, noServerError, wwwAuthenticate } from './answers';
import {
  bodyMatchesSchema,
  bodyWellFormed,
  errorBodyMatchesSchema,
  writeOnlyHidden,
} from './bodies';
import type { Check } from './check';
import { conditionChecks } from './conditions';
import { responseMatchesRequest } from './echoes';
import { headersMatchSchema, headersPresent, headersWellFormed } from './headers';
import { nothingLeaked } from './leaks';
import { requestChecks } from './requests';
import { contentTypePresent, mediaTypeDocumented, statusDocumented } from './responses';

const HTTP = 'https://www.rfc-editor.org/rfc/rfc9110';

/** Checks whose violation only several exchanges show. */
const statefulChecks = [
  {
    id: 'created-is-retrievable',
    rule: 'A service that has created something MUST return it when it is read under its id.',
    see: `${HTTP}#section-15.3.2`,
  },
  {
    id: 'location-leads-to-created',
    rule: 'The Location of a 201 response MUST identify what was created.',
    see: `${HTTP}#section-10.2.2`,
  },
  {
    id: 'read-matches-created',
    rule: 'What is read SHOULD be what the response to its creation contained.',
    see: `${HTTP}#section-15.3.2`,
  },
  {
    id: 'round-trip-exact',
    rule: 'What is read MUST have the numbers and strings that were stored, exactly.',
    see: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  },
  {
    id: 'list-contains-created',
    rule: 'A collection that is listed whole SHOULD contain what was created in it.',
    see: `${HTTP}#section-9.3.3`,
  },
  {
    id: 'pages-hold-each-once',
    rule: 'The pages of a list that does not change SHOULD hold each of its items once.',
    see: 'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  },
  {
    id: 'limit-kept',
    rule: 'A list SHOULD have no more items than the limit that a request asks for.',
    see: 'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  },
  {
    id: 'filter-kept',
    rule: 'A list that is filtered by a member SHOULD have the items with that value, and not the others.',
    see: 'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  },
  {
    id: 'order-kept',
    rule: 'A list that is sorted by a member SHOULD be in the order of its values.',
    see: 'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  },
  {
    id: 'safe-request-changes-nothing',
    rule: 'A GET request MUST NOT change what the next one gets.',
    see: `${HTTP}#section-9.2.1`,
  },
  {
    id: 'head-equals-get',
    rule: 'The response to HEAD MUST have the status, and SHOULD have the headers, of that to GET.',
    see: `${HTTP}#section-9.3.2`,
  },
  {
    id: 'deleted-is-gone',
    rule: 'What was deleted MUST NOT be returned any more.',
    see: `${HTTP}#section-9.3.5`,
  },
  {
    id: 'restored-is-back',
    rule: 'What was deleted and then restored MUST be returned again, with the values that it had.',
    see: `${HTTP}#section-15.3.1`,
  },
  {
    id: 'put-replaces',
    rule: 'PUT MUST replace the whole: members that it leaves out are no longer there.',
    see: `${HTTP}#section-9.3.4`,
  },
  {
    id: 'put-says-created',
    rule: 'The response to a PUT MUST have the status 201 where it creates, and another where it replaces.',
    see: `${HTTP}#section-9.3.4`,
  },
  {
    id: 'put-idempotent',
    rule: 'The same PUT sent twice MUST have the effect of one.',
    see: `${HTTP}#section-9.2.2`,
  },
  {
    id: 'merge-patch',
    rule: 'A merge patch MUST remove members that are null, and leave those alone that it lacks.',
    see: 'https://www.rfc-editor.org/rfc/rfc7396#section-2',
  },
  {
    id: 'patch-is-applied',
    rule: 'What PATCH was sent MUST be there after a successful response.',
    see: 'https://www.rfc-editor.org/rfc/rfc5789#section-2',
  },
  {
    id: 'patch-is-partial',
    rule: 'PATCH SHOULD leave members as they are that it could change and is not sent.',
    see: 'https://www.rfc-editor.org/rfc/rfc5789#section-2',
  },
  {
    id: 'refused-create-leaves-nothing',
    rule: 'A creation that is refused MUST NOT leave anything.',
    see: `${HTTP}#section-15.5`,
  },
  {
    id: 'refused-change-leaves-nothing',
    rule: 'A change that is refused MUST leave everything as it was.',
    see: 'https://www.rfc-editor.org/rfc/rfc5789#section-2',
  },
  {
    id: 'kept-within-parent',
    rule: 'What was created within one thing MUST NOT be listed, changed or removed within another.',
    see: 'https://www.rfc-editor.org/rfc/rfc3986#section-3.3',
  },
  {
    id: 'removed-takes-no-more',
    rule: 'Nothing SHOULD be created within what was removed.',
    see: `${HTTP}#section-15.5.5`,
  },
  {
    id: 'removed-with-parent',
    rule: 'What was created within something SHOULD NOT be returned there when that was removed.',
    see: `${HTTP}#section-15.5.5`,
  },
  {
    id: 'accepted-can-be-followed',
    rule: 'What a response with the status 202 names as its status SHOULD be there.',
    see: `${HTTP}#section-15.3.3`,
  },
  {
    id: 'accepted-is-performed',
    rule: 'The status that a response with 202 names MUST be that of the request.',
    see: `${HTTP}#section-15.3.3`,
  },
  {
    id: 'retry-has-one-effect',
    rule: 'A creation that is sent again with the same id or key MUST have one effect.',
    see: 'https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2',
  },
  {
    id: 'read-only-kept',
    rule: 'A member that is readOnly MUST NOT take the value that a client sends.',
    see: 'https://spec.openapis.org/oas/v3.1.1#schema-object',
  },
  {
    id: 'if-match-honoured',
    rule: 'A change whose If-Match does not name the current entity tag MUST NOT be performed.',
    see: `${HTTP}#section-13.1.1`,
  },
  {
    id: 'entity-tag-changes',
    rule: 'A strong entity tag MUST change when what GET returns changes.',
    see: `${HTTP}#section-8.8.1`,
  },
  {
    id: 'existence-hidden',
    rule: 'A response that hides a thing from somebody SHOULD be that for what is not there.',
    see: `${HTTP}#section-15.5.4`,
  },
  {
    id: 'hidden-kept-from-others',
    rule: 'What is not there for somebody (404) MUST NOT be listed, changed or removed by them.',
    see: `${HTTP}#section-15.5.5`,
  },
] as const satisfies readonly Check[];

/** Identifier of a check whose violation only several exchanges show. */
export type StatefulCheckId = (typeof statefulChecks)[number]['id'];

/** Checks of the form of a response, which say nothing more about a response with a server error. */
export const checksOfForm: readonly Check[] = [
  statusDocumented,
  mediaTypeDocumented,
  contentTypePresent,
  bodyWellFormed,
  errorBodyMatchesSchema,
  headersPresent,
  headersMatchSchema,
  headersWellFormed,
];

/** All checks, in the order of the reports. */
export const checks: readonly Check[] = [
  answers,
  noServerError,
  ...requestChecks,
  statusDocumented,
  mediaTypeDocumented,
  contentTypePresent,
  noContent,
  bodyWellFormed,
  bodyMatchesSchema,
  errorBodyMatchesSchema,
  writeOnlyHidden,
  responseMatchesRequest,
  headersPresent,
  headersMatchSchema,
  headersWellFormed,
  nothingLeaked,
  wwwAuthenticate,
  allow,
  ...conditionChecks,
  ...statefulChecks,
];
