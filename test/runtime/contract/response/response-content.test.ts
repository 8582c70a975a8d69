import { Readable } from 'node:stream';
import { SharedService } from '../shared-service';
import { itEach } from '../../../support/it-each';

const service = new SharedService();
const json = (schema: string): string => `{ schema: ${schema} }`;
const add = (content: string): string =>
  service.add(
    `{ 200: { description: Given, headers: { Vary: { schema: { type: string } } }, content: { ${content} } } }`,
  );
const accepting = (accept: string): RequestInit => ({ headers: { accept } });

async function* stream(...chunks: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const both = `application/json: ${json('{ type: string }')}, text/plain: {}`;

describe('a response of several media types', () => {
  const alike = add(`application/json: ${json('{}')}, application/vnd.a+json: ${json('{}')}`);

  itEach<[path: string, given: object, want: string | null, accept?: string]>({
    'that Accept chose': [alike, { body: 1 }, 'Accept', 'application/vnd.a+json'],
    'that stands first': [alike, { body: 1 }, 'Accept'],
    'that the handler chose': [add(both), { mediaType: 'text/plain', body: 'a' }, 'Accept'],
    'that depends on more': [alike, { body: 1, headers: { Vary: 'Cookie' } }, 'Cookie, Accept'],
    'that says so itself': [
      alike,
      { body: 1, headers: { Vary: 'accept, Origin' } },
      'accept, Origin',
    ],
    'that depends on all': [alike, { body: 1, headers: { Vary: '*' } }, '*'],
    'but one, whose only one does not': [add('application/json: {}'), { body: 1 }, null],
  })('%s depends on Accept', async (_, path, given, want, accept = '*/*') => {
    const { response } = await service.get(path, { status: 200, ...given }, accepting(accept));
    expect([response.status, response.headers.get('vary')]).toEqual([200, want]);
  });
});

/** What a client gets: the media type, unless it does not matter, and the bytes as Latin-1. */
interface Got {
  readonly type?: string;
  readonly body?: string;
}

describe('the content of a response', () => {
  const text = add('text/plain: {}');
  const two = add(both);

  itEach<[path: string, given: object, want: Got, accept?: string]>({
    text: [text, { body: 'é' }, { type: 'text/plain; charset=utf-8', body: '\xc3\xa9' }],
    'text of another kind': [
      add('application/xml: {}'),
      { body: '<a/>' },
      { type: 'application/xml', body: '<a/>' },
    ],
    'text of a charset': [
      add("'text/plain; charset=UTF-8': {}"),
      { body: 'é' },
      { type: 'text/plain; charset=UTF-8', body: '\xc3\xa9' },
    ],
    'text of another charset, as bytes': [
      add("'text/plain; charset=iso-8859-1': {}"),
      { body: Buffer.from('\xe9', 'latin1') },
      { type: 'text/plain; charset=iso-8859-1', body: '\xe9' },
    ],
    'a number as text': [text, { body: 9007199254740993n }, { body: '9007199254740993' }],
    'empty text': [text, { body: '' }, { body: '' }],
    bytes: [
      add('image/png: {}'),
      { body: new Uint8Array([0xff, 0]) },
      { type: 'image/png', body: '\xff\0' },
    ],
    'bytes of a range': [
      add('image/*: {}'),
      { mediaType: 'image/webp', body: Buffer.from('x') },
      { type: 'image/webp', body: 'x' },
    ],
    'bytes of any type': [
      add("'*/*': {}"),
      { mediaType: 'a/b', body: 'x' },
      { type: 'a/b', body: 'x' },
    ],
    'a stream': [
      add('a/b: {}'),
      { body: stream('a', new Uint8Array([0xff]), '', 'é') },
      { type: 'a/b', body: 'a\xff\xc3\xa9' },
    ],
    'a stream without chunks': [add('a/b: {}'), { body: stream() }, { body: '' }],
    "a stream of Node's": [
      add('a/b: {}'),
      { body: Readable.from(['a', Buffer.from('b')]) },
      { body: 'ab' },
    ],
    'an unchecked schema': [
      add(`application/xml: ${json('{ type: object }')}`),
      { body: '<a/>' },
      { body: '<a/>' },
    ],
    'JSON by any type': [
      add(`'*/*': ${json('{ type: integer }')}`),
      { body: 1 },
      { type: 'application/json', body: '1' },
    ],
    'JSON by a suffix that is named': [
      add(`application/*+json: ${json('{}')}`),
      { mediaType: 'application/a+json', body: 1 },
      { type: 'application/a+json' },
    ],
    'the first of two': [two, { body: 'a' }, { type: 'application/json', body: '"a"' }],
    'the one that the client likes': [
      two,
      { body: 'a' },
      { type: 'text/plain; charset=utf-8', body: 'a' },
      'text/plain, application/json;q=0.5',
    ],
    'the one that is named': [
      two,
      { mediaType: 'application/json', body: 'a' },
      { type: 'application/json' },
      'text/plain',
    ],
    'the one that can carry a stream': [
      two,
      { body: stream('a') },
      { type: 'text/plain', body: 'a' },
      'application/json, text/plain;q=0.1',
    ],
    'the one that can carry an object': [
      add('text/plain: {}, application/json: {}'),
      { body: { a: 1 } },
      { type: 'application/json', body: '{"a":1}' },
    ],
  })('is %s', async (_, path, given, want, accept = '*/*') => {
    const result = { status: 200, ...given };
    const { response, bytes, faults } = await service.get(path, result, accepting(accept));
    expect([response.status, faults]).toEqual([200, []]);
    const type = response.headers.get('content-type');
    expect({ type, body: bytes.toString('latin1') }).toMatchObject(want);
  });

  const neither = 'gave a body of "text/plain" that is neither text, bytes nor a stream of them';

  itEach<[path: string, given: object, want: string]>({
    'a range without a type': [
      add('image/*: {}'),
      { body: 'x' },
      'gave a body without its media type; name one of image/*',
    ],
    'a suffix without a type': [
      add(`application/*+json: ${json('{}')}`),
      { body: 1 },
      'gave a body without its media type; name one of application/*+json',
    ],
    'a type beside the range': [
      add('image/*: {}'),
      { mediaType: 'text/plain', body: 'x' },
      'gave a body of the media type "text/plain"',
    ],
    'a range as type': [
      add('image/*: {}'),
      { mediaType: 'image/*', body: 'x' },
      'gave a body of the media type "image/*"',
    ],
    'a type that is none': [
      add("'*/*': {}"),
      { mediaType: 'a/b\r\nX: y', body: 'x' },
      'gave a body of the media type "a/b',
    ],
    'an object as text': [text, { mediaType: 'text/plain', body: {} }, neither],
    'null as text': [text, { body: null }, neither],
    'text of another charset': [
      add("'text/plain; charset=latin1': {}"),
      { body: 'x' },
      'gave text as "text/plain; charset=latin1", but text is sent as UTF-8',
    ],
    'bytes as JSON': [
      add('application/json: {}'),
      { mediaType: 'application/json', body: Buffer.from('1') },
      'gave bytes or a stream where the document states JSON',
    ],
  })('is never %s', async (_, path, given, want) => {
    const { response, faults } = await service.get(path, { status: 200, ...given });
    expect(response.status).toBe(500);
    expect(faults).toEqual([expect.stringContaining(`The handler of "it" ${want}`)]);
  });

  it.each([
    ['bytes as JSON', add('application/json: {}'), 200, 'GET', 'application/json'],
    ['for HEAD', add('a/b: {}'), 200, 'HEAD', 'a/b'],
    ['with 204', service.add('{ 204: { description: Nothing } }'), 204, 'GET', 'a/b'],
  ])('that cannot be sent is let go: %s', async (_, path, status, method, mediaType) => {
    const body = Readable.from(['a']);
    await service.get(path, { status, mediaType, body }, { method });
    expect(body.destroyed).toBe(true);
  });
});

describe('a client that takes none of the media types', () => {
  const only = add('application/json: {}');
  const ok = '200: { description: a, content: { application/json: {} } }';

  itEach<[path: string, accept: string, status: number]>({
    'is refused': [only, 'text/html', 406],
    'is refused by weight': [only, '*/*;q=0', 406],
    'is refused with the status of the document': [
      service.add('{ 200: { description: a, content: { a/b: {} } }, 400: { description: b } }'),
      'text/html',
      400,
    ],
    'is refused by "default"': [
      service.add('{ default: { description: a, content: { application/json: {} } } }'),
      'text/html',
      406,
    ],
    'is served where a range may have it': [add("'*/*': {}"), 'application/json', 200],
    'is served where there may be no content': [
      service.add(`{ ${ok}, 204: { description: b } }`),
      'text/html',
      200,
    ],
    'is served where only failures have content': [
      service.add(`{ ${ok}, 4XX: { description: b, content: { a/b: {} } } }`),
      'application/json',
      200,
    ],
  })('%s', async (_, path, accept, status) => {
    const result = { status: 200, mediaType: 'application/json', body: 'x' };
    const { response, called } = await service.get(path, result, accepting(accept));
    expect([response.status, called]).toEqual([status, status === 200]);
  });

  const several = add('application/json: {}, a/*: {}');
  it('is told what there is', async () => {
    const { text } = await service.get(several, {}, accepting('x/y'));
    expect(JSON.parse(text)).toStrictEqual({
      error: 40601,
      message:
        'The operation offers application/json or a/*, which the Accept header does not allow',
    });
  });
});
