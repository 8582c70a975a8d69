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

/** Checks whose violation only several exchanges show: the rule, and where it is stated. */
const statefulChecks = {
  'created-is-retrievable': [
    'A service that has created something MUST return it when it is read under its id.',
    `${HTTP}#section-15.3.2`,
  ],
  'location-leads-to-created': [
    'The Location of a 201 response MUST identify what was created.',
    `${HTTP}#section-10.2.2`,
  ],
  'read-matches-created': [
    'What is read SHOULD be what the response to its creation contained.',
    `${HTTP}#section-15.3.2`,
  ],
  'round-trip-exact': [
    'What is read MUST have the numbers and strings that were stored, exactly.',
    'https://www.rfc-editor.org/rfc/rfc8259#section-6',
  ],
  'list-contains-created': [
    'A collection that is listed whole SHOULD contain what was created in it.',
    `${HTTP}#section-9.3.3`,
  ],
  'pages-hold-each-once': [
    'The pages of a list that does not change SHOULD hold each of its items once.',
    'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  ],
  'limit-kept': [
    'A list SHOULD have no more items than the limit that a request asks for.',
    'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  ],
  'filter-kept': [
    'A list that is filtered by a member SHOULD have the items with that value, and not the others.',
    'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  ],
  'order-kept': [
    'A list that is sorted by a member SHOULD be in the order of its values.',
    'https://spec.openapis.org/oas/v3.1.1#parameter-object',
  ],
  'safe-request-changes-nothing': [
    'A GET request MUST NOT change what the next one gets.',
    `${HTTP}#section-9.2.1`,
  ],
  'head-equals-get': [
    'The response to HEAD MUST have the status, and SHOULD have the headers, of that to GET.',
    `${HTTP}#section-9.3.2`,
  ],
  'deleted-is-gone': ['What was deleted MUST NOT be returned any more.', `${HTTP}#section-9.3.5`],
  'restored-is-back': [
    'What was deleted and then restored MUST be returned again, with the values that it had.',
    `${HTTP}#section-15.3.1`,
  ],
  'put-replaces': [
    'PUT MUST replace the whole: members that it leaves out are no longer there.',
    `${HTTP}#section-9.3.4`,
  ],
  'put-says-created': [
    'The response to a PUT MUST have the status 201 where it creates, and another where it replaces.',
    `${HTTP}#section-9.3.4`,
  ],
  'put-idempotent': [
    'The same PUT sent twice MUST have the effect of one.',
    `${HTTP}#section-9.2.2`,
  ],
  'merge-patch': [
    'A merge patch MUST remove members that are null, and leave those alone that it lacks.',
    'https://www.rfc-editor.org/rfc/rfc7396#section-2',
  ],
  'patch-is-applied': [
    'What PATCH was sent MUST be there after a successful response.',
    'https://www.rfc-editor.org/rfc/rfc5789#section-2',
  ],
  'patch-is-partial': [
    'PATCH SHOULD leave members as they are that it could change and is not sent.',
    'https://www.rfc-editor.org/rfc/rfc5789#section-2',
  ],
  'refused-create-leaves-nothing': [
    'A creation that is refused MUST NOT leave anything.',
    `${HTTP}#section-15.5`,
  ],
  'refused-change-leaves-nothing': [
    'A change that is refused MUST leave everything as it was.',
    'https://www.rfc-editor.org/rfc/rfc5789#section-2',
  ],
  'kept-within-parent': [
    'What was created within one thing MUST NOT be listed, changed or removed within another.',
    'https://www.rfc-editor.org/rfc/rfc3986#section-3.3',
  ],
  'removed-takes-no-more': [
    'Nothing SHOULD be created within what was removed.',
    `${HTTP}#section-15.5.5`,
  ],
  'removed-with-parent': [
    'What was created within something SHOULD NOT be returned there when that was removed.',
    `${HTTP}#section-15.5.5`,
  ],
  'accepted-can-be-followed': [
    'What a response with the status 202 names as its status SHOULD be there.',
    `${HTTP}#section-15.3.3`,
  ],
  'accepted-is-performed': [
    'The status that a response with 202 names MUST be that of the request.',
    `${HTTP}#section-15.3.3`,
  ],
  'retry-has-one-effect': [
    'A creation that is sent again with the same id or key MUST have one effect.',
    'https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2',
  ],
  'read-only-kept': [
    'A member that is readOnly MUST NOT take the value that a client sends.',
    'https://spec.openapis.org/oas/v3.1.1#schema-object',
  ],
  'if-match-honoured': [
    'A change whose If-Match does not name the current entity tag MUST NOT be performed.',
    `${HTTP}#section-13.1.1`,
  ],
  'entity-tag-changes': [
    'A strong entity tag MUST change when what GET returns changes.',
    `${HTTP}#section-8.8.1`,
  ],
  'existence-hidden': [
    'A response that hides a thing from somebody SHOULD be that for what is not there.',
    `${HTTP}#section-15.5.4`,
  ],
  'hidden-kept-from-others': [
    'What is not there for somebody (404) MUST NOT be listed, changed or removed by them.',
    `${HTTP}#section-15.5.5`,
  ],
} satisfies Readonly<Record<string, readonly [rule: string, see: string]>>;

/** Identifier of a check whose violation only several exchanges show. */
export type StatefulCheckId = keyof typeof statefulChecks;

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
  ...Object.entries(statefulChecks).map(([id, [rule, see]]) => ({ id, rule, see })),
];
