import { parseSource } from '../../../src/tools/document/read/read-document';
import { serveMock } from '../../support/serve-mock';

const NEVER = '{ allOf: [{ type: string }, { type: integer }] }';
const NOT_FOUND = `{ type: string, pattern: '^a$', minLength: 3 }`;
const REMEDY = 'no valid value was found; correct the schema, or give an example';

/** A mock of one operation with these responses, asked once. */
async function askOnce(responses: string, headers: Readonly<Record<string, string>> = {}) {
  const document = `openapi: 3.1.0
info: { title: Nothing, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: look
      responses:
        ${responses.trim().split('\n').join('\n        ')}
`;
  const notices: string[] = [];
  const reports: string[] = [];
  const mock = await serveMock(parseSource(document, 'nothing.yaml'), {
    notice: ({ pointer, message }) => notices.push(`${pointer}: ${message}`),
    report: (pointer, message) => reports.push(`${pointer}: ${message}`),
  });
  const atStart = [...reports, ...notices];
  const response = await fetch(`${mock.url}/a`, { headers });
  const text = await response.text();
  await mock.close(0);
  return { atStart, reports, text, status: response.status, headers: response.headers };
}

const json = (status: number, schema: string, more = ''): string =>
  `${status}: { description: x, content: { application/json: { schema: ${schema}${more} } } }`;

const at = (status: number): string =>
  `/paths/~1a/get/responses/${status}/content/application~1json/schema`;

it.each([
  [NEVER, `${at(201)}/allOf/1/type`, '"type: string", "type: integer" exclude each other'],
  ['false', at(201), 'its schema is "false", or has an empty "enum"'],
  [
    '{ type: object, required: [a], properties: { a: { type: string, enum: [1] } } }',
    `${at(201)}/properties/a/enum`,
    'the property "a" is required, and "type: string", "enum: [1]" exclude each other',
  ],
])('says at the start that no value fits %s', async (schema, place, reason) => {
  const { atStart } = await askOnce(json(201, schema));
  expect(atStart).toEqual([`${place}: no value fits the response 201 of "look": ${reason}`]);
});

it('says nothing at the start of responses that a value fits', async () => {
  const { atStart, status } = await askOnce(`${json(200, '{ const: 1 }')}\n${json(404, '{}')}`);
  expect([atStart, status]).toEqual([[], 200]);
});

it.each([NEVER, NOT_FOUND])('answers 501 where no value is found for %s', async (schema) => {
  const { status, text, headers, reports } = await askOnce(json(200, schema));
  expect([status, JSON.parse(text)]).toEqual([
    501,
    { error: 50101, message: `At "${at(200)}", ${REMEDY}` },
  ]);
  expect(headers.get('x-mock-warning')).toBe(REMEDY);
  expect(reports).toEqual([`${at(200)}: ${REMEDY}`]);
});

it.each<[string, string, number, string]>([
  ['another success', json(202, '{ const: 2 }'), 202, '2'],
  ['a success without content', '204: { description: Nothing }', 204, ''],
  ['the first that has a value', `${json(202, 'false')}\n${json(203, '{ const: 3 }')}`, 203, '3'],
  ['no part', `${json(206, '{ const: 6 }')}\n${json(226, '{ const: 7 }')}`, 226, '7'],
])('sends %s where no value is found for the usual one', async (_, others, status, body) => {
  const answer = await askOnce(`${json(200, NOT_FOUND)}\n${others}`);
  expect([answer.status, answer.text]).toEqual([status, body]);
  expect(answer.headers.get('x-mock-warning')).toBe(
    `no valid value was found; ${status} is sent in place of 200`,
  );
  expect(answer.reports).toContain(`${at(200)}: ${REMEDY}`);
});

it.each<[string, string, Record<string, string>, number]>([
  ['the usual one has a value', json(200, '{ const: 1 }'), {}, 200],
  [
    'an example of the usual one fits',
    json(200, NOT_FOUND.replace('3', '1'), ', example: a'),
    {},
    200,
  ],
  ['the client asks for the usual one', json(200, NOT_FOUND), { prefer: 'code=200' }, 501],
])('sends no other success where %s', async (_, usual, headers, status) => {
  expect((await askOnce(`${usual}\n${json(202, '{ const: 2 }')}`, headers)).status).toBe(status);
});

it('sends a made value that does not fit, with a warning, where there is no other', async () => {
  const { status, headers } = await askOnce(json(200, '{ not: {} }'));
  expect([status, headers.get('x-mock-warning')]).toEqual([
    200,
    'no valid value was found; the made one matches a schema that it must not match',
  ]);
});
