/**
 * The faults that the service can have, each of which real services have. schema-faults.ts defines faults of
 * validation; the code of the service looks up the others.
 */
export interface FaultDescription {
  readonly name: string;
  readonly describes: string;
  /** The rule that the fault breaks. */
  readonly breaks: Rule;
}

/** The rules that a service keeps, by short names. */
type Rule =
  | 'no server error'
  | 'answers'
  | 'status documented'
  | 'status fits'
  | 'valid accepted'
  | 'invalid refused'
  | 'media type'
  | 'request media type'
  | 'no content'
  | 'headers'
  | 'body'
  | 'error body'
  | 'nothing leaked'
  | 'authentication'
  | 'scope'
  | 'challenge'
  | 'methods'
  | 'created is retrievable'
  | 'deleted is gone'
  | 'values exact'
  | 'refused has no effect'
  | 'put replaces'
  | 'put idempotent'
  | 'merge patch'
  | 'location'
  | 'retry has one effect'
  | 'existence hidden'
  | 'header injection'
  | 'read-only kept'
  | 'safe methods'
  | 'preconditions'
  | 'exercised';

const table = [
  // Crashes.
  ['nul-500', 'A NUL in the title of a new book fails in the database', 'no server error'],
  ['surrogate-500', 'A lone surrogate in a JSON string cannot be encoded', 'no server error'],
  ['malformed-json-500', 'The exception of the JSON parser is not caught', 'no server error'],
  ['large-integer-500', 'A stockNumber of 2^53 or more does not fit the column', 'no server error'],
  ['path-percent-500', 'Malformed percent-encoding in a path is not caught', 'no server error'],
  ['query-percent-500', 'Malformed percent-encoding in a query is not caught', 'no server error'],
  ['duplicate-names-500', 'A name twice in a JSON object is an exception', 'no server error'],
  ['unknown-discriminator-500', 'There is no class for an unknown kind of item', 'no server error'],
  ['path-uuid-500', 'A memberId that is no UUID fails in the database', 'no server error'],
  [
    'astral-500',
    'A summary with a character beyond U+FFFF fails in the database',
    'no server error',
  ],
  [
    'empty-tags-500',
    'An empty list of tags makes an SQL statement without values',
    'no server error',
  ],
  ['two-options-500', 'A subtitle and a series together fail', 'no server error'],
  ['exact-length-500', 'The column of the title is shorter than maxLength', 'no server error'],
  ['max-limit-500', 'The greatest limit of the list fails', 'no server error'],
  ['patch-null-500', 'null in a merge patch is dereferenced', 'no server error'],
  ['media-type-500', 'There is no parser for an unknown media type', 'no server error'],
  ['empty-body-500', 'A missing JSON body is dereferenced', 'no server error'],
  ['null-body-500', 'The JSON body null is dereferenced', 'no server error'],
  ['head-500', 'HEAD has no handler', 'no server error'],
  ['options-500', 'OPTIONS has no handler', 'no server error'],
  ['missing-500', 'A book that is not there is dereferenced', 'no server error'],
  ['hangs', 'lendable=false waits for a lock that is never free', 'answers'],
  ['endless-status', 'The JSON of the status never ends', 'answers'],
  ['int64-limit-500', 'A limit of 2^63 does not fit the column', 'no server error'],
  ['overflow-500', 'A birthYear of 10^400 is infinite, which no integer is', 'no server error'],
  ['drops-connection', 'X-Age: 0 divides by zero and ends the worker', 'answers'],

  // Secrets.
  ['stack-leaked', 'The error for malformed JSON has the stack of the exception', 'nothing leaked'],
  ['sql-leaked', 'The error for a taken id has the SQL statement', 'nothing leaked'],
  ['path-leaked', 'The error for a missing book names a file of the server', 'nothing leaked'],

  // Statuses.
  ['undocumented-success', 'A new hold is answered with 202', 'status documented'],
  ['undocumented-refusal', 'An invalid hold is answered with 422', 'status documented'],
  ['ok-for-missing', 'A missing book is answered with 200 and an error body', 'body'],
  ['ok-for-invalid', 'An invalid book is answered with 201 and an error body', 'body'],
  ['bad-request-without-token', 'Missing credentials are answered with 400', 'authentication'],
  ['conflict-for-new', 'A member with a birthYear is always a conflict', 'valid accepted'],
  ['always-404', 'No member is ever found', 'created is retrievable'],

  // Responses.
  ['wrong-media-type', 'A book is sent as text/html', 'media type'],
  ['no-media-type', 'The list of books has no Content-Type', 'media type'],
  ['error-as-html', 'Refusals of holds are HTML', 'media type'],
  ['body-on-204', 'The removal of a book is answered with 204 and a body', 'no content'],
  ['head-with-body', 'HEAD is answered with the body of GET', 'methods'],
  ['missing-member', 'The response to GET lacks the revision', 'body'],
  ['third-item-wrong', 'The third book of a list lacks its medium', 'body'],
  ['extra-member', 'The publisher of a book has its internal _id', 'body'],
  ['wrong-type', 'The response to PATCH has the revision as a string', 'body'],
  ['bad-date-time', 'addedAt has a space and no zone', 'body'],
  ['bad-enum-for-one', 'The genre poetry is answered as Poetry', 'body'],
  ['wrong-branch', 'Recommended discs have the kind of books', 'body'],
  ['write-only-leaked', 'GET of a member has the password', 'body'],
  ['write-only-leaked-on-retry', 'A repeated creation of a member answers the password', 'body'],
  ['null-for-absent', 'A book without subtitle is answered with null', 'body'],
  ['malformed-response', 'The status is written as Python has it', 'body'],
  ['list-ignores-limit', 'The list has all books, whatever the limit', 'body'],
  ['header-missing', 'The list of books lacks X-Total-Count', 'headers'],
  ['header-type', 'X-Total-Count of holds is no number', 'headers'],
  ['etag-missing', 'The response to PUT lacks the ETag', 'headers'],
  ['location-missing', 'A new hold has no Location', 'headers'],
  ['error-off-schema', 'The problem of a missing book has no title', 'error body'],
  ['failure-open', 'The closed error of a refused member has details', 'error body'],

  // Validation in the schemas.
  ['length-max-plus-one', 'A title of 41 characters is accepted', 'invalid refused'],
  ['integer-max-plus-one', 'limit=11 is accepted', 'invalid refused'],
  ['email-max-refused', 'An email of 120 characters is refused', 'valid accepted'],
  ['integer-max-refused', 'A book of 5000 pages is refused', 'valid accepted'],
  ['length-min-refused', 'A title of two characters is refused', 'valid accepted'],
  ['length-in-utf16-units', 'Lengths are counted in UTF-16 units', 'valid accepted'],
  ['exclusive-minimum-inclusive', 'A weight of 0 is accepted', 'invalid refused'],
  ['multiple-of-ignored', 'Any number of days is accepted', 'invalid refused'],
  ['fraction-multiple-of-ignored', 'Any weight is accepted', 'invalid refused'],
  ['half-cents-accepted', 'A deposit may have half cents', 'invalid refused'],
  ['cents-refused', 'Deposits are divided by 0.01 as doubles', 'valid accepted'],
  ['capitals-in-names-refused', 'Names of labels may have no capitals', 'valid accepted'],
  ['pattern-ignored', 'Any barcode is accepted', 'invalid refused'],
  ['pattern-unanchored', 'Text around an isbn is accepted', 'invalid refused'],
  ['additional-properties-ignored', 'Publishers may have unknown members', 'invalid refused'],
  ['unevaluated-properties-ignored', 'Books may have unknown members', 'invalid refused'],
  ['dependent-required-ignored', 'An isbn without a publisher is accepted', 'invalid refused'],
  ['then-ignored', 'An audio book without minutes is accepted', 'invalid refused'],
  ['else-ignored', 'A printed book without pages is accepted', 'invalid refused'],
  ['contains-ignored', 'Copies need not be lendable', 'invalid refused'],
  ['min-contains-ignored', 'One lendable copy is enough', 'invalid refused'],
  ['max-contains-ignored', 'Five lendable copies are accepted', 'invalid refused'],
  ['prefix-items-ignored', 'Dimensions may have any items', 'invalid refused'],
  ['third-prefix-item-ignored', 'Dimensions may have any unit', 'invalid refused'],
  ['items-after-prefix-accepted', 'Dimensions may have a fourth item', 'invalid refused'],
  ['property-names-ignored', 'Identifiers may have any names', 'invalid refused'],
  ['pattern-properties-ignored', 'The number of oclc may be any text', 'invalid refused'],
  ['max-properties-ignored', 'A book may have five identifiers', 'invalid refused'],
  ['min-properties-ignored', 'An empty merge patch is accepted', 'invalid refused'],
  ['unique-items-ignored', 'A tag may come twice', 'invalid refused'],
  ['max-items-ignored', 'Six tags are accepted', 'invalid refused'],
  ['body-enum-ignored', 'Contributors may have any role', 'invalid refused'],
  ['branch-required-ignored', 'A magazine without issue is accepted', 'invalid refused'],
  ['branch-closed-ignored', 'A disc may have unknown members', 'invalid refused'],
  ['required-ignored', 'A member without email is accepted', 'invalid refused'],
  ['format-date-time-ignored', 'dueBy may be any text', 'invalid refused'],
  ['format-email-ignored', 'email may be any text', 'invalid refused'],
  ['format-uuid-ignored', 'The id of a member may be any text', 'invalid refused'],
  ['null-accepted', 'The city of a publisher may be null', 'invalid refused'],
  ['null-refused', 'The rating null is refused', 'valid accepted'],
  ['int64-overflow-accepted', 'A stockNumber of 2^63 is accepted', 'invalid refused'],
  ['int32-for-int64', 'A stockNumber beyond 2^31 is refused', 'valid accepted'],
  ['query-enum-ignored', 'sort may be any text', 'invalid refused'],
  ['one-enum-value-refused', 'sort=-pages is refused', 'valid accepted'],
  ['query-array-max-items-ignored', 'Four genres are accepted', 'invalid refused'],
  ['query-array-min-items-ignored', 'One language is accepted', 'invalid refused'],
  ['query-unique-items-ignored', 'A genre may come twice', 'invalid refused'],
  ['query-item-pattern-ignored', 'Languages may be any texts', 'invalid refused'],
  ['deep-object-open', 'size may have unknown members', 'invalid refused'],
  ['query-max-length-ignored', 'q may be of any length', 'invalid refused'],
  ['header-pattern-ignored', 'An Idempotency-Key may have any characters', 'invalid refused'],
  ['patch-bounds-ignored', 'A merge patch may give any number of pages', 'invalid refused'],

  // Validation elsewhere.
  ['string-for-integer', 'Digits in a string are accepted as pages', 'invalid refused'],
  ['fraction-truncated', 'Fractions are cut off the days of a hold', 'invalid refused'],
  ['query-integer-prefix', 'limit=5abc is read as 5', 'invalid refused'],
  ['int32-wrapped', 'Of an offset the last 32 bits are read', 'invalid refused'],
  ['two-digits-refused', 'minDays may have one digit or three', 'valid accepted'],
  ['later-items-unchecked', 'Contributors from the third on are not validated', 'invalid refused'],
  ['form-unchecked', 'Bodies of forms are not validated', 'invalid refused'],
  ['put-unchecked', 'PUT takes any number of pages', 'invalid refused'],
  ['cookie-ignored', 'The cookie of the reader may be missing', 'invalid refused'],
  ['header-type-ignored', 'X-Age may be any text', 'invalid refused'],
  ['empty-body-accepted', 'Feedback without a body is accepted', 'invalid refused'],
  ['explode-false-unsplit', 'genres=novel,essay is read as one genre', 'valid accepted'],
  ['explode-true-last', 'Of several languages the last is read', 'valid accepted'],
  ['charset-accepted', 'A summary in ISO-8859-1 is read as UTF-8', 'request media type'],
  ['any-media-type', 'A book is read from any media type', 'request media type'],
  ['patch-as-json', 'PATCH takes application/json', 'request media type'],
  ['form-unsupported', 'The form that is documented is refused', 'valid accepted'],
  ['form-of-texts', 'The score of a form stays a text, and is refused', 'valid accepted'],
  ['charset-refused', 'A media type with charset=utf-8 is refused for holds', 'valid accepted'],
  ['quoted-charset-refused', 'charset="UTF-8" in quotes is refused for books', 'valid accepted'],
  ['media-type-by-case', 'APPLICATION/JSON is refused for members', 'valid accepted'],

  // Authentication.
  ['no-authentication', 'Members are listed for everybody', 'authentication'],
  ['garbage-token', 'Any bearer token is accepted for a book', 'authentication'],
  ['token-tail-ignored', 'A token whose end was changed is accepted for holds', 'authentication'],
  ['longer-token', 'A token with something behind it is accepted', 'authentication'],
  ['shorter-token', 'A token without its last character is accepted', 'authentication'],
  ['token-in-any-case', 'A token is accepted in capitals', 'authentication'],
  ['empty-bearer', 'Bearer without a token is accepted', 'authentication'],
  ['any-scheme', 'The key of the desk is accepted where a token is asked for', 'authentication'],
  ['any-desk-key', 'Any key of the desk is accepted', 'authentication'],
  ['scope-ignored', 'Any token may remove books', 'scope'],
  ['read-scope-writes', 'The scope of reading is enough for PATCH', 'scope'],
  ['challenge-missing', '401 comes without WWW-Authenticate', 'challenge'],
  ['foreign-403', "Somebody else's hold is 403 where a missing one is 404", 'existence hidden'],

  // Methods.
  ['undeclared-method', 'DELETE of a member is there, which the document does not say', 'methods'],
  ['allow-missing', '405 comes without Allow', 'methods'],
  ['any-method-reads', 'Undeclared methods on the status do as GET', 'methods'],

  // State.
  ['deleted-readable', 'A removed book can be read', 'deleted is gone'],
  ['deleted-listed', 'A removed book is still in the list', 'deleted is gone'],
  ['created-not-stored', 'A new book is not stored', 'created is retrievable'],
  ['member-dropped', 'The subtitle of a new book is not stored', 'values exact'],
  ['nested-member-dropped', 'PUT does not store the number in a series', 'values exact'],
  ['number-rounded', 'Weights are stored with one decimal', 'values exact'],
  ['int64-rounded', 'stockNumber is stored as a double', 'values exact'],
  ['text-trimmed', 'White space around a title is not stored', 'values exact'],
  ['text-normalized', 'Names of members are normalized to NFC', 'values exact'],
  ['line-ends-changed', 'CR LF in a summary is stored as LF', 'values exact'],
  ['summary-latin1', 'A summary is stored in ISO-8859-1', 'values exact'],
  ['refused-create-stored', 'A hold that is refused is stored', 'refused has no effect'],
  ['refused-change-stored', 'PUT that is refused has changed the title', 'refused has no effect'],
  ['put-merges', 'PUT keeps what the request leaves out', 'put replaces'],
  ['put-appends', 'PUT adds its tags to those that are there', 'put idempotent'],
  ['patch-null-ignored', 'null in a merge patch removes nothing', 'merge patch'],
  ['patch-null-stored', 'null in a merge patch is stored as null', 'merge patch'],
  ['patch-shallow', 'A merge patch replaces the publisher as a whole', 'merge patch'],
  ['patch-appends', 'A merge patch adds its tags to those that are there', 'merge patch'],
  ['patch-resets', 'A merge patch removes the genre that it does not name', 'merge patch'],
  ['location-elsewhere', 'Location names the book that was added before', 'location'],
  ['location-unresolvable', 'Location of a hold is relative to another place', 'location'],
  ['retry-repeats', 'The Idempotency-Key is ignored', 'retry has one effect'],
  ['member-twice', 'A repeated creation of a member stores it again', 'retry has one effect'],
  [
    'taken-overwritten',
    'Another member with a taken id replaces the first',
    'refused has no effect',
  ],
  ['header-injection', 'The text of q comes in a header as it is', 'header injection'],
  ['read-only-settable', 'Clients can set addedAt', 'read-only kept'],
  ['read-changes', 'Each GET of a book counts as a revision', 'safe methods'],
  ['if-match-ignored', 'PUT with an old entity tag changes the book', 'preconditions'],
] as const satisfies readonly (readonly [name: string, describes: string, breaks: Rule])[];

export type FaultName = (typeof table)[number][0];

export const faults: readonly (FaultDescription & { readonly name: FaultName })[] = table.map(
  ([name, describes, breaks]) => ({ name, describes, breaks }),
);

/** True if a service has a fault. */
export type HasFault = (name: FaultName) => boolean;
