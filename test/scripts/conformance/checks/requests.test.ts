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
) {
  const operation = document.loaded.operations.find((each) => each.operationId === operationId);
  const parameters = (operation?.parameters ?? [])
    .map((parameter) => ({ parameter, value: given[String(parameter.value.name)] }))
    .filter(({ value }) => value !== undefined);
  const request = requestOf(`${operation?.method ?? ''} /books`);
  const values = { parameters };
  const exchange = {
    testCase: { phase: 'coverage', operation, title: 'a try', request, covers: [], values },
    judgement: { expected: 'acceptance', input: {} },
    outcome: { kind: 'response', response: { status, headers: [], body: Buffer.of() } },
    ...{ sentAt: 0, durationMs: 0 },
  } as const;
  const all = await Promise.all(
    checks.map(async (check) =>
      ((await check.examine?.(exchange, document)) ?? []).map(() => check),
    ),
  );
  return all.flat().map(({ id }) => id);
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
