import { checks } from '../../../../scripts/conformance/checks/index';
import type { JudgedDocument } from '../../../../scripts/conformance/judge/judged-document';
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
      responses: { 200: { description: All }, 400: { description: No } }
    post:
      operationId: logIn
      requestBody: { content: { application/json: {} } }
      responses: { 200: { description: In }, 401: { description: Who }, 415: { description: What } }
    delete:
      operationId: dropBooks
      responses: { 400: { description: No }, 401: { description: Who }, 405: { description: How } }
`;

let document: JudgedDocument;
beforeAll(async () => {
  document = await judgedDocument(yaml);
});

/** What is found of a status that a valid request got. */
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
  const request = requestOf(`${operation?.method ?? ''} /books`, body);
  const values = { parameters };
  const exchange = {
    testCase: { phase: 'coverage', operation, title: 'a try', request, covers: [], values },
    judgement: { expected: 'acceptance', input: {} },
    outcome: { kind: 'response', response: { status, headers: [], body: Buffer.of() } },
    ...{ sentAt: 0, durationMs: 0 },
  } as const;
  const all = await Promise.all(
    checks.map(async (check) =>
      ((await check.examine?.(exchange, document)) ?? []).map(({ message }) => ({
        id: check.id,
        message,
      })),
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
  ['listBooks', 415, {}, ['documented-media-type-accepted', 'status-documented']],
  ['dropBooks', 400, {}, []],
  ['dropBooks', 401, {}, ['www-authenticate']],
  ['dropBooks', 405, {}, ['allow']],
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
  expect((await found('logIn', 401, {}, body)).toSorted()).toEqual(expected);
});

it.each<[status: number, body: string | undefined, message: string]>([
  [415, '{}', '415 for a try: refuses a media type that the document lists'],
  [415, undefined, '415 for a try: asks for content, which the document does not'],
  [401, '{}', '401 for a try: asks for credentials, which the document does not'],
])('%d for a valid request with the content %s is told as "%s"', async (status, body, message) => {
  const messages = (await brokenBy('logIn', status, {}, body)).map((each) => each.message);
  expect(messages).toContain(message);
});
