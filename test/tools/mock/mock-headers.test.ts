import { parseSource } from '../../../src/tools/document/read/read-document';
import { serveMock } from '../../support/serve-mock';
import { useStarted } from '../../support/use-started';

const TEXT = { type: 'string' };
const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
const TOKEN = /^[\w-]+$/;

/** Header fields, their Header Objects, and what the mock sends. */
const rows: readonly (readonly [name: string, header: object, sent: RegExp | string])[] = [
  ['ETag', { schema: TEXT }, /^"[!#-~]+"$/],
  ['etag', { schema: { type: ['string', 'null'] } }, /^"[!#-~]+"$/],
  ['ETag', { schema: { anyOf: [{ type: 'integer' }, TEXT] } }, /^"[!#-~]+"$/],
  ['Last-Modified', { schema: TEXT }, DATE],
  ['Last-Modified', { schema: { type: 'string', format: 'http-date' } }, DATE],
  ['Expires', { schema: TEXT }, DATE],
  ['Sunset', { schema: TEXT }, DATE],
  ['Deprecation', { schema: TEXT }, /^@\d+$/],
  ['Retry-After', { schema: TEXT }, /^\d+$/],
  ['Retry-After', { schema: { oneOf: [{ type: 'integer' }, TEXT] } }, /^\d+$/],
  ['Retry-After', { schema: { type: 'integer', minimum: 30 } }, /^[3-9]\d$|^\d{3,}$/],
  ['Age', { schema: { type: 'number' } }, /^\d+$/],
  ['Vary', { schema: TEXT }, TOKEN],
  ['Vary', { schema: { type: 'array', items: TEXT } }, TOKEN],
  ['Allow', { schema: { type: 'array', items: TEXT, minItems: 1 } }, /^[A-Z]+$/],
  ['Allow', { schema: TEXT }, /^[A-Z]+$/],
  ['Cache-Control', { schema: TEXT }, /^[a-z-]+(?:=\d+)?$/],
  ['Content-Disposition', { schema: TEXT }, /^[a-z]+; filename="[^"]+"$/],
  ['Content-Language', { schema: TEXT }, /^[a-z]{2}$/],
  ['Content-Range', { schema: TEXT }, /^bytes \d+-\d+\/\d+$/],
  ['Content-Location', { schema: TEXT }, /^\/\w+$/],
  ['Location', { schema: TEXT }, /^\/\w+$/],
  ['Accept-Ranges', { schema: TEXT }, 'bytes'],
  ['Link', { schema: TEXT }, /^<[^<> ]*>; rel="\w+"$/],
  ['Set-Cookie', { schema: TEXT }, /^\w+=\w+; Path=\/$/],
  ['Set-Cookie', { schema: { type: 'array', items: TEXT } }, /^\w+=\w+; Path=\/$/],
  ['WWW-Authenticate', { schema: TEXT }, 'Bearer'],
  ['Access-Control-Allow-Origin', { schema: TEXT }, '*'],
  ['Access-Control-Allow-Credentials', { schema: { type: 'boolean' } }, 'true'],
  // What the schema and the grammar both allow.
  ['ETag', { schema: { type: 'string', minLength: 12 } }, /^(?:W\/)?"[!#-~\x80-\xff]{9,}"$/],
  ['ETag', { schema: { type: 'string', pattern: '^W/' } }, /^W\/"[^"]*"$/],
  ['ETag', { schema: { type: 'string', maxLength: 3 } }, /^".?"$/],
  ['ETag', { schema: { type: 'string', pattern: '^"\\d{3}"$' } }, /^"\d{3}"$/],
  ['Vary', { schema: { type: 'string', pattern: '^X-[a-z]{3}$' } }, /^X-[a-z]{3}$/],
  ['Cache-Control', { schema: { type: 'string', pattern: 'max-age' } }, /max-age/],
  // The document decides where they exclude each other, and by its examples.
  ['ETag', { schema: { type: 'string', pattern: '^[0-9a-f]{8}$' } }, /^[0-9a-f]{8}$/],
  ['Last-Modified', { schema: { type: 'string', format: 'date-time' } }, /^\d{4}-\d\d-\d\dT/],
  ['ETag', { schema: { enum: ['one'] } }, 'one'],
  ['ETag', { schema: { type: 'string', examples: ['two words'] } }, 'two words'],
  ['ETag', { schema: { type: 'string', default: 'three' } }, 'three'],
  ['ETag', { schema: TEXT, example: '"four"' }, '"four"'],
  ['ETag', { schema: { type: 'integer' } }, /^-?\d+$/],
  ['ETag', { content: { 'text/plain': { schema: { const: 'a b' } } } }, 'a b'],
  ['X-Tag', { schema: TEXT }, /^[a-z]+ [a-z]+$/],
];

const listener = useStarted(() => {
  const paths = rows.map(([name, header], index) => {
    const response = { description: 'Read', headers: { [name]: { required: true, ...header } } };
    return [`/${index}`, { get: { operationId: `read${index}`, responses: { 200: response } } }];
  });
  const info = { title: 'Fields', version: '1' };
  const document = { openapi: '3.1.0', info, paths: Object.fromEntries(paths) as object };
  return serveMock(parseSource(JSON.stringify(document), 'fields.json'), {
    validateResponses: true,
  });
});

it.each(rows.map((row, index) => [...row, index] as const))(
  '%s of %j is sent as %s',
  async (name, _, sent, index) => {
    const { status, headers } = await fetch(`${listener.url}/${index}`);
    expect(status).toBe(200);
    const value = headers.get(name);
    expect(value).toEqual(typeof sent === 'string' ? sent : expect.stringMatching(sent));
  },
);
