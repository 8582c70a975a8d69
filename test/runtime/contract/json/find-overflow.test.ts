import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

/** A number beyond the range of a double is refused by its place, wherever a request may hold JSON. */

const DOCUMENT = `
openapi: 3.1.0
info: { title: Numbers, version: 1.0.0 }
paths:
  /:
    get:
      operationId: find
      parameters:
        - { name: where, in: query, content: { application/json: { schema: {} } } }
        - { name: X-Where, in: header, content: { application/json: { schema: {} } } }
        - { name: where, in: cookie, content: { application/json: { schema: {} } } }
      responses: { 204: { description: Found } }
    post:
      operationId: add
      requestBody:
        content:
          application/json: { schema: {} }
          multipart/form-data: { schema: { $ref: '#/components/schemas/Form' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Form' } }
      responses: { 204: { description: Added } }
components:
  schemas:
    Form:
      properties: { meta: { type: object }, all: { type: array, items: { type: object } } }
`;

const done = (): Promise<{ status: number }> => Promise.resolve({ status: 204 });
const served = useDocument(DOCUMENT, { find: done, add: done });

/** The message of a refusal, or the status of a success. */
async function outcomeOf(init: RequestInit, target = '/'): Promise<string | number> {
  const response = await fetch(served.url + target, init);
  if (response.ok) return response.status;
  return ((await response.json()) as { message: string }).message;
}

function post(body: string, type: string): Promise<string | number> {
  return outcomeOf({ method: 'POST', body, headers: { 'content-type': type } });
}

const FAULT = 'has a number beyond the range of a double';
const DIGITS = '9'.repeat(501);

itEach<[given: string, want: string]>({
  'the body itself': ['1E400', `The body ${FAULT}`],
  'a property': ['{"id":1E400}', `The body at "/id" ${FAULT}`],
  '501 digits': [`{"id":${DIGITS}}`, `The body at "/id" ${FAULT}`],
  'a negative one': [`{"id":-${DIGITS}.5}`, `The body at "/id" ${FAULT}`],
  'an item': ['[0,[],[1,1e400]]', `The body at "/2/1" ${FAULT}`],
  'deep within both': ['{"a":[{},{"b":[[{"c":1e999}]]}]}', `The body at "/a/1/b/0/0/c" ${FAULT}`],
  'names that a pointer escapes': [
    '{"a/b":{"m~n":{"~1":1e400}}}',
    `The body at "/a~1b/m~0n/~01" ${FAULT}`,
  ],
  'an empty name': ['{"":1e400}', `The body at "/" ${FAULT}`],
  'a name in escapes': ['{"\\u0069d":1e400}', `The body at "/id" ${FAULT}`],
  'a name with quotes': ['{"\\"":1e400}', `The body at "/\\"" ${FAULT}`],
  '"__proto__"': ['{"__proto__":1e400}', `The body at "/__proto__" ${FAULT}`],
  'the last of two equal names': ['{"a":1,"a":1e400}', `The body at "/a" ${FAULT}`],
  'a very long name, which is cut': [
    `{"${'n'.repeat(200)}":1e400}`,
    `The body at "/${'n'.repeat(99)}…" ${FAULT}`,
  ],
  '250 levels, which are cut': [
    `${'['.repeat(250)}1e400${']'.repeat(250)}`,
    `The body at "${'/0'.repeat(50)}…" ${FAULT}`,
  ],
})('in JSON: %s', async (_, given, want) => {
  expect(await post(given, 'application/json')).toBe(want);
});

it.each<[string, string]>([
  ['text that looks like one', '{"id":"1E400"}'],
  ['a name that looks like one', '{"1E400":1}'],
  ['the first of two equal names, of which the last counts', '{"a":1E400,"a":1}'],
  ['the largest double', '{"id":1.7976931348623157e308}'],
])('takes %s', async (_, body) => expect(await post(body, 'application/json')).toBe(204));

it.each<[name: string, given: string, field: string, want: string]>([
  ['an object', '{"a":[1e400]}', 'meta', `"meta" of the body at "/a/0"`],
  ['an item', '{"a/b":1e400}', 'all', `"all" of the body at "/a~1b"`],
])('in a field of a form: %s', async (_, given, field, want) => {
  const form = new FormData();
  form.append(field, new Blob([given], { type: 'application/json' }));
  const outcomes = [
    await outcomeOf({ method: 'POST', body: form }),
    await outcomeOf({ method: 'POST', body: new URLSearchParams({ [field]: given }) }),
  ];
  expect(outcomes).toStrictEqual(Array(2).fill(`The field ${want} ${FAULT}`));
});

it.each<[string, { target?: string; headers?: Record<string, string> }]>([
  ['query', { target: `/?where=${encodeURIComponent('{"a/b":[1e400]}')}` }],
  ['header', { headers: { 'X-Where': '{"a/b":[1e400]}' } }],
  ['cookie', { headers: { Cookie: `where=${encodeURIComponent('{"a/b":[1e400]}')}` } }],
])('in a parameter by content: %s', async (location, { target, headers }) => {
  const name = location === 'header' ? 'X-Where' : 'where';
  expect(await outcomeOf({ headers: headers ?? {} }, target)).toBe(
    `The ${location} parameter "${name}" at "/a~1b/0" ${FAULT}`,
  );
});
