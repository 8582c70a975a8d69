import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { HandlerResponse } from '../../../../src/runtime/contract';
import { RawConnection } from '../../../support/raw-connection';
import { serveDocument } from '../../../support/serve-document';
import { settled, until } from '../../../support/waiting';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

const document = `
openapi: 3.2.0
info: { title: Items, version: 1.0.0 }
paths:
  /{framing}:
    get:
      operationId: list
      parameters: [{ name: framing, in: path, required: true, schema: { type: string } }]
      responses:
        200:
          description: Items
          content:
            application/jsonl: { $ref: '#/components/mediaTypes/Items' }
            application/x-ndjson: { itemSchema: { $ref: '#/components/schemas/Item' } }
            application/json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } }
            application/geo+json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } }
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Item' } }
            multipart/mixed:
              itemSchema: { anyOf: [{ $ref: '#/components/schemas/Item' }, { type: [string, integer] }] }
            multipart/related:
              itemSchema: {}
              prefixEncoding: [{ contentType: application/problem+json }]
              itemEncoding: { contentType: 'image/*, video/*' }
            text/event-stream: { itemSchema: { $ref: '#/components/schemas/Event' } }
components:
  mediaTypes:
    Items: { itemSchema: { $ref: '#/components/schemas/Item' } }
  schemas:
    Item:
      type: object
      required: [id]
      properties:
        id: { type: integer, format: int64 }
        name: { type: string, maxLength: 5 }
        secret: { type: string, writeOnly: true }
    Event:
      type: object
      properties:
        data: { type: string }
        event: { type: string }
        id: { type: string }
        retry: { type: integer }
        color: { type: string }
`;

let current: Omit<HandlerResponse, 'status'>;
const handlers = { list: () => Promise.resolve({ status: 200, ...current }) };
const served = useDocument(document, handlers);
beforeEach(() => served.faults.splice(0));

function get(response: typeof current, init: RequestInit = {}): Promise<Response> {
  current = response;
  return fetch(`${served.url}/x`, init);
}

/** The content of a response with its media type, as far as it comes. */
async function received(mediaType: string, body: unknown): Promise<unknown> {
  const response = await get({ mediaType, body });
  let text = '';
  try {
    for await (const chunk of response.body!) text += Buffer.from(chunk as Uint8Array).toString();
  } catch {
    return [text, ...served.faults.map((fault) => (fault as Error).message)];
  }
  expect(response.headers.get('content-type')).toBe(mediaType);
  expect(served.faults).toStrictEqual([]);
  return text;
}

async function* each(...items: readonly unknown[]): AsyncGenerator {
  for (const item of items) yield await Promise.resolve(item);
}

const items = [{ id: 9007199254740993n, name: 'é\n🌱', secret: 's', more: 1 }, { id: 1n }];

describe('items of a response', () => {
  const lines = '{"id":9007199254740993,"name":"é\\n🌱"}\n{"id":1}\n';
  const records = '\x1e{"id":9007199254740993,"name":"é\\n🌱"}\n\x1e{"id":1}\n';
  itEach<[given: [mediaType: string, body: unknown], want: string]>({
    lines: [['application/jsonl', each(...items)], lines],
    'lines by another name': [['application/x-ndjson', each(...items)], lines],
    records: [['application/json-seq', each(...items)], records],
    'records by suffix': [['application/geo+json-seq', each(...items)], records],
    'a list': [['application/jsonl', items], lines],
    'a set': [['application/jsonl', new Set(items)], lines],
    'a stream of Node': [['application/jsonl', Readable.from(items)], lines],
    'a stream of the web': [['application/jsonl', ReadableStream.from(items)], lines],
    none: [['application/jsonl', []], ''],
    events: [
      [
        'text/event-stream',
        each(
          { data: 'one\ntwo\r\nthree\rfour', event: 'add', id: '7', retry: 10, more: 1 },
          { data: '' },
          { data: ' a: b\n' },
          { retry: 5 },
        ),
      ],
      'event: add\nid: 7\nretry: 10\ndata: one\ndata: two\ndata: three\ndata: four\n\n' +
        'data: \n\n' +
        'data:  a: b\ndata: \n\n' +
        'retry: 5\n\n',
    ],
  })('%s', async (_, [mediaType, body], want) => {
    expect(await received(mediaType, body)).toBe(want);
  });

  it('are parts, each of its own media type', async () => {
    const body = [
      { id: 9007199254740993n, name: 'é', secret: 's' },
      'text',
      Buffer.from([0xff]),
      new Blob(['blob'], { type: 'image/png' }),
      7,
    ];
    const response = await get({ mediaType: 'multipart/mixed', body });
    const type = /^multipart\/mixed; boundary=(.+)$/.exec(response.headers.get('content-type')!);
    const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(text.replaceAll(type![1]!, 'B').split('\r\n')).toStrictEqual([
      ...['--B', 'Content-Type: application/json', '', '{"id":9007199254740993,"name":"\xc3\xa9"}'],
      ...['--B', 'Content-Type: text/plain; charset=utf-8', '', 'text'],
      ...['--B', 'Content-Type: application/octet-stream', '', '\xff'],
      ...['--B', 'Content-Type: image/png', '', 'blob'],
      ...['--B', 'Content-Type: text/plain; charset=utf-8', '', '7', '--B--', ''],
    ]);
    expect(served.faults).toStrictEqual([]);
  });

  it.each<[string, unknown[], item: number]>([
    ['bytes without one', [{ id: 1n }, Buffer.from('a')], 2],
    ['a Blob of another', [new Blob(['a'], { type: 'a/b' })], 1],
    ['a value that is no text', [7, { id: 1n }], 2],
  ])(
    'are parts of the media types that the document states: %s is a fault',
    async (_, body, item) => {
      const response = await get({ mediaType: 'multipart/related', body });
      await expect(response.text()).rejects.toThrow('terminated');
      const fault = `item ${item} must be a Blob of the media type`;
      expect(served.faults.map(String)).toStrictEqual([expect.stringContaining(fault)]);
    },
  );

  it('of a list are JSON where the client wants that', async () => {
    const text = async (accept: string): Promise<string> =>
      (await get({ body: items }, { headers: { accept } })).text();
    expect(await text('application/json')).toBe(
      '[{"id":9007199254740993,"name":"é\\n🌱"},{"id":1}]',
    );
    expect(await text('application/jsonl')).toBe(lines);
  });

  itEach<[given: [mediaType: string, items: unknown], want: [string, string]]>({
    'an item that does not fit': [
      ['application/jsonl', each({ id: 1n }, { id: 2n, name: 'too long' }, { id: 3n })],
      ['{"id":1}\n', 'item 2 at "/name" must have at most 5 characters'],
    ],
    'an event with a line break in its id': [
      ['text/event-stream', each({ data: 'a' }, { id: 'a\nb' })],
      ['data: a\n\n', 'item 2 at "/id" must be a string of one line'],
    ],
    'an event with a negative time': [
      ['text/event-stream', each({ data: 'a' }, { retry: -1 })],
      ['data: a\n\n', 'item 2 at "/retry" must be an integer of milliseconds, 0 or more'],
    ],
    'an event with a field that events do not have': [
      ['text/event-stream', each({ data: 'a' }, { color: 'red' })],
      [
        'data: a\n\n',
        'item 2 has the property "color", and events have only event, id, retry, data',
      ],
    ],
  })('%s cuts the connection and is a fault', async (_, [mediaType, body], want) => {
    const [text, message] = want;
    expect(await received(mediaType, body)).toStrictEqual([
      text,
      `The handler of "list" gave a body whose ${message}`,
    ]);
  });

  it('that the items throw cuts the connection and is a fault', async () => {
    async function* give(): AsyncGenerator {
      yield await Promise.resolve({ id: 1n });
      throw new Error('broken');
    }
    expect(await received('application/jsonl', give())).toStrictEqual(['{"id":1}\n', 'broken']);
  });

  it('what is no iterable is a fault', async () => {
    const { status } = await get({ mediaType: 'application/jsonl', body: { id: 1n } });
    expect(status).toBe(500);
    expect(String(served.faults[0])).toContain(
      'gave a body of "application/jsonl" that is no iterable of its items',
    );
  });

  it('are sent as they come', async () => {
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    async function* give(): AsyncGenerator {
      yield { data: 'first' };
      await asked;
      yield { data: 'second' };
    }
    const { body } = await get({ mediaType: 'text/event-stream', body: give() });
    const reader = body!.getReader();
    const text = async (): Promise<string> => Buffer.from((await reader.read()).value).toString();
    expect(await text()).toBe('data: first\n\n');
    go();
    expect(await text()).toBe('data: second\n\n');
  });

  it('are asked for no faster than the client takes them', async () => {
    let given = 0;
    const data = 'x'.repeat(100_000);
    async function* give(): AsyncGenerator {
      for (; given < 300; given++) yield await Promise.resolve({ data });
    }
    const response = await get({ mediaType: 'text/event-stream', body: give() });
    await settled(() => given);
    expect(given).toBeLessThan(200);
    expect((await response.arrayBuffer()).byteLength).toBe(300 * (100_000 + 8));
  });

  /** Gives an item until it is let go, and tells that. */
  async function* endless(item: unknown, onEnd: () => void): AsyncGenerator {
    try {
      for (;;) {
        yield item;
        await setTimeout(5);
      }
    } finally {
      onEnd();
    }
  }

  itEach<[(item: unknown) => [AsyncIterable<unknown>, ended: () => boolean]]>({
    'between items': [
      (item) => {
        let ended = false;
        const given = endless(item, () => (ended = true));
        return [given, () => ended];
      },
    ],
    'while the next item is awaited': [
      () => {
        let ended = false;
        const next = (): Promise<never> => new Promise(() => undefined);
        const end = (): Promise<IteratorResult<unknown>> => {
          ended = true;
          return Promise.resolve({ done: true, value: undefined });
        };
        return [{ [Symbol.asyncIterator]: () => ({ next, return: end }) }, () => ended];
      },
    ],
    'while a stream of Node is awaited': [
      () => {
        const waiting = new Readable({ objectMode: true, read: () => undefined });
        return [waiting, () => waiting.destroyed];
      },
    ],
  })('are let go when the client goes away %s', async (_, make) => {
    const items = { 'text/event-stream': { data: 'a' }, 'application/jsonl': { id: 1n } };
    for (const [mediaType, item] of Object.entries(items)) {
      const [body, ended] = make(item);
      current = { mediaType, body };
      const connection = await RawConnection.open(served.url);
      await connection.write(['GET /x HTTP/1.1', 'Host: a', '']).response();
      connection.abort();
      await until(ended);
      expect(served.faults).toStrictEqual([]);
    }
  });

  it('are not asked for by HEAD, and let go', async () => {
    let began = false;
    async function* give(): AsyncGenerator {
      began = true;
      yield await Promise.resolve({ data: 'a' });
    }
    const given = { mediaType: 'text/event-stream', body: give() };
    const response = await get(given, { method: 'HEAD' });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(began).toBe(false);
  });

  it('are let go when the service closes', async () => {
    let ended = false;
    current = {
      mediaType: 'text/event-stream',
      body: endless({ data: 'a' }, () => (ended = true)),
    };
    const closing = await serveDocument(document, handlers);
    const connection = await RawConnection.open(closing.url);
    await connection.write(['GET /x HTTP/1.1', 'Host: a', '']).response();
    await Promise.all([closing.close(), connection.closed()]);
    await until(() => ended);
  });
});
