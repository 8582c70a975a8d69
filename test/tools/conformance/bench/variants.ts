/**
 * Correct services that differ from the plain one where the document and the standards leave a choice. Reporting a
 * fault of one is a false alarm.
 */
export const variants = {
  strict: 'Refuses undeclared query parameters and read-only members, which others ignore',
  lenient:
    'Takes integers that are written 1.0, a body without Content-Type, and keeps unknown members',
  'other-error-shape': 'Adds members of its own to problems, leaves out those that are optional',
  'statuses-by-range': 'Answers 422 instead of 400 where the document says 4XX or default',
  'framework-defaults':
    'Has HTML pages for what no operation covers and for broken percent-encoding, and no 405',
  'not-found-for-method': 'Answers 404 to an undeclared method',
  'methods-refused': 'Answers 405 with Allow to HEAD and OPTIONS',
  slow: 'Takes 20 to 40 ms for each response',
  'http10-closing': 'Ends each response with the connection, as HTTP/1.0 does, without its length',
  chunked:
    'Sends responses in small pieces, with more headers and an unusual spelling of media types',
  'unusual-fields':
    'Sends header fields that the document leaves out, in unusual forms that recipients read alike',
  gzip: 'Compresses responses for clients that accept it',
  'rate-limited': 'Answers 429 to one request in 20 where the document has it',
  'delete-with-content': 'Answers 200 with the removed book, where others answer 204',
  'ranges-ignored': 'Answers 200 with the whole to Range',
  redirecting: 'Redirects paths with a slash at the end',
  'revision-per-write': 'Counts each write as a revision, also one that changes nothing',
  'other-spelling':
    'Writes JSON with spaces, other order of names and escapes for what is not ASCII',
  'absolute-location':
    'Gives absolute URLs in Location, and several challenges in WWW-Authenticate',
  'validates-first': 'Refuses bodies and parameters before it looks at credentials',
  'loose-boolean': 'Reads lendable=yes as true, as frameworks do that read text so',
  'shared-holds': 'Lets everybody read all holds, which the document does not forbid',
  'endless-news': 'Sends news as long as somebody follows them',
  'malformed-credentials': 'Answers 400 to Authorization of another form than Bearer',
  'key-of-one-request': 'Refuses an Idempotency-Key that came with another body before',
} as const;

export type VariantName = keyof typeof variants;
