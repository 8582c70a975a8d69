import { startCpuClock } from '../../../../support/cpu-time';
import { useDocument } from '../../use-document';
import { itEach } from '../../../../support/it-each';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { $ref: '#/components/schemas/Book' }
            encoding:
              cover: { contentType: 'image/png, image/*' }
              history: { contentType: 'application/xml; charset=utf-8' }
              note: { headers: { X-Lines: { required: true, schema: { type: integer } }, X-Tags: { schema: { type: array, items: { enum: [a, b] } } } } }
              plain: { contentType: text/plain }
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
    put:
      operationId: putBook
      requestBody: { content: { multipart/form-data: {} } }
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
    patch:
      operationId: patchBook
      requestBody:
        content:
          multipart/mixed:
            schema: { type: object, properties: { meta: { type: object }, data: { contentMediaType: image/png } } }
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
  /covers:
    post:
      operationId: addCover
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, required: [front], properties: { front: { type: string, format: binary } } }
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
components:
  schemas:
    Book:
      type: object
      properties:
        title: { type: string }
        id: { type: integer, format: int64 }
        author: { type: object, required: [name], properties: { name: { type: string }, born: { type: integer, format: int64 } } }
        tags: { type: array, items: { type: string } }
        text: { type: string, format: binary, maxLength: 5 }
        pages: { type: array, items: { type: string, format: binary, maxLength: 9 } }
        cover: {}
        history: { type: string }
        note: { type: string }
        plain: { type: string }
        any: {}
        scan: { type: string, contentMediaType: application/octet-stream }
        coded: { type: string, contentMediaType: image/png, contentEncoding: base64 }
        added: { type: string, format: binary, readOnly: true }
  responses:
    Failed: { description: Failed, content: { application/json: { schema: {} } } }
`;

let received: unknown;
const take = async (input: { body?: unknown }): Promise<{ status: number }> => {
  received = await readable(input.body);
  return { status: 204 };
};
const served = useDocument(document, {
  addBook: take,
  putBook: take,
  patchBook: take,
  addCover: take,
});

/** Files as what they hold, so that they can be compared. */
async function readable(value: unknown): Promise<unknown> {
  if (value instanceof File) {
    const bytes = Buffer.from(await value.arrayBuffer());
    return ['File', value.name, value.type, bytes.toString('latin1')];
  }
  if (Array.isArray(value)) return Promise.all(value.map(readable));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(async ([name, each]) => [name, await readable(each)]);
  return Object.fromEntries((await Promise.all(members)) as [string, unknown][]);
}

const MULTIPART = 'multipart/form-data; boundary=b';

async function send(
  body: string,
  options: { method?: string; type?: string; path?: string } = {},
): Promise<unknown> {
  received = 'nothing';
  const { method = 'POST', type = MULTIPART, path = '/books' } = options;
  const response = await fetch(`${served.url}${path}`, {
    method,
    headers: { 'Content-Type': type },
    body: Buffer.from(body, 'latin1'),
  });
  if (response.status === 204) return received;
  return { status: response.status, ...((await response.json()) as object) };
}

const part = (head: string, content: string): string =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const typed = (head: string, type: string, content: string): string =>
  part(`${head}\r\nContent-Type: ${type}`, content);

const field = (name: string, content: string): string => part(`name="${name}"`, content);
const file = (name: string, filename: string, content: string): string =>
  part(`name="${name}"; filename="${filename}"`, content);

/** As a browser sends a file input in which nothing was chosen. */
const unchosen = (name: string): string =>
  typed(`name="${name}"; filename=""`, 'application/octet-stream', '');

describe('the name of a file', () => {
  it.each([
    ['../../../../etc/passwd', 'passwd'],
    ['..\\..\\etc\\passwd', 'passwd'],
    ['C:\\x\\y.txt', 'y.txt'],
    ['C:y.txt', 'y.txt'],
    ['\\\\host\\share\\y.txt', 'y.txt'],
    ['/etc/', 'etc'],
    ['a/..', ''],
    ['..', ''],
    ['. .', ''],
    ['...', ''],
    ['/', ''],
    ['\\/\\', ''],
    ['../%0D%0A', ''],
    ['.\0./.\x1b.\x7f', ''],
    ['a\0b%0D%0Ac', 'abc'],
    ['.htaccess', '.htaccess'],
    ['%2e%2e%2Fa', '%2e%2e%2Fa'],
    ['a b (1).tar.gz', 'a b (1).tar.gz'],
  ])('%j is the last segment %j', async (sent, name) => {
    const body = `${part(`name="text"; filename="${sent}"`, 'x')}--b--\r\n`;
    expect(await send(body)).toEqual({ text: ['File', name, '', 'x'] });
  });

  it('is that of the field where it has none', async () => {
    const body = `${typed('name="../x"', 'image/png', 'x')}--b--\r\n`;
    expect(await send(body, { method: 'PUT' })).toEqual({
      '../x': ['File', 'x', 'image/png', 'x'],
    });
  });

  it('is not read from filename*, which forms must not have', async () => {
    const head = `name="text"; filename="a"; filename*=UTF-8''..%2Fb`;
    expect(await send(`${part(head, 'x')}--b--\r\n`)).toEqual({ text: ['File', 'a', '', 'x'] });
  });
});

describe('a multipart form', () => {
  itEach<[given: string, want: unknown]>({
    text: [field('title', 'a'), { title: 'a' }],
    'text in UTF-8': [field('title', '\xc3\xa9'), { title: 'é' }],
    'text in another charset': [
      typed('name="title"', 'text/plain; charset=iso-8859-1', '\xe9'),
      { title: 'é' },
    ],
    'empty text': [field('title', ''), { title: '' }],
    'text with line breaks': [field('title', '\r\na\r\n'), { title: '\r\na\r\n' }],
    'text that begins as the boundary': [
      field('title', 'x\r\n--bb\r\n--'),
      { title: 'x\r\n--bb\r\n--' },
    ],
    'an unquoted name': [part('name=title', 'a'), { title: 'a' }],
    'text sent as a file': [part('name="title"; filename="t.txt"', 'a'), { title: 'a' }],
    'an integer beyond 2^53': [field('id', '9007199254740993'), { id: 9007199254740993n }],
    'an object': [
      typed('name="author"', 'application/json', '{"name":"b","born":9007199254740993}'),
      { author: { name: 'b', born: 9007199254740993n } },
    ],
    'an object without media type': [field('author', '{"name":"b"}'), { author: { name: 'b' } }],
    'a list': [field('tags', 'x') + field('tags', 'y'), { tags: ['x', 'y'] }],
    'a list as JSON': [typed('name="tags"', 'application/json', '["x","y"]'), { tags: ['x', 'y'] }],
    'a file': [
      typed('name="text"; filename="a b.txt"', 'text/plain', '\0\xff\r\n'),
      { text: ['File', 'a b.txt', 'text/plain', '\0\xff\r\n'] },
    ],
    'a file of JSON': [
      typed('name="text"; filename="a"', 'application/json', '{}'),
      { text: ['File', 'a', 'application/json', '{}'] },
    ],
    'bytes without a file name': [field('text', 'x'), { text: ['File', 'text', '', 'x'] }],
    'an empty file': [file('text', 'f', ''), { text: ['File', 'f', '', ''] }],
    'a file of an empty name': [file('text', '', 'x'), { text: ['File', '', '', 'x'] }],
    'a file that nobody chose': [unchosen('text'), {}],
    'a list of files of which nobody chose one': [unchosen('pages'), {}],
    'a file of another media type that nobody chose': [unchosen('cover'), {}],
    'a file that is not documented and that nobody chose': [unchosen('x'), {}],
    'files of which one was chosen': [
      unchosen('pages') + file('pages', '2', 'y'),
      { pages: [['File', '2', '', 'y']] },
    ],
    'a file name with quotes': [
      part('name="text"; filename="a%22\\"b;c"', 'x'),
      { text: ['File', 'a""b;c', '', 'x'] },
    ],
    'a file name with backslashes, as browsers write it': [
      part('name="text"; filename="C:\\new\\"; x=y', 'x'),
      { text: ['File', 'new', '', 'x'] },
    ],
    'a file name with line ends and spaces before quotes': [
      part('name="text"; filename="a%0D%0A"  b"', 'x'),
      { text: ['File', 'a"  b', '', 'x'] },
    ],
    'a file name in quotes that RFC 9110 has as escaped': [
      part('name="text"; filename="a\\";b"', 'x'),
      { text: ['File', 'a";b', '', 'x'] },
    ],
    files: [
      file('pages', '1', 'x') + file('pages', '2', 'y'),
      {
        pages: [
          ['File', '1', '', 'x'],
          ['File', '2', '', 'y'],
        ],
      },
    ],
    'bytes by contentMediaType': [file('scan', 's', '\xff'), { scan: ['File', 's', '', '\xff'] }],
    'bytes in base64, as text': [typed('name="coded"', 'image/png', 'aGk='), { coded: 'aGk=' }],
    'bytes by encoding': [
      typed('name="cover"', 'image/webp', '\xff'),
      { cover: ['File', 'cover', 'image/webp', '\xff'] },
    ],
    'text of a documented type': [
      typed('name="history"', 'application/xml', '<a/>'),
      { history: '<a/>' },
    ],
    'anything, as bytes': [
      typed('name="any"', 'image/png', '\xff'),
      { any: ['File', 'any', 'image/png', '\xff'] },
    ],
    'anything, as a file': [
      typed('name="any"; filename="f"', 'text/plain', 'x'),
      { any: ['File', 'f', 'text/plain', 'x'] },
    ],
    'anything, as JSON': [typed('name="any"', 'application/json', '[1]'), { any: [1] }],
    'anything, as text': [field('any', '1'), { any: '1' }],
    'a part with headers': [part('name="note"\r\nX-Lines: 7\r\nx-tags: a, b', 'x'), { note: 'x' }],
    'a part of a readOnly field': [file('added', 'f', 'x'), {}],
    'a part that is not documented': [file('shelf', 'f', 'x'), {}],
    'a part called __proto__': [field('__proto__', 'x'), {}],
    'no parts': ['', {}],
  })('of %s', async (_, given, want) => {
    expect(await send(`${given}--b--\r\n`)).toStrictEqual(want);
  });

  it('lacks a required file that nobody chose', async () => {
    const refused = await send(`${unchosen('front')}--b--\r\n`, { path: '/covers' });
    expect(refused).toMatchObject({ status: 400, message: 'The body lacks the property "front"' });
    const sent = await send(`${file('front', 'f', '')}--b--\r\n`, {
      path: '/covers',
    });
    expect(sent).toEqual({ front: ['File', 'f', '', ''] });
  });

  itEach<[given: string, want: [error: number, message: string]]>({
    'a wrong integer': [field('id', 'x'), [40003, 'at "/id" must be of type integer']],
    'a file that is too long': [
      file('text', 'f', '123456'),
      [40003, 'at "/text" must have at most 5 characters'],
    ],
    'a file of a list that is too long': [
      file('pages', 'f', '1234567890'),
      [40003, 'at "/pages/0" must have at most 9 characters'],
    ],
    'text twice': [
      field('title', 'a') + field('title', 'b'),
      [40003, 'The field "title" of the body is given more than once'],
    ],
    'text that is not UTF-8': [
      field('title', '\xff'),
      [40001, 'The field "title" of the body is not text of its charset'],
    ],
    'an unknown charset': [
      typed('name="title"', 'text/plain; charset=x', 'a'),
      [41501, 'must be of the charset'],
    ],
    'broken JSON': [
      field('author', '{'),
      [40001, 'The field "author" of the body is not well-formed JSON'],
    ],
    'another media type': [
      typed('name="cover"', 'text/plain', 'x'),
      [41501, 'The field "cover" of the body must be of the media type image/png or image/*'],
    ],
    'a missing header': [field('note', 'x'), [40003, 'lacks the header "X-Lines"']],
    'a wrong header': [
      part('name="note"\r\nX-Lines: x', 'x'),
      [40003, 'has the header "X-Lines", which must be of type integer'],
    ],
    'a wrong item of a header': [
      part('name="note"\r\nX-Lines: 1\r\nX-Tags: a,c', 'x'),
      [40003, 'has the header "X-Tags", which at "/1" must be one of'],
    ],
    'a part without a name': [part('x=y', 'x'), [40001, 'has a part 1 that has no name']],
    'a part without an end of headers': [
      '--b\r\nContent-Disposition: form-data\r\n',
      [40001, 'has no end of headers'],
    ],
    'a broken header': [
      part('name="title"\r\nbroken', 'x'),
      [40001, 'has a header that is not "name: value"'],
    ],
    'large headers': [
      part(`name="title"\r\nX: ${'x'.repeat(20_000)}`, 'x'),
      [40001, 'has more than 16384 bytes of headers'],
    ],
    'a coded part': [
      part('name="title"\r\nContent-Transfer-Encoding: base64', 'x'),
      [40001, 'has a Content-Transfer-Encoding'],
    ],
    'a media type that is none': [
      typed('name="title"', 'x', 'x'),
      [40001, 'has a malformed Content-Type'],
    ],
    'very many parts': [field('tags', 'x').repeat(10_002), [40001, 'has more than 10000 parts']],
  })('with %s is refused', async (_, given, [error, message]) => {
    expect(await send(`${given}--b--\r\n`)).toMatchObject({
      status: Math.floor(error / 100),
      error,
      message: expect.stringContaining(message) as string,
    });
  });

  itEach<[body: string, want: string, type?: string]>({
    'no end': [field('title', 'a'), 'ends before its last boundary'],
    'another boundary': ['x', 'does not contain the boundary'],
    'no boundary': ['x', 'has no boundary', 'multipart/form-data'],
    'a boundary that is none': [
      'x',
      'has a boundary that RFC 2046 does not allow',
      'multipart/form-data; boundary=""',
    ],
    nothing: ['', 'The body is missing'],
  })('with %s is refused', async (_, body, want, type = MULTIPART) => {
    expect(await send(body, { type })).toMatchObject({
      status: 400,
      message: expect.stringContaining(want) as string,
    });
  });

  it('may have a preamble, padding and an epilogue', async () => {
    const body = `before\r\n--b \t\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--b--\r\nafter`;
    expect(await send(body)).toStrictEqual({ title: 'a' });
  });

  it('of a client is read', async () => {
    const form = new FormData();
    form.append('title', 'a "b"');
    form.append('pages', new File(['x'], 'é "1".txt', { type: 'text/plain' }));
    expect((await fetch(`${served.url}/books`, { method: 'POST', body: form })).status).toBe(204);
    expect(received).toStrictEqual({
      title: 'a "b"',
      pages: [['File', 'é "1".txt', 'text/plain', 'x']],
    });
  });

  it('without a schema is whatever was sent', async () => {
    const body = field('a', '1') + file('f', 'f', 'x') + field('__proto__', 'y');
    expect(await send(`${body}--b--`, { method: 'PUT' })).toStrictEqual({
      a: '1',
      f: ['File', 'f', '', 'x'],
      ['__proto__']: 'y',
    });
  });

  it('of another multipart type has its parts named by their order', async () => {
    const body = '--b\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n--b\r\n\r\n\xff\r\n--b--';
    const options = { method: 'PATCH', type: 'multipart/mixed; boundary=b' };
    expect(await send(body, options)).toStrictEqual({
      meta: { a: 1 },
      data: ['File', 'data', '', '\xff'],
    });
  });

  it('that is hostile is read in time', async () => {
    const cpuTimeMs = startCpuClock();
    const spaces = ' '.repeat(15_000);
    await send(`${part(`name="title"\r\nX: a${spaces}b`, 'x').repeat(60)}--b--`);
    await send(`${part(';name="\\"'.repeat(1_500), 'x').repeat(60)}--b--`);
    await send('\r\n--b'.repeat(200_000));
    expect(cpuTimeMs()).toBeLessThan(3_000);
  });

  it('reports no fault of the service', () => expect(served.faults).toStrictEqual([]));
});
