import { parseSource } from '../../../../src/tools/document';
import { loadContract } from '../../../../src/tools/generate';
import {
  NO_CREDENTIALS,
  operationRequest,
  type OperationRequest,
  sampleValues,
  ValueGenerator,
} from '../../../../src/tools/samples';

const TEXT = { type: 'string' };
const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Header parameters, what their Parameter Objects have, and the value in a sample request. */
const rows: readonly (readonly [name: string, parameter: object, sent: RegExp | string])[] = [
  ['If-Match', { schema: TEXT }, '*'],
  ['If-None-Match', { schema: TEXT }, /^"[!#-~]+"$/],
  ['if-none-match', { schema: { type: 'array', items: TEXT } }, /^"[!#-~]+"$/],
  ['If-Modified-Since', { schema: TEXT }, DATE],
  ['If-Unmodified-Since', { schema: TEXT }, DATE],
  ['If-Range', { schema: TEXT }, /^"[!#-~]+"$/],
  ['Range', { schema: TEXT }, 'bytes=0-'],
  ['Accept-Language', { schema: TEXT }, 'en'],
  ['Accept-Language', { schema: { enum: ['de', 'fr'] } }, /^(?:de|fr)$/],
  ['Accept-Encoding', { schema: TEXT }, 'identity'],
  ['Cache-Control', { schema: { anyOf: [TEXT, { type: 'null' }] } }, 'no-cache'],
  ['Prefer', { schema: TEXT }, 'return=representation'],
  ['Cookie', { schema: TEXT }, /^\w+=\w+$/],
  ['If-Match', { schema: { type: 'string', pattern: '^"\\d{1,9}"$' } }, /^"\d{1,9}"$/],
  ['If-Match', { schema: { type: 'string', pattern: '^[a-f]{4}$' } }, /^[a-f]{4}$/],
  ['If-Match', { schema: TEXT, example: '"7"' }, '"7"'],
  ['Range', { content: { 'application/json': { schema: TEXT } } }, /^"[a-z]+ [a-z]+"$/],
  ['X-Range', { schema: TEXT }, /^[a-z]+ [a-z]+$/],
];

const FREE_FORM = { type: 'object' };

it.each(rows)('the header parameter %s, %j, is sent as %s', (name, parameter, sent) => {
  const values = [undefined, 'a', 'b'].map((vary) => {
    const { headers } = sampleRequest({ in: 'header', name, required: true, ...parameter }, vary);
    return headers[0]?.[1];
  });
  const [first, ...varied] = values;
  expect(first).toEqual(typeof sent === 'string' ? sent : expect.stringMatching(sent));
  if (sent instanceof RegExp) for (const each of varied) expect(each).toMatch(sent);
});

it.each([
  [
    { in: 'query', style: 'deepObject', schema: FREE_FORM },
    /^\/\?filter(?:\[|%5B)\w+(?:\]|%5D)=\w+/,
  ],
  [{ in: 'query', schema: FREE_FORM }, /^\/\?\w+=\w+/],
  [{ in: 'query', schema: { type: 'array', items: TEXT } }, /^\/\?filter=\w+/],
  [{ in: 'query', schema: { type: 'array', maxItems: 0 } }, /^\/$/],
])('the required parameter %j, whose value may be empty, is sent', (parameter, sent) => {
  for (const vary of [undefined, 'a']) {
    const { target } = sampleRequest({ name: 'filter', required: true, ...parameter }, vary);
    expect(target).toMatch(sent);
  }
});

/** A request to an operation with one parameter. */
function sampleRequest(parameter: object, vary: string | undefined): OperationRequest {
  const responses = { 200: { description: 'Read' } };
  const paths = { '/': { get: { operationId: 'read', parameters: [parameter], responses } } };
  const info = { title: 'Fields', version: '1' };
  const source = parseSource(JSON.stringify({ openapi: '3.1.0', info, paths }), 'fields.json');
  const loaded = loadContract(source.document, { strict: true });
  const [operation] = loaded.operations;
  if (operation === undefined) throw new Error('The document has no operation');
  const given = sampleValues(loaded, new ValueGenerator(loaded, 1), operation, vary);
  return operationRequest(operation, given, NO_CREDENTIALS);
}
