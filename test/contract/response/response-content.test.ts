import { Readable } from 'node:stream';
import type { HandlerResponse } from '../../../src/contract/handler';
import { withDocument } from '../../support/serve-document';

/** The responses of `GET /`. */
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

  it.each<[string, { given: [content: string, response: object, accept?: string]; want: string }]>([
    [
      'that Accept chose',
      { given: [alike, { body: 1 }, 'application/vnd.a+json'], want: 'Accept' },
    ],
    ['that stands first', { given: [alike, { body: 1 }], want: 'Accept' }],
    [
      'that the handler chose',
      { given: [both, { mediaType: 'text/plain', body: 'a' }], want: 'Accept' },
    ],
    [
      'that depends on more',
      { given: [alike, { body: 1, headers: { Vary: 'Cookie' } }], want: 'Cookie, Accept' },
    ],
    [
      'that says so itself',
      { given: [alike, { body: 1, headers: { Vary: 'accept, Origin' } }], want: 'accept, Origin' },
    ],
    ['that depends on all', { given: [alike, { body: 1, headers: { Vary: '*' } }], want: '*' }],
  ])('%s depends on Accept', async (_, { given: [content, response, accept], want }) => {
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
    [string, { given: [content: string, response: object, accept?: string]; want: Partial<Got> }]
  >([
    [
      'text',
      {
        given: ['text/plain: {}', { body: 'é' }],
        want: { type: 'text/plain; charset=utf-8', body: '\xc3\xa9' },
      },
    ],
    [
      'text of another kind',
      {
        given: ['application/xml: {}', { body: '<a/>' }],
        want: { type: 'application/xml', body: '<a/>' },
      },
    ],
    [
      'text of a charset',
      {
        given: ["'text/plain; charset=UTF-8': {}", { body: 'é' }],
        want: { type: 'text/plain; charset=UTF-8', body: '\xc3\xa9' },
      },
    ],
    [
      'text of another charset, as bytes',
      {
        given: ["'text/plain; charset=iso-8859-1': {}", { body: Buffer.from('\xe9', 'latin1') }],
        want: { type: 'text/plain; charset=iso-8859-1', body: '\xe9' },
      },
    ],
    [
      'a number as text',
      {
        given: ['text/plain: {}', { body: 9007199254740993n }],
        want: { body: '9007199254740993' },
      },
    ],
    ['empty text', { given: ['text/plain: {}', { body: '' }], want: { body: '' } }],
    [
      'bytes',
      {
        given: ['image/png: {}', { body: new Uint8Array([0xff, 0]) }],
        want: { type: 'image/png', body: '\xff\0' },
      },
    ],
    [
      'bytes of a range',
      {
        given: ['image/*: {}', { mediaType: 'image/webp', body: Buffer.from('x') }],
        want: { type: 'image/webp', body: 'x' },
      },
    ],
    [
      'bytes of any type',
      { given: ["'*/*': {}", { mediaType: 'a/b', body: 'x' }], want: { type: 'a/b', body: 'x' } },
    ],
    [
      'a stream',
      {
        given: ['a/b: {}', { body: stream('a', new Uint8Array([0xff]), '', 'é') }],
        want: { type: 'a/b', body: 'a\xff\xc3\xa9' },
      },
    ],
    ['a stream without chunks', { given: ['a/b: {}', { body: stream() }], want: { body: '' } }],
    [
      "a stream of Node's",
      {
        given: ['a/b: {}', { body: Readable.from(['a', Buffer.from('b')]) }],
        want: { body: 'ab' },
      },
    ],
    [
      'an unchecked schema',
      {
        given: [`application/xml: ${json('{ type: object }')}`, { body: '<a/>' }],
        want: { body: '<a/>' },
      },
    ],
    [
      'JSON by any type',
      {
        given: [`'*/*': ${json('{ type: integer }')}`, { body: 1 }],
        want: { type: 'application/json', body: '1' },
      },
    ],
    [
      'JSON by a suffix that is named',
      {
        given: [`application/*+json: ${json('{}')}`, { mediaType: 'application/a+json', body: 1 }],
        want: { type: 'application/a+json' },
      },
    ],
    [
      'the first of two',
      { given: [both, { body: 'a' }], want: { type: 'application/json', body: '"a"' } },
    ],
    [
      'the one that the client likes',
      {
        given: [both, { body: 'a' }, 'text/plain, application/json;q=0.5'],
        want: { type: 'text/plain; charset=utf-8', body: 'a' },
      },
    ],
    [
      'the one that is named',
      {
        given: [both, { mediaType: 'application/json', body: 'a' }, 'text/plain'],
        want: { type: 'application/json' },
      },
    ],
    [
      'the one that can carry a stream',
      {
        given: [both, { body: stream('a') }, 'application/json, text/plain;q=0.1'],
        want: { type: 'text/plain', body: 'a' },
      },
    ],
    [
      'the one that can carry an object',
      {
        given: ['text/plain: {}, application/json: {}', { body: { a: 1 } }],
        want: { type: 'application/json', body: '{"a":1}' },
      },
    ],
  ])('is %s', async (_, { given: [content, response, accept], want }) => {
    const options = accept === undefined ? {} : { accept };
    expect(await get(responses(content), { status: 200, ...response }, options)).toMatchObject({
      status: 200,
      faults: [],
      ...want,
    });
  });

  it.each<[string, { given: [content: string, response: object]; want: string }]>([
    [
      'a range without a type',
      {
        given: ['image/*: {}', { body: 'x' }],
        want: 'gave a body without its media type; name one of image/*',
      },
    ],
    [
      'a suffix without a type',
      {
        given: [`application/*+json: ${json('{}')}`, { body: 1 }],
        want: 'gave a body without its media type; name one of application/*+json',
      },
    ],
    [
      'a type beside the range',
      {
        given: ['image/*: {}', { mediaType: 'text/plain', body: 'x' }],
        want: 'gave a body of the media type "text/plain"',
      },
    ],
    [
      'a range as type',
      {
        given: ['image/*: {}', { mediaType: 'image/*', body: 'x' }],
        want: 'gave a body of the media type "image/*"',
      },
    ],
    [
      'a type that is none',
      {
        given: ["'*/*': {}", { mediaType: 'a/b\r\nX: y', body: 'x' }],
        want: 'gave a body of the media type "a/b',
      },
    ],
    [
      'an object as text',
      {
        given: ['text/plain: {}', { mediaType: 'text/plain', body: {} }],
        want: 'gave a body of "text/plain" that is neither text, bytes nor a stream of them',
      },
    ],
    [
      'null as text',
      {
        given: ['text/plain: {}', { body: null }],
        want: 'gave a body of "text/plain" that is neither text, bytes nor a stream of them',
      },
    ],
    [
      'text of another charset',
      {
        given: ["'text/plain; charset=latin1': {}", { body: 'x' }],
        want: 'gave text as "text/plain; charset=latin1", but text is sent as UTF-8',
      },
    ],
    [
      'bytes as JSON',
      {
        given: ['application/json: {}', { mediaType: 'application/json', body: Buffer.from('1') }],
        want: 'gave bytes or a stream where the document states JSON',
      },
    ],
  ])('is never %s', async (_, { given: [content, response], want }) => {
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
    [string, { given: [responses: string, accept: string]; want: [status: number, calls: number] }]
  >([
    ['is refused', { given: [responses('application/json: {}'), 'text/html'], want: [406, 0] }],
    [
      'is refused by weight',
      { given: [responses('application/json: {}'), '*/*;q=0'], want: [406, 0] },
    ],
    [
      'is refused with the status of the document',
      {
        given: [
          '{ 200: { description: a, content: { a/b: {} } }, 400: { description: b } }',
          'text/html',
        ],
        want: [400, 0],
      },
    ],
    [
      'is refused by "default"',
      {
        given: ['{ default: { description: a, content: { application/json: {} } } }', 'text/html'],
        want: [406, 0],
      },
    ],
    [
      'is served where a range may have it',
      { given: [responses("'*/*': {}"), 'application/json'], want: [200, 1] },
    ],
    [
      'is served where there may be no content',
      {
        given: [
          '{ 200: { description: a, content: { application/json: {} } }, 204: { description: b } }',
          'text/html',
        ],
        want: [200, 1],
      },
    ],
    [
      'is served where only failures have content',
      {
        given: [
          '{ 200: { description: a, content: { application/json: {} } }, 4XX: { description: b, content: { a/b: {} } } }',
          'application/json',
        ],
        want: [200, 1],
      },
    ],
  ])('%s', async (_, { given: [documented, accept], want }) => {
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
