import { Readable } from 'node:stream';
import type { HandlerResponse } from '../../../src/contract/handler';
import { withDocument } from '../../support/serve-document';

const json = (schema: string): string => `{ schema: ${schema} }`;
const responses = (content: string): string =>
  `{ 200: { description: Given, content: { ${content} } } }`;

interface Got {
  readonly status: number;
  readonly type: string | null;
  readonly vary: string | null;
  readonly body: string;
  readonly faults: readonly string[];
  readonly calls: number;
}

async function get(
  documented: string,
  given: unknown,
  options: { accept?: string; method?: string } = {},
): Promise<Got> {
  const yaml = `
openapi: 3.1.0
info: { title: Contents, version: 1.0.0 }
paths: { /: { get: { operationId: get, responses: ${documented} } } }
`;
  let calls = 0;
  const handler = (): Promise<HandlerResponse> => {
    calls++;
    return Promise.resolve(given as HandlerResponse);
  };
  return withDocument(yaml, { get: handler }, {}, async ({ url, faults }) => {
    const { accept = '*/*', method = 'GET' } = options;
    const response = await fetch(`${url}/`, { method, headers: { Accept: accept } });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      vary: response.headers.get('vary'),
      body: Buffer.from(await response.arrayBuffer()).toString('latin1'),
      faults: faults.map((fault) => (fault as Error).message.replace(/^The handler of "get" /, '')),
      calls,
    };
  });
}

async function* stream(...chunks: (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const both = `application/json: ${json('{ type: string }')}, text/plain: {}`;

describe('a response of several media types', () => {
  const alike = `application/json: ${json('{}')}, application/vnd.a+json: ${json('{}')}`;
  const described = (content: string): string =>
    `{ 200: { description: Given, headers: { Vary: { schema: { type: string } } }, content: { ${content} } } }`;

  it.each<
    [name: string, given: [content: string, response: object, accept?: string], want: string]
  >([
    ['that Accept chose', [alike, { body: 1 }, 'application/vnd.a+json'], 'Accept'],
    ['that stands first', [alike, { body: 1 }], 'Accept'],
    ['that the handler chose', [both, { mediaType: 'text/plain', body: 'a' }], 'Accept'],
    ['that depends on more', [alike, { body: 1, headers: { Vary: 'Cookie' } }], 'Cookie, Accept'],
    [
      'that says so itself',
      [alike, { body: 1, headers: { Vary: 'accept, Origin' } }],
      'accept, Origin',
    ],
    ['that depends on all', [alike, { body: 1, headers: { Vary: '*' } }], '*'],
  ])('%s depends on Accept', async (_, [content, response, accept], want) => {
    const got = await get(
      described(content),
      { status: 200, ...response },
      accept === undefined ? {} : { accept },
    );
    expect(got).toMatchObject({ status: 200, vary: want });
  });

  it('is one whose only media type does not', async () => {
    const content = `application/json: ${json('{}')}`;
    const got = await get(responses(content), { status: 200, body: 1 });
    expect(got).toMatchObject({ status: 200, vary: null });
  });
});

describe('the content of a response', () => {
  it.each<
    [name: string, given: [content: string, response: object, accept?: string], want: Partial<Got>]
  >([
    [
      'text',
      ['text/plain: {}', { body: 'é' }],
      { type: 'text/plain; charset=utf-8', body: '\xc3\xa9' },
    ],
    [
      'text of another kind',
      ['application/xml: {}', { body: '<a/>' }],
      { type: 'application/xml', body: '<a/>' },
    ],
    [
      'text of a charset',
      ["'text/plain; charset=UTF-8': {}", { body: 'é' }],
      { type: 'text/plain; charset=UTF-8', body: '\xc3\xa9' },
    ],
    [
      'text of another charset, as bytes',
      ["'text/plain; charset=iso-8859-1': {}", { body: Buffer.from('\xe9', 'latin1') }],
      { type: 'text/plain; charset=iso-8859-1', body: '\xe9' },
    ],
    [
      'a number as text',
      ['text/plain: {}', { body: 9007199254740993n }],
      { body: '9007199254740993' },
    ],
    ['empty text', ['text/plain: {}', { body: '' }], { body: '' }],
    [
      'bytes',
      ['image/png: {}', { body: new Uint8Array([0xff, 0]) }],
      { type: 'image/png', body: '\xff\0' },
    ],
    [
      'bytes of a range',
      ['image/*: {}', { mediaType: 'image/webp', body: Buffer.from('x') }],
      { type: 'image/webp', body: 'x' },
    ],
    [
      'bytes of any type',
      ["'*/*': {}", { mediaType: 'a/b', body: 'x' }],
      { type: 'a/b', body: 'x' },
    ],
    [
      'a stream',
      ['a/b: {}', { body: stream('a', new Uint8Array([0xff]), '', 'é') }],
      { type: 'a/b', body: 'a\xff\xc3\xa9' },
    ],
    ['a stream without chunks', ['a/b: {}', { body: stream() }], { body: '' }],
    [
      "a stream of Node's",
      ['a/b: {}', { body: Readable.from(['a', Buffer.from('b')]) }],
      { body: 'ab' },
    ],
    [
      'an unchecked schema',
      [`application/xml: ${json('{ type: object }')}`, { body: '<a/>' }],
      { body: '<a/>' },
    ],
    [
      'JSON by any type',
      [`'*/*': ${json('{ type: integer }')}`, { body: 1 }],
      { type: 'application/json', body: '1' },
    ],
    [
      'JSON by a suffix that is named',
      [`application/*+json: ${json('{}')}`, { mediaType: 'application/a+json', body: 1 }],
      { type: 'application/a+json' },
    ],
    ['the first of two', [both, { body: 'a' }], { type: 'application/json', body: '"a"' }],
    [
      'the one that the client likes',
      [both, { body: 'a' }, 'text/plain, application/json;q=0.5'],
      { type: 'text/plain; charset=utf-8', body: 'a' },
    ],
    [
      'the one that is named',
      [both, { mediaType: 'application/json', body: 'a' }, 'text/plain'],
      { type: 'application/json' },
    ],
    [
      'the one that can carry a stream',
      [both, { body: stream('a') }, 'application/json, text/plain;q=0.1'],
      { type: 'text/plain', body: 'a' },
    ],
    [
      'the one that can carry an object',
      ['text/plain: {}, application/json: {}', { body: { a: 1 } }],
      { type: 'application/json', body: '{"a":1}' },
    ],
  ])('is %s', async (_, [content, response, accept], want) => {
    const options = accept === undefined ? {} : { accept };
    expect(await get(responses(content), { status: 200, ...response }, options)).toMatchObject({
      status: 200,
      faults: [],
      ...want,
    });
  });

  it.each<[name: string, given: [content: string, response: object], want: string]>([
    [
      'a range without a type',
      ['image/*: {}', { body: 'x' }],
      'gave a body without its media type; name one of image/*',
    ],
    [
      'a suffix without a type',
      [`application/*+json: ${json('{}')}`, { body: 1 }],
      'gave a body without its media type; name one of application/*+json',
    ],
    [
      'a type beside the range',
      ['image/*: {}', { mediaType: 'text/plain', body: 'x' }],
      'gave a body of the media type "text/plain"',
    ],
    [
      'a range as type',
      ['image/*: {}', { mediaType: 'image/*', body: 'x' }],
      'gave a body of the media type "image/*"',
    ],
    [
      'a type that is none',
      ["'*/*': {}", { mediaType: 'a/b\r\nX: y', body: 'x' }],
      'gave a body of the media type "a/b',
    ],
    [
      'an object as text',
      ['text/plain: {}', { mediaType: 'text/plain', body: {} }],
      'gave a body of "text/plain" that is neither text, bytes nor a stream of them',
    ],
    [
      'null as text',
      ['text/plain: {}', { body: null }],
      'gave a body of "text/plain" that is neither text, bytes nor a stream of them',
    ],
    [
      'text of another charset',
      ["'text/plain; charset=latin1': {}", { body: 'x' }],
      'gave text as "text/plain; charset=latin1", but text is sent as UTF-8',
    ],
    [
      'bytes as JSON',
      ['application/json: {}', { mediaType: 'application/json', body: Buffer.from('1') }],
      'gave bytes or a stream where the document states JSON',
    ],
  ])('is never %s', async (_, [content, response], want) => {
    const got = await get(responses(content), { status: 200, ...response });
    expect(got.status).toBe(500);
    expect(got.faults).toStrictEqual([expect.stringContaining(want)]);
  });

  it('that cannot be sent is let go', async () => {
    const unsent = [
      [responses('application/json: {}'), { status: 200, mediaType: 'application/json' }, 'GET'],
      [responses('a/b: {}'), { status: 200 }, 'HEAD'],
      ['{ 204: { description: Nothing } }', { status: 204 }, 'GET'],
    ] as const;
    for (const [documented, response, method] of unsent) {
      const body = Readable.from(['a']);
      await get(documented, { ...response, body }, { method });
      expect(body.destroyed).toBe(true);
    }
  });
});

describe('a client that takes none of the media types', () => {
  it.each<
    [
      name: string,
      given: [responses: string, accept: string],
      want: [status: number, calls: number],
    ]
  >([
    ['is refused', [responses('application/json: {}'), 'text/html'], [406, 0]],
    ['is refused by weight', [responses('application/json: {}'), '*/*;q=0'], [406, 0]],
    [
      'is refused with the status of the document',
      ['{ 200: { description: a, content: { a/b: {} } }, 400: { description: b } }', 'text/html'],
      [400, 0],
    ],
    [
      'is refused by "default"',
      ['{ default: { description: a, content: { application/json: {} } } }', 'text/html'],
      [406, 0],
    ],
    ['is served where a range may have it', [responses("'*/*': {}"), 'application/json'], [200, 1]],
    [
      'is served where there may be no content',
      [
        '{ 200: { description: a, content: { application/json: {} } }, 204: { description: b } }',
        'text/html',
      ],
      [200, 1],
    ],
    [
      'is served where only failures have content',
      [
        '{ 200: { description: a, content: { application/json: {} } }, 4XX: { description: b, content: { a/b: {} } } }',
        'application/json',
      ],
      [200, 1],
    ],
  ])('%s', async (_, [documented, accept], want) => {
    const response = { status: 200, mediaType: 'application/json', body: 'x' };
    const { status, calls } = await get(documented, response, { accept });
    expect([status, calls]).toStrictEqual(want);
  });

  it('is told what there is', async () => {
    const { body } = await get(responses('application/json: {}, a/*: {}'), {}, { accept: 'x/y' });
    expect(JSON.parse(body)).toStrictEqual({
      error: 40601,
      message:
        'The operation offers application/json or a/*, which the Accept header does not allow',
    });
  });
});
