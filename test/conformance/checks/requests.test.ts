import { speaksOfState } from '../../../src/conformance/checks/doubts';
import { checks } from '../../../src/conformance/checks/index';
import type { JudgedDocument } from '../../../src/conformance/judge/second-validator';
import { judgedDocument, requestOf } from '../judge/judged';

const yaml = `
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { in: query, name: weight, schema: { type: number, format: float } }
        - { in: query, name: width, schema: { type: number } }
        - { in: query, name: mail, schema: { type: string, format: email } }
        - { in: query, name: shelf, schema: { type: string, format: shelf-mark } }
        - { in: query, name: pages, schema: { type: integer, format: int32 } }
      responses: { 200: { description: All }, 400: { description: No } }
    post:
      operationId: changePassword
      security: [{ token: [] }]
      requestBody: { content: { application/json: {} } }
      responses: { 200: { description: In }, 401: { description: Who }, 415: { description: What } }
    delete:
      operationId: dropBooks
      responses: { 400: { description: No }, 401: { description: Who }, 405: { description: How } }
  /doors:
    post:
      operationId: enter
      responses: { 200: { description: In }, 401: { description: Who } }
    put:
      operationId: enterSilently
      responses: { 200: { description: In } }
    patch:
      operationId: enterOpenly
      security: []
      responses: { 200: { description: In } }
    delete:
      operationId: lock
      responses: { 200: { description: Locked }, 501: { description: Not yet } }
`;

let document: JudgedDocument;
beforeAll(async () => {
  document = judgedDocument(yaml);
});

/** The findings for a valid request with a status. */
async function found(
  operationId: string,
  status: number,
  given: Readonly<Record<string, unknown>>,
  body?: string,
) {
  const broken = await brokenBy(operationId, status, given, body);
  return broken.map(({ id }) => id);
}

async function brokenBy(
  operationId: string,
  status: number,
  given: Readonly<Record<string, unknown>>,
  body?: string,
) {
  const operation = document.loaded.operations.find((each) => each.operationId === operationId);
  const parameters = (operation?.parameters ?? [])
    .map((parameter) => ({ parameter, value: given[String(parameter.value.name)] }))
    .filter(({ value }) => value !== undefined);
  const request = requestOf(`${operation?.method ?? ''} ${operation?.path ?? ''}`, body);
  const values = { parameters };
  const exchange = {
    testCase: { phase: 'coverage', operation, title: 'a try', request, covers: [], values },
    judgement: { expected: 'acceptance', input: {} },
    outcome: { kind: 'response', response: { status, headers: [], body: Buffer.of() } },
    ...{ sentAt: 0, durationMs: 0 },
  } as const;
  const all = await Promise.all(
    checks.map(async (check) =>
      ((await check.examine?.(exchange, document)) ?? [])
        .filter(({ noVerdict }) => noVerdict === undefined)
        .map(({ message }) => ({ id: check.id, message })),
    ),
  );
  return all.flat();
}

it.each<[operationId: string, status: number, given: Record<string, unknown>, expected: string[]]>([
  ['listBooks', 400, {}, ['accepts-valid']],
  ['listBooks', 400, { weight: 12.5 }, ['accepts-valid']],
  ['listBooks', 400, { weight: 1e308 }, []],
  ['listBooks', 400, { width: 1e308 }, ['accepts-valid']],
  ['listBooks', 400, { mail: 'a@example.com' }, ['accepts-valid']],
  ['listBooks', 400, { mail: "o'brien@example.com" }, []],
  ['listBooks', 400, { shelf: 'A 12' }, []],
  ['listBooks', 400, { shelf: 12 }, []],
  ['listBooks', 400, { shelf: ['A 12'] }, []],
  ['listBooks', 400, { pages: 12 }, ['accepts-valid']],
  ['listBooks', 415, {}, ['documented-media-type-accepted', 'status-documented']],
  ['dropBooks', 400, {}, []],
  ['dropBooks', 401, {}, ['www-authenticate']],
  ['dropBooks', 405, {}, ['allow']],
  ['enter', 401, {}, ['www-authenticate']],
  ['enter', 501, {}, ['method-implemented', 'no-server-error', 'status-documented']],
  ['lock', 405, {}, ['allow', 'method-implemented', 'status-documented']],
  ['lock', 501, {}, []],
  ['enterSilently', 401, {}, ['status-documented', 'www-authenticate']],
  ['enterOpenly', 401, {}, ['credentials-accepted', 'status-documented', 'www-authenticate']],
])('%s: %d for a valid request with %j breaks %j', async (operationId, status, given, expected) => {
  expect((await found(operationId, status, given)).toSorted()).toEqual(expected);
});

it.each<[body: string | undefined, expected: string[]]>([
  ['{"title":"a"}', ['credentials-accepted', 'www-authenticate']],
  ['{"user":{"name":"a","password":"b"}}', ['www-authenticate']],
  ['{"resetToken":"b"}', ['www-authenticate']],
  ['{"pinned":true}', ['credentials-accepted', 'www-authenticate']],
  ['name=a&passwd=b', ['www-authenticate']],
])('401 for a valid request with the content %s breaks %j', async (body, expected) => {
  expect((await found('changePassword', 401, {}, body)).toSorted()).toEqual(expected);
});

it.each<[operationId: string, status: number, body: string | undefined, what: string]>([
  ['changePassword', 415, '{}', 'refuses a media type that the document lists'],
  ['changePassword', 415, undefined, 'asks for content, which the document does not'],
  ['enterOpenly', 401, undefined, 'asks for credentials, which the document does not'],
])('%s: %d for a valid request with the content %s %s', async (operationId, status, body, what) => {
  const messages = (await brokenBy(operationId, status, {}, body)).map(({ message }) => message);
  expect(messages).toContain(`${status} for a try: ${what}`);
});

it.each<[text: string, expected: boolean]>([
  ['Could not find role 14', true],
  ['The role was not found', true],
  ['role_not_found', true],
  ["The project doesn't exist", true],
  ['Environment "x" does not exist', true],
  ['There is no such member', true],
  ['A user with this name already exists', true],
  ['The name is taken', true],
  ['name must be at least 2 characters long', false],
  ['colour is not allowed to be empty', false],
  ['{"error":"invalid"}', false],
  ['', false],
])('"%s" speaks of what a service has: %s', (text, expected) => {
  expect(speaksOfState({ status: 400, headers: [], body: Buffer.from(text) })).toBe(expected);
});
