import { type Input, serveOperations } from './loose-client';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

/** What a client writes as a body is what the handler gets, in the media type that the document has. */

const text = { type: 'string' };
const integer = { type: 'integer', format: 'int64' };
const list = { type: 'array', items: text };
const pair = { type: 'object', properties: { id: integer, name: text } };
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

const properties = {
  id: integer,
  name: text,
  list,
  pair,
  pairs: { type: 'array', items: pair },
  nothing: { type: ['integer', 'null'] },
  deep: pair,
  spread: { type: 'object', properties: { x: integer, y: text } },
  csv: list,
  pipes: list,
  spaces: list,
  reserved: text,
  json: {},
};
const encoding = {
  deep: { style: 'deepObject' },
  spread: { style: 'form' },
  csv: { style: 'form', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
  spaces: { style: 'spaceDelimited', explode: false },
  reserved: { allowReserved: true },
  json: { contentType: 'application/json' },
};
const schema = { type: 'object', properties };
const file = { type: 'string', format: 'binary' };
const files = {
  type: 'object',
  properties: { ...properties, file, files: { type: 'array', items: file }, image: file },
};
const bodyOf = (content: object): object => ({ requestBody: { content } });

const OPERATIONS = {
  '/json': bodyOf({ 'application/json': { schema: pair } }),
  '/suffix': bodyOf({ 'text/plain': { schema: text }, 'application/vnd.a+json': { schema: pair } }),
  '/urlencoded': bodyOf({ [URLENCODED]: { schema, encoding } }),
  '/multipart': bodyOf({
    [MULTIPART]: { schema: files, encoding: { ...encoding, image: { contentType: 'image/png' } } },
  }),
  '/several': bodyOf({
    [MULTIPART]: { schema: pair },
    [URLENCODED]: { schema: pair },
    'text/plain': { schema: text },
  }),
  '/text': bodyOf({ 'text/*': { schema: integer } }),
  '/image': bodyOf({ 'image/*': {} }),
  '/xml': bodyOf({ 'application/xml': { schema: pair } }),
};
type Path = keyof typeof OPERATIONS;

const served = useStarted(() => serveOperations(OPERATIONS));

async function send(
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Input | undefined> {
  await served.client.POST(path as Path, { body, headers });
  return served.taken();
}

const HARD = `a,b;c d|e&f=g/h?i#j%2C%+'"[k].\u00fc\u20ac\r\n--x`;
const id = 9007199254740993n;

const BOTH: readonly (readonly [string, object])[] = [
  ['integers and texts', { id, name: HARD }],
  ['empty texts and null', { name: '', nothing: null }],
  ['a list', { list: ['', HARD, 'a'] }],
  ['an object as JSON', { pair: { id, name: HARD } }],
  ['a list of objects', { pairs: [{ id }, { name: HARD }] }],
  ['a deepObject', { deep: { id, name: HARD } }],
  ['an exploded object', { spread: { x: 1n, y: HARD } }],
  ['lists with delimiters', { csv: ['a', 'b'], pipes: ['a ,', 'b'], spaces: ['a|', 'b'] }],
  ['JSON of its own', { json: { a: ['1', { b: null }] } }],
  ['a name that the document does not have', { 'a "b"\r\n': HARD, id }],
];

it.each(BOTH)('sends %s as an urlencoded form and as a multipart form', async (_, body) => {
  const want = Object.fromEntries(Object.entries(body).filter(([name]) => name in properties));
  expect((await send('/urlencoded', body))!.body).toStrictEqual(want);
  expect((await send('/multipart', body))!.body).toStrictEqual(want);
});

it('leaves out what is undefined, and lists without items', async () => {
  const body = { id, name: undefined, list: [], spread: { x: undefined, y: 'a' } };
  const want = { id, spread: { y: 'a' } };
  expect((await send('/urlencoded', body))!.body).toStrictEqual(want);
  expect((await send('/multipart', body))!.body).toStrictEqual(want);
});

it('sends Blobs, Files and bytes as files', async () => {
  const body = {
    id,
    file: new File(['\u0000\u20ac'], 'a "b"\u00fc.txt', { type: 'text/markdown' }),
    files: [new Blob(['one']), new TextEncoder().encode('two'), new DataView(new ArrayBuffer(1))],
    image: Buffer.from('png'),
  };
  const { body: got } = (await send('/multipart', body)) as { body: Record<string, unknown> };
  const said = async (value: unknown): Promise<unknown> => {
    const { name, type } = value as File;
    return [name, type, Buffer.from(await (value as File).arrayBuffer()).toString()];
  };
  expect(got.id).toBe(id);
  expect(await said(got.file)).toEqual(['a "b"\u00fc.txt', 'text/markdown', '\u0000\u20ac']);
  expect(await Promise.all((got.files as unknown[]).map(said))).toEqual([
    ['blob', 'application/octet-stream', 'one'],
    ['blob', 'application/octet-stream', 'two'],
    ['blob', 'application/octet-stream', '\u0000'],
  ]);
  expect(await said(got.image)).toEqual(['blob', 'image/png', 'png']);
});

const FORM = new FormData();
FORM.set('name', 'a');
const bytes = new TextEncoder().encode('{"id":1}');

itEach<[string, unknown, Readonly<Record<string, string>>, Input]>({
  'the only media type': ['/json', { id }, {}, { body: { id } }],
  'the only one with a charset': [
    '/json',
    { id },
    { 'content-type': 'application/json;charset=utf-8' },
    { body: { id } },
  ],
  'the first of JSON': [
    '/suffix',
    { id },
    {},
    { body: { id }, mediaType: 'application/vnd.a+json' },
  ],
  'what the call names': [
    '/suffix',
    'a',
    { 'Content-Type': 'text/plain' },
    { body: 'a', mediaType: 'text/plain' },
  ],
  'the first, where none is JSON': ['/several', { id }, {}, { body: { id }, mediaType: MULTIPART }],
  'a form that the call names': [
    '/several',
    { id },
    { 'CONTENT-TYPE': URLENCODED },
    { body: { id }, mediaType: URLENCODED },
  ],
  'a multipart form that the call names': [
    '/several',
    { id },
    { 'Content-Type': `${MULTIPART}; boundary=x` },
    { body: { id } },
  ],
  'that of a Blob': [
    '/several',
    new Blob(['a'], { type: 'text/plain' }),
    {},
    { body: 'a', mediaType: 'text/plain' },
  ],
  'JSON for a Blob of another': [
    '/json',
    new Blob(['{"id":1}'], { type: 'image/png' }),
    {},
    { body: { id: 1n } },
  ],
  'a FormData as it is': ['/several', FORM, {}, { body: { name: 'a' }, mediaType: MULTIPART }],
  'a FormData under any header': [
    '/several',
    FORM,
    { 'Content-Type': MULTIPART },
    { body: { name: 'a' } },
  ],
  URLSearchParams: ['/urlencoded', new URLSearchParams({ id: '1' }), {}, { body: { id: 1n } }],
  'bytes as they are': ['/json', bytes, {}, { body: { id: 1n } }],
  'text of a range': ['/text', id, {}, { body: id }],
  'XML as text': ['/xml', '<a/>', {}, { body: '<a/>' }],
})('sends %s', async (_, path, body, headers, want) => {
  expect(await send(path, body, headers)).toMatchObject(want);
});

it('sends an image that a Blob or a header names', async () => {
  const image = new Blob(['png'], { type: 'image/png' });
  expect(await send('/image', image)).toMatchObject({ mediaType: 'image/png' });
  const headers = { 'Content-Type': 'image/gif' };
  expect(await send('/image', 'gif', headers)).toMatchObject({ mediaType: 'image/gif' });
});

it('leaves a media type that the document does not have to the service', async () => {
  const headers = { 'Content-Type': 'text/csv' };
  const { response } = await served.client.POST('/json', { body: { id: 1 }, headers });
  expect(response.status).toBe(415);
});

itEach<[Path, unknown, string]>({
  'a form that is a list': ['/urlencoded', [1], 'a form is given as an object'],
  'a form that is text': ['/multipart', 'a=1', 'a form is given as an object'],
  'a form that is a Map': ['/multipart', new Map(), 'a Map has no form there'],
  'a file in an urlencoded form': [
    '/urlencoded',
    { json: new Blob([]) },
    'the field "json" is bytes',
  ],
  'one name for two fields': [
    '/urlencoded',
    { spread: { id: 1 } },
    'the property "id" of "spread" has the name of another value',
  ],
  'a delimiter in a list of parts': [
    '/multipart',
    { csv: ['a,b'] },
    'the field "csv" cannot be written: it holds a delimiter',
  ],
  'an object as XML': ['/xml', { id }, '"application/xml" is given as text or bytes'],
  'a function': ['/json', { id: () => 1 }, 'JSON has no function'],
})('refuses %s', async (_, path, body, reason) => {
  const message = expect.stringContaining(
    `The body of POST ${path} cannot be written: ${reason}`,
  ) as string;
  await expect(send(path, body)).rejects.toMatchObject({ name: 'TypeError', message });
  expect(served.taken()).toBeUndefined();
});

it('refuses an image of no type', async () => {
  await expect(send('/image', bytes)).rejects.toThrow(
    'The body of POST /image needs a Content-Type header, since it may be any "image/*"',
  );
});
