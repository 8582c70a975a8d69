import { type Input, type LooseClient, serveOperations } from './loose-client';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

/** What calls of a client become: content, what is left out, what is refused, and what stays as it is. */

const text = { type: 'string' };
const integer = { type: 'integer', format: 'int64' };
const list = { type: 'array', items: integer };
const object = { type: 'object', properties: { id: integer, name: text } };
const content = { 'application/json': { schema: object } };
const json = { id: 9007199254740993n, name: 'a,b; "\u00fc\u20ac"' };

const OPERATIONS = {
  '/path/{json}': { parameters: [{ in: 'path', name: 'json', required: true, content }] },
  '/text/{id}-{x}': {
    parameters: ['id', 'x'].map((name) => ({ in: 'path', name, required: true, schema: text })),
  },
  '/list/{l}': {
    parameters: [
      { in: 'path', name: 'l', required: true, style: 'label', explode: true, schema: list },
    ],
  },
  '/query': {
    parameters: [
      { in: 'query', name: 'json', content },
      { in: 'query', name: 'text', content: { 'text/plain': { schema: text } } },
      { in: 'query', name: 'reserved', allowReserved: true, schema: text },
      { in: 'query', name: 'nothing', schema: { type: ['integer', 'null'] } },
      { in: 'query', name: 'nested', schema: { type: 'array', items: list } },
      { in: 'query', name: 'csv', explode: false, schema: list },
      { in: 'query', name: 'texts', explode: false, schema: { type: 'array', items: text } },
      { in: 'query', name: 'list', schema: list },
      { in: 'query', name: 'deep', style: 'deepObject', schema: object },
      { in: 'query', name: 'csvObject', explode: false, schema: object },
    ],
  },
  '/merged': {
    parameters: [
      { in: 'query', name: 'filter', schema: object },
      { in: 'query', name: 'id', schema: integer },
    ],
  },
  '/fixed?kind=a': { parameters: [{ in: 'query', name: 'q', schema: text }] },
  '/whole': { parameters: [{ in: 'querystring', name: 'all', content }] },
  '/form': {
    parameters: [
      {
        in: 'querystring',
        name: 'all',
        content: { 'application/x-www-form-urlencoded': { schema: object } },
      },
    ],
  },
  '/header': {
    parameters: [
      { in: 'header', name: 'X-Json', content },
      { in: 'header', name: 'X-Texts', schema: { type: 'array', items: text } },
      { in: 'header', name: 'X-Text', schema: text },
    ],
  },
  '/cookie': {
    parameters: [
      { in: 'cookie', name: 'json', content },
      { in: 'cookie', name: 'a', schema: text },
      { in: 'cookie', name: 'b', schema: text },
      { in: 'cookie', name: 'plain', style: 'cookie', schema: text },
    ],
  },
} as const;
type Path = keyof typeof OPERATIONS;
type Params = NonNullable<NonNullable<Parameters<LooseClient['POST']>[1]>['params']>;

const served = useStarted(() => serveOperations(OPERATIONS, { headers: { Cookie: 'b=of+all' } }));

async function call(path: Path, params: Params): Promise<Input | undefined> {
  await served.client.POST(path, { params });
  return served.taken();
}

itEach<[Path, Params, Input]>({
  'JSON in a path': ['/path/{json}', { path: { json } }, { path: { json } }],
  'two in a segment': [
    '/text/{id}-{x}',
    { path: { id: '.', x: '/' } },
    { path: { id: '.', x: '/' } },
  ],
  'JSON in a query': ['/query', { query: { json } }, { query: { json } }],
  'text as content': ['/query', { query: { text: 'a&b "c"' } }, { query: { text: 'a&b "c"' } }],
  'reserved characters': [
    '/query',
    { query: { reserved: "a/b?c=d&e+f#g%'" } },
    { query: { reserved: "a/b?c=d&e+f#g%'" } },
  ],
  null: ['/query', { query: { nothing: null } }, { query: { nothing: null } }],
  'lists in lists': [
    '/query',
    { query: { nested: [[1n], [], [2n, 3n]] } },
    { query: { nested: [[1n], [], [2n, 3n]] } },
  ],
  'an empty list as one text': ['/query', { query: { csv: [] } }, { query: { csv: [] } }],
  'an empty object as one text': [
    '/query',
    { query: { csvObject: {} } },
    { query: { csvObject: {} } },
  ],
  'JSON in a header': ['/header', { header: { 'X-Json': json } }, { headers: { 'X-Json': json } }],
  'a header in another case': [
    '/header',
    { header: { 'x-texts': ['a', 'b'] } },
    { headers: { 'X-Texts': ['a', 'b'] } },
  ],
  'an empty list in a header': [
    '/header',
    { header: { 'X-Texts': [] } },
    { headers: { 'X-Texts': [] } },
  ],
  'JSON in a cookie': ['/cookie', { cookie: { json } }, { cookies: { json, b: 'of+all' } }],
  'cookies beside those of the client': [
    '/cookie',
    { cookie: { a: ';=' } },
    { cookies: { a: ';=', b: 'of+all' } },
  ],
  'a property of an exploded object': [
    '/merged',
    { query: { filter: { name: 'a' }, id: 1n } },
    { query: { filter: { name: 'a' }, id: 1n } },
  ],
  'a query that the path has': ['/fixed?kind=a', { query: { q: 'b' } }, { query: { q: 'b' } }],
  'JSON as the whole query': ['/whole', { querystring: json }, { querystring: json }],
  'a form as the whole query': ['/form', { querystring: json }, { querystring: json }],
})('sends %s', async (_, path, params, want) => {
  expect(await call(path, params)).toMatchObject(want);
});

itEach<[Path, Params, Input]>({
  'what is undefined': [
    '/query',
    { query: { json: undefined, csv: [1n] } },
    { query: { csv: [1n] } },
  ],
  'what is undefined in an object': [
    '/query',
    { query: { deep: { id: undefined, name: 'a' } } },
    { query: { deep: { name: 'a' } } },
  ],
  'an exploded list without items': ['/query', { query: { list: [] } }, { query: {} }],
  'a deepObject without properties': ['/query', { query: { deep: {} } }, { query: {} }],
})('leaves out %s', async (_, path, params, want) => {
  expect((await call(path, params))!.query).toEqual(want.query);
});

it('writes a list of one empty text as an empty list', async () => {
  expect(await call('/query', { query: { texts: [''] } })).toMatchObject({ query: { texts: [] } });
});

const DELIMITER = 'it holds a delimiter, or a space at an end, which the style "';
const CHARACTERS = 'a header has characters of ISO-8859-1, and no space at its ends';

it.each<[string, Path, Params, parameter: string, reason: string]>([
  ['of one period', '/list/{l}', { path: { l: [] } }, 'l', 'a URL leads "." elsewhere'],
  ['that is empty', '/text/{id}-{x}', { path: { id: '', x: 'a' } }, 'id', 'it is empty or missing'],
  ['that is missing', '/path/{json}', {}, 'json', 'it is empty or missing'],
  ['a Date', '/query', { query: { deep: new Date() } }, 'deep', 'a Date has no form there'],
  ['no number', '/query', { query: { list: [1, NaN] } }, 'list', 'JSON has no NaN'],
  ['no value', '/query', { query: { list: [undefined] } }, 'list', 'JSON has no undefined'],
  ['a bracket', '/query', { query: { deep: { 'a]': 1 } } }, 'deep', DELIMITER],
  ['a comma', '/header', { header: { 'X-Texts': ['a,b'] } }, 'X-Texts', DELIMITER],
  ['another charset', '/header', { header: { 'X-Text': '\u20ac' } }, 'X-Text', CHARACTERS],
  ['a line break', '/header', { header: { 'X-Text': 'a\r\nb: c' } }, 'X-Text', CHARACTERS],
  ['a semicolon', '/cookie', { cookie: { plain: 'a; b=c' } }, 'plain', DELIMITER],
])('refuses a value %s', async (_, path, params, parameter, reason) => {
  const [location] = Object.keys(params);
  const subject = `The ${location ?? 'path'} parameter "${parameter}" of POST ${path}`;
  const message = expect.stringContaining(`${subject} cannot be written: ${reason}`) as string;
  await expect(call(path, params)).rejects.toMatchObject({ name: 'TypeError', message });
  expect(served.taken()).toBeUndefined();
});

it('refuses two values of one name', async () => {
  await expect(call('/merged', { query: { filter: { id: 1n } } })).rejects.toThrow(
    'The query of POST /merged cannot be written: the property "id" of "filter" has the name of another value',
  );
});

it('leaves calls with serializers of their own, and of other services, as they are', async () => {
  const querySerializer = (): string => 'csv=7';
  await served.client.POST('/query', { params: { query: { csv: [1n] } }, querySerializer });
  expect(served.taken()).toMatchObject({ query: { csv: [7n] } });
  const { response } = await served.client.POST('/other', { params: { query: { a: ['b'] } } });
  expect(response.status).toBe(404);
  expect(response.url).toBe(`${served.url}/other?a=b`);
});

it('writes those of request() and of calls without options', async () => {
  await served.client.request('post', '/query', { params: { query: { csv: [1n, 2n] } } });
  expect(served.taken()).toMatchObject({ query: { csv: [1n, 2n] } });
  await served.client.POST('/query');
  expect(served.taken()).toMatchObject({ query: {} });
});

it('middleware sees requests as they are sent, and the path of the document', async () => {
  const seen: unknown[] = [];
  const middleware = {
    onRequest({ request, schemaPath }: { request: Request; schemaPath: string }) {
      seen.push(schemaPath, request.url);
    },
  };
  served.client.use(middleware);
  await call('/list/{l}', { path: { l: [1n, 2n] }, query: { undeclared: ['a', 'b'] } });
  served.client.eject(middleware);
  expect(seen).toEqual(['/list/{l}', `${served.url}/list/.1.2?undeclared=a&undeclared=b`]);
});
