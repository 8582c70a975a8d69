import { parseSource } from '../../../../src/tools/document/read/read-document';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { operationRequest } from '../../../../src/tools/samples/requests/operation-request';
import { NO_CREDENTIALS } from '../../../../src/tools/samples/requests/request-credentials';
import { sampleValues } from '../../../../src/tools/samples/requests/sample-values';
import { ValueGenerator } from '../../../../src/tools/samples/values/value-generator';
import { useDocument } from '../use-document';

/** Exploded objects whose properties have names that others have, too. */

const YEAR = '{ type: integer, minimum: 1900 }';
const properties = `{ year: ${YEAR}, send_date: { type: integer, maximum: 7 }, page: { type: integer } }`;
const filter = `{ type: object, required: [year], minProperties: 1, properties: ${properties} }`;
const other = `{ type: object, required: [size], properties: { size: { type: integer }, year: ${YEAR} } }`;
const named = (location: string): string =>
  `[{ in: ${location}, name: filter, required: true, schema: ${filter} }, { in: ${location}, name: send_date, required: true, schema: { type: string } }, { in: ${location}, name: page, schema: { type: string } }, { in: ${location}, name: other, required: true, schema: ${other} }]`;
const form = `{ schema: { type: object, required: [filter, send_date, other], properties: { filter: ${filter}, send_date: { type: string }, page: { type: string }, other: ${other} } }, encoding: { filter: { style: form }, other: { style: form } } }`;
const responses = '{ 200: { description: ok, content: { application/json: {} } } }';
const text = `openapi: 3.1.0
info: { title: Names, version: 1.0.0 }
paths:
  /query: { get: { operationId: query, parameters: ${named('query')}, responses: ${responses} } }
  /cookie: { get: { operationId: cookie, parameters: ${named('cookie')}, responses: ${responses} } }
  /form: { post: { operationId: form, requestBody: { required: true, content: { application/x-www-form-urlencoded: ${form} } }, responses: ${responses} } }
`;

type Input = Readonly<Record<string, object | undefined>>;

const handlers = Object.fromEntries(
  ['query', 'cookie', 'form'].map((name) => [
    name,
    ({ query, cookies, body }: Input) =>
      Promise.resolve({ status: 200, body: { ...query, ...cookies, ...body } }),
  ]),
);

const served = useDocument(text, handlers);

it.each(['query', 'cookie', 'form'])('a sample of them in the %s is read back', async (name) => {
  const loaded = loadContract(parseSource(text, 'names.yaml').document);
  const maker = new ValueGenerator(loaded, 1);
  const operation = loaded.operations.find(({ operationId }) => operationId === name)!;
  for (const vary of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    const values = sampleValues(loaded, maker, operation, vary);
    const { method, target, headers, body } = operationRequest(operation, values, NO_CREDENTIALS);
    const init = {
      method,
      headers: headers.map(([key, value]) => [key, value]),
      body: body ?? null,
    };
    const response = await fetch(served.url + target, init);
    const got = (await response.json()) as Record<string, Record<string, unknown>>;
    const sent = Object.fromEntries(
      values.parameters.map(({ parameter, value }) => [parameter.value.name, value]),
    );
    const { filter, send_date, other } = { ...sent, ...Object(values.body?.value) } as typeof got;
    expect([response.status, got]).toMatchObject([
      200,
      {
        filter: { year: filter!.year },
        send_date,
        other: { size: other!.size, year: filter!.year },
      },
    ]);
    expect(Object.keys(got.filter!)).toEqual(['year']);
  }
});

it('is told to the author, with the place', () => {
  const { document } = parseSource(text, 'names.yaml');
  const told: string[] = [];
  loadContract(document, {
    report: ({ severity, pointer, message }) => told.push(`${severity} ${pointer} ${message}`),
  });
  const remedy = 'is a property of the exploded object';
  const declared =
    'and declared by itself, which takes what is sent under the name, so that the object never has it; rename one';
  const places = [
    ['/paths/~1query/get/parameters/0', '/paths/~1query/get/parameters/3'],
    ['/paths/~1cookie/get/parameters/0', '/paths/~1cookie/get/parameters/3'],
    Array<string>(2).fill(
      '/paths/~1form/post/requestBody/content/application~1x-www-form-urlencoded/schema',
    ),
  ];
  expect(told).toEqual(
    places.flatMap(([first, second]) => [
      `warning ${first} "send_date" ${remedy} "filter" ${declared}`,
      `warning ${first} "page" ${remedy} "filter" ${declared}`,
      `warning ${second} "year" ${remedy} "other" and of "filter", so that both take what is sent under the name; rename one`,
    ]),
  );
});
