import { brokenRequests } from '../../../../src/tools/samples/requests/broken-requests';
import { operationRequest } from '../../../../src/tools/samples/requests/operation-request';
import { NO_CREDENTIALS } from '../../../../src/tools/samples/requests/request-credentials';
import { sampleValues } from '../../../../src/tools/samples/requests/sample-values';
import { ValueGenerator } from '../../../../src/tools/samples/values/value-generator';
import { DocumentError } from '../../../../src/tools/document/model/document-error';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import type { AuthenticationResult } from '../../../../src/runtime/contract';
import { withDocument } from '../../../support/serve-document';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

/** A parameter that is the whole query. @see https://spec.openapis.org/oas/v3.2.0#parameter-locations */

const parameters: Readonly<Record<string, string>> = {
  json: '{ in: querystring, name: q, content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: integer, format: int64 } } } } } }',
  form: '{ in: querystring, name: q, content: { application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: false, properties: { ids: { type: array, items: { type: integer } }, tag: { type: string } } }, encoding: { ids: { style: form, explode: false } } } } }',
  path: '{ in: querystring, name: q, content: { application/jsonpath: { schema: { type: string, maxLength: 12 } } } }',
  count: '{ in: querystring, name: q, content: { text/plain: { schema: { type: integer } } } }',
  needed:
    '{ in: querystring, name: q, required: true, content: { application/json: { schema: { type: array } } } }',
  shared: "{ $ref: '#/components/parameters/Filter' }",
};

const text = `openapi: 3.2.0
info: { title: Queries, version: 1.0.0 }
paths:
${Object.entries(parameters)
  .map(
    ([name, parameter]) =>
      `  /${name}: { get: { operationId: ${name}, parameters: [${parameter}], responses: { 200: { description: ok, content: { application/json: {} } }, 400: { description: Refused, content: { application/json: {} } } } } }`,
  )
  .join('\n')}
components:
  parameters: { Filter: { in: querystring, name: f, required: true, content: { application/json: { $ref: '#/components/mediaTypes/Filter' } } } }
  mediaTypes: { Filter: { schema: { type: object, required: [a], properties: { a: { type: integer } } } } }
`;

describe('a query that is one value', () => {
  const give = ({ querystring = 'nothing' }: { querystring?: unknown }): Promise<object> =>
    Promise.resolve({ status: 200, body: querystring });
  const handlers = Object.fromEntries(Object.keys(parameters).map((name) => [name, give]));
  const served = useDocument(text, handlers as never);

  itEach<[string, string]>({
    'is JSON': ['json?%7B%22id%22%3A9007199254740993%7D', '{"id":9007199254740993}'],
    'keeps a plus sign of JSON': ['json?{"id":1e+3}', '{"id":1000}'],
    'is left out': ['json', '"nothing"'],
    'is empty': ['json?', '"nothing"'],
    'is no JSON': ['json?{', 'The query is not well-formed JSON'],
    'does not fit': ['json?{"id":"1"}', 'The query at "/id" must be of type integer'],
    'is badly encoded': ['json?%FF', 'The query is not percent-encoded UTF-8'],
    'is a form': ['form?ids=1,2&tag=a+b%26', '{"ids":[1,2],"tag":"a b&"}'],
    'is a form that does not fit': [
      'form?ids=1,x',
      'The query at "/ids/1" must be of type integer',
    ],
    'has a field that is not there': ['form?other=1', 'The query has the property "other", which'],
    'is text': ['path?$.a[%3F@.b+1]', '"$.a[?@.b+1]"'],
    'is text that is too long': ['path?$.abcdefghijk', 'The query must have at most 12 characters'],
    'is a number': ['count?7', '7'],
    'is no number': ['count?x', 'The query must be of type integer'],
    'is missing': ['needed', 'The query is missing'],
    'is a component': ['shared?{"a":1}', '{"a":1}'],
    'does not fit a component': ['shared?{"a":"1"}', 'The query at "/a" must be of type integer'],
  })('%s', async (_, target, want) => {
    const body = await (await fetch(`${served.url}/${target}`)).text();
    const { message = body } = (JSON.parse(body) ?? {}) as { message?: string };
    expect(message.slice(0, want.length)).toBe(want);
    expect(served.faults).toStrictEqual([]);
  });

  it('is made of its schema and read back, and refused when it is broken', async () => {
    const loaded = loadContract(parseSource(text, 'queries.yaml').document);
    const maker = new ValueGenerator(loaded, 1);
    for (const operation of loaded.operations) {
      const values = sampleValues(loaded, maker, operation);
      const good = operationRequest(operation, values, NO_CREDENTIALS);
      const broken = brokenRequests(loaded, maker, operation, values, NO_CREDENTIALS);
      const statuses = [good, ...broken.map(({ request }) => request)].map(
        async ({ target }) => (await fetch(served.url + target)).status,
      );
      expect(await Promise.all(statuses)).toStrictEqual([200, ...broken.map(() => 400)]);
    }
  });
});

it('an API key in the query is no field of a form that is the whole query', async () => {
  const parameter = parameters.form!.replace('name: q,', 'name: q, required: true,');
  const document = `openapi: 3.2.0
info: { title: Queries, version: 1.0.0 }
security: [{ key: [] }]
paths: { /form: { get: { operationId: form, parameters: [${parameter}], responses: { 200: { description: ok, content: { application/json: {} } } } } } }
components: { securitySchemes: { key: { type: apiKey, in: query, name: api key } } }
`;
  const handlers = {
    form: ({ querystring }: { querystring: unknown }) =>
      Promise.resolve({ status: 200, body: querystring }),
  };
  const key = (): Promise<AuthenticationResult> =>
    Promise.resolve({ outcome: 'accepted', principal: { name: 'a' } });
  await withDocument(document, handlers as never, { authenticators: { key } }, async ({ url }) => {
    const get = (query: string): Promise<Response> => fetch(`${url}/form?${query}`);
    expect(await (await get('api+key=x&tag=a&api%20key=x')).text()).toBe('{"tag":"a"}');
    expect((await get('tag=a')).status).toBe(401);
    expect((await get('api+key=x')).status).toBe(400);
  });
});

describe('refused at generation is', () => {
  const json = '{ in: querystring, name: q, content: { application/json: {} } }';
  const query = '{ in: query, name: p, schema: {} }';
  const whole = 'a parameter with "in: querystring" is the whole query';
  itEach<[string, string, string]>({
    'a second one': ['[]', `[${json}, ${json.replace('name: q', 'name: r')}]`, whole],
    'one beside a parameter of the query': ['[]', `[${query}, ${json}]`, whole],
    'one beside a parameter of the path item': [`[${query}]`, `[${json}]`, whole],
    'one without a media type': [
      '[]',
      '[{ in: querystring, name: q, schema: {} }]',
      'lacks the property "content"',
    ],
    'one that is a multipart form': [
      '[]',
      '[{ in: querystring, name: q, content: { multipart/form-data: {} } }]',
      'a query cannot be of the media type multipart/form-data',
    ],
  })('%s', (_, shared, own, want) => {
    const { document } = parseSource(
      `openapi: 3.2.0
info: { title: Queries, version: 1.0.0 }
paths: { /a: { parameters: ${shared}, get: { parameters: ${own}, responses: { 204: { description: Done } } } } }
`,
      'queries.yaml',
    );
    const load = (): unknown => loadContract(document, { strict: true });
    expect(load).toThrow(DocumentError);
    expect(load).toThrow(want);
  });
});
