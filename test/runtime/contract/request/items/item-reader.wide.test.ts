import { Failure, failureKinds, InvalidItemError } from '../../../../../src/runtime/contract';
import { RawConnection } from '../../../../support/raw-connection';
import { withDocument } from '../../../../support/serve-document';
import { settled, turns, until } from '../../../../support/waiting';
import { useDocument } from '../../use-document';
import { itEach } from '../../../../support/it-each';

const MAX_BODY_BYTES = 1_000;

const document = `
openapi: 3.2.0
info: { title: Items, version: 1.0.0 }
paths:
  /items:
    post:
      operationId: add
      requestBody:
        required: true
        content:
          application/jsonl: { itemSchema: { $ref: '#/components/schemas/Item' } }
          application/json-seq: { itemSchema: { $ref: '#/components/schemas/Item' } }
          text/event-stream: { itemSchema: { $ref: '#/components/schemas/Event' } }
          application/json: { schema: { type: array } }
      responses:
        200: { description: Added, content: { application/json: { schema: {} } } }
        201:
          description: As they come
          content: { application/jsonl: { itemSchema: { $ref: '#/components/schemas/Item' } } }
        4XX: { description: Failed, content: { application/json: { schema: {} } } }
  /parts:
    post:
      operationId: addParts
      requestBody:
        required: true
        content:
          multipart/mixed:
            itemSchema: { anyOf: [{ $ref: '#/components/schemas/Item' }, { type: [string, integer] }] }
          multipart/related:
            itemSchema: { $ref: '#/components/schemas/Item' }
          multipart/alternative:
            itemSchema: {}
            prefixEncoding: [{ contentType: application/json }]
            itemEncoding:
              contentType: image/png
              headers: { X-Number: { required: true, schema: { type: integer } } }
      responses:
        200: { description: Added, content: { application/json: { schema: {} } } }
        4XX: { description: Failed, content: { application/json: { schema: {} } } }
  /strict:
    post:
      operationId: addStrictly
      requestBody: { content: { application/jsonl: { itemSchema: { type: integer } } } }
      responses:
        200: { description: Added, content: { application/json: { schema: {} } } }
        422: { description: Invalid, content: { application/json: { schema: {} } } }
components:
  schemas:
    Item:
      type: object
      required: [id]
      properties:
        id: { type: integer, format: int64 }
        name: { type: string, maxLength: 5 }
        made: { type: string, readOnly: true }
    Event:
      type: object
      required: [data]
      properties:
        data: { type: string }
        id: { type: string }
        retry: { type: integer, maximum: 1000 }
`;

type Items = AsyncIterableIterator<unknown>;
interface Input {
  readonly body?: Items;
  readonly mediaType?: string;
}
type Handle = (input: Input) => Promise<unknown>;

let current: Handle;
const handler = ((input: Input) => current(input)) as () => Promise<Failure>;
const handlers = { add: handler, addParts: handler, addStrictly: handler };
const served = useDocument(document, handlers, { maxBodyBytes: MAX_BODY_BYTES });

/** A handler that gives back what it got. */
const collect: Handle = async ({ body }) => {
  const items: unknown[] = [];
  for await (const item of body ?? []) items.push(item);
  return { status: 200, mediaType: 'application/json', body: items };
};

/** What a request gets; the text of the body, or the status and the message. */
async function post(
  type: string,
  body: string | Uint8Array | AsyncIterable<string>,
  path = '/items',
): Promise<unknown> {
  const isStream = typeof body === 'object' && Symbol.asyncIterator in body;
  const stream = isStream ? ReadableStream.from(encoded(body)) : body;
  const headers = { 'content-type': type };
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
  const response = await fetch(served.url + path, init);
  const text = await response.text();
  expect(served.faults).toStrictEqual([]);
  if (response.status < 300) return text;
  return [response.status, (JSON.parse(text) as { message: string }).message];
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

describe('items of a request', () => {
  itEach<[given: [type: string, body: string | Buffer], want: unknown]>({
    'lines, decoded': [
      ['application/jsonl', '{"id":9007199254740993,"more":1}\n{"id":1,"name":"é🌱","made":"x"}'],
      '[{"id":9007199254740993},{"id":1,"name":"é🌱"}]',
    ],
    records: [['application/json-seq', '\x1e{"id":1}\n\x1e{"id":2}\n'], '[{"id":1},{"id":2}]'],
    events: [
      ['text/event-stream', 'data: {"a":1}\nid: 7\nretry: 10\n\n: comment\n\ndata: b\n\n'],
      '[{"data":"{\\"a\\":1}","id":"7","retry":10},{"data":"b"}]',
    ],
    none: [['application/jsonl', ''], '[]'],
    'what is not UTF-8': [
      ['application/jsonl', Buffer.from('{"id":1}\n"\xff"', 'latin1')],
      [400, 'Item 2 of the body is not UTF-8'],
    ],
    'a malformed one': [
      ['application/jsonl', '{"id":1}\n\n{"id":}\n{"id":2}\n'],
      [400, 'Item 2 of the body is not well-formed JSON at line 1, column 7: expected a value'],
    ],
    'one that does not fit': [
      ['application/jsonl', '{"id":1}\n{"id":2,"name":"too long"}\n{"id":3}\n'],
      [400, 'Item 2 of the body at "/name" must have at most 5 characters'],
    ],
    'an event that does not fit': [
      ['text/event-stream', 'data: a\nretry: 1001\n\n'],
      [400, 'Item 1 of the body at "/retry" must be at most 1000'],
    ],
    'one that is too large': [
      ['application/jsonl', `{"id":1}\n"${'x'.repeat(MAX_BODY_BYTES)}"\n`],
      [413, 'Item 2 of the body is larger than the limit of 1000 bytes'],
    ],
    'one that is too large and does not end': [
      ['text/event-stream', `data: ${'x'.repeat(MAX_BODY_BYTES)}`],
      [413, 'Item 1 of the body is larger than the limit of 1000 bytes'],
    ],
  })('%s', async (_, [type, body], want) => {
    current = collect;
    expect(await post(type, body)).toStrictEqual(want);
  });

  const part = (head: string, text: string): string => `--b\r\n${head}\r\n\r\n${text}\r\n`;
  const json = (text: string): string => part('Content-Type: application/json', text);
  const image = part('Content-Type: image/png\r\nX-Number: 7', 'pixels');

  itEach<[given: [type: string, parts: string[]], want: unknown]>({
    'a value each': [
      [
        'mixed; boundary=b',
        [
          json('{"id":9007199254740993,"more":1}'),
          part('Content-Type: text/plain', 'é'),
          json('7'),
          part('A: b', ''),
        ],
      ],
      [{ id: 9007199254740993n }, 'é', 7, ''],
    ],
    'JSON without a media type': [
      ['related; boundary=b', [part('A: b', '{"id":1}')]],
      [{ id: 1n }],
    ],
    'files, by their place': [
      ['alternative; boundary=b', [json('{"id":1}'), image, image]],
      [{ id: 1 }, ['image/png', 'pixels'], ['image/png', 'pixels']],
    ],
    'of another media type': [
      ['alternative; boundary=b', [json('1'), json('1')]],
      [400, 'Item 2 of the body lacks the header "X-Number"'],
    ],
    'of another media type, by their place': [
      ['alternative; boundary=b', [image]],
      [415, 'Item 1 of the body must be of the media type application/json'],
    ],
    'that do not fit': [
      ['related; boundary=b', [json('{"id":1}'), json('{}')]],
      [400, 'Item 2 of the body lacks the property "id"'],
    ],
    'that are no JSON': [
      ['related; boundary=b', [json('{')]],
      [
        400,
        'Item 1 of the body is not well-formed JSON at line 1, column 2: expected a property name in double quotes',
      ],
    ],
    'without a boundary': [
      ['related', [json('{}')]],
      [400, 'The body has no boundary; name it in the Content-Type header'],
    ],
  })('are parts: %s', async (_, [type, parts], want) => {
    let got: unknown;
    const keep: Handle = async ({ body }) => {
      const items: unknown[] = [];
      for await (const item of body!) {
        items.push(item instanceof File ? [item.type, await item.text()] : item);
      }
      got = items;
      return { status: 200, mediaType: 'application/json', body: 'done' };
    };
    current = keep;
    const body = `${parts.join('')}--b--\r\n`;
    const response = await post(`multipart/${type}`, body, '/parts');
    expect(response === '"done"' ? got : response).toStrictEqual(want);
  });

  it('together may be larger than a body may be', async () => {
    const count: Handle = async ({ body }) => {
      let items = 0;
      for await (const item of body!) items += item === undefined ? 0 : 1;
      return { status: 200, mediaType: 'application/json', body: items };
    };
    current = count;
    expect(await post('application/jsonl', '{"id":1}\n'.repeat(1_000))).toBe('1000');
  });

  it('get a documented 422', async () => {
    current = collect;
    expect(await post('application/jsonl', '1\n"a"', '/strict')).toStrictEqual([
      422,
      'Item 2 of the body must be of type integer',
    ]);
  });

  it('are nothing where there is no body', async () => {
    current = ({ body }) =>
      Promise.resolve({ status: 200, mediaType: 'application/json', body: body === undefined });
    expect(await (await fetch(`${served.url}/strict`, { method: 'POST' })).text()).toBe('true');
  });

  it('reach the handler one by one, each before the next is sent', async () => {
    const seen: unknown[] = [];
    let wake: () => void = () => undefined;
    const handle: Handle = async ({ body }) => {
      for await (const item of body!) {
        seen.push(item);
        wake();
      }
      return { status: 200, mediaType: 'application/json', body: seen.length };
    };
    async function* send(): AsyncGenerator<string> {
      for (let id = 1; id <= 3; id++) {
        const arrived = new Promise<void>((resolve) => (wake = resolve));
        yield `{"id":${id}}\n`;
        await arrived;
        expect(seen).toHaveLength(id);
      }
    }
    current = handle;
    expect(await post('application/jsonl', send())).toBe('3');
  });

  it('hold the client back while the handler asks for none', async () => {
    let go: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (go = resolve));
    let sent = 0;
    async function* send(): AsyncGenerator<string> {
      const blank = `${' '.repeat(MAX_BODY_BYTES)}\n`;
      for (; sent < 150; sent++) yield await Promise.resolve(`{"id":1}\n${blank.repeat(90)}`);
    }
    const handle: Handle = async (input) => {
      await input.body?.next();
      await asked;
      return collect(input);
    };
    current = handle;
    const posted = post('application/jsonl', send());
    await settled(() => sent);
    expect(sent).toBeLessThan(130);
    go();
    expect(await posted).toHaveLength(149 * 9 + 1);
  });

  it('may be left by a handler before the last', async () => {
    const handle: Handle = async ({ body }) => {
      for await (const item of body!)
        return { status: 200, mediaType: 'application/json', body: item };
      return undefined;
    };
    current = handle;
    expect(await post('application/jsonl', '{"id":1}\n{"id":')).toBe('{"id":1}');
  });

  it('may be asked for behind one that does not fit', async () => {
    const handle: Handle = async ({ body }) => {
      const results: unknown[] = [];
      for (;;) {
        try {
          const result = await body!.next();
          if (result.done === true) break;
          results.push(result.value);
        } catch (error) {
          if (!(error instanceof InvalidItemError)) throw error;
          results.push([error.item, error.failure.kind.number]);
        }
      }
      return { status: 200, mediaType: 'application/json', body: results };
    };
    const tooLarge = `"${'x'.repeat(MAX_BODY_BYTES)}"\n`;
    current = handle;
    expect(await post('application/jsonl', `{"id":1}\n{\n7\n{"id":2}\n${tooLarge}{"id":3}`)).toBe(
      '[{"id":1},[2,40001],[3,40003],{"id":2},[5,41301]]',
    );
  });

  it('may be sent back as they come', async () => {
    const echo: Handle = ({ body }) => Promise.resolve({ status: 201, body });
    current = echo;
    const connection = await RawConnection.open(served.url);
    const head = [
      'POST /items HTTP/1.1',
      'Host: a',
      'Content-Type: application/jsonl',
      'Transfer-Encoding: chunked',
      '',
    ];
    const line = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    expect((await connection.write(head).response()).status).toBe(201);
    connection.write(line('{"id":1}\n')).write(line('{"id":'));
    await turns();
    connection.write(line('2}\n')).write(line('7\n'));
    // Its fault is the client's: the response ends before its end, and nobody is told.
    expect(await connection.closed()).toBe('9\r\n{"id":1}\n\r\n9\r\n{"id":2}\n\r\n');
    expect(served.faults).toStrictEqual([]);
  });

  it('end when the client goes away', async () => {
    let begun = false;
    let ended: unknown;
    const handle: Handle = async (input) => {
      begun = true;
      try {
        return await collect(input);
      } catch (error) {
        ended = error;
        throw error;
      }
    };
    current = handle;
    const connection = await RawConnection.open(served.url);
    connection.write([
      'POST /items HTTP/1.1',
      'Host: a',
      'Content-Type: application/jsonl',
      'Content-Length: 100',
      '',
      '{"id":1}',
    ]);
    await until(() => begun);
    connection.abort();
    await until(() => ended !== undefined);
    expect(ended).toMatchObject({ name: 'RequestAbortedError' });
    expect(served.faults).toStrictEqual([]);
  });

  it('that have begun count among the bodies that have not arrived', async () => {
    const options = { maxBodyBytes: 1_000_000, host: { maxUnfinishedBytes: 1_000_000 } };
    const handlers = {
      add: collect as () => Promise<Failure>,
      addParts: collect as () => Promise<Failure>,
      addStrictly: () => Promise.resolve(new Failure(failureKinds.internal, '')),
    };
    await withDocument(document, handlers, options, async ({ url }) => {
      const connections = await Promise.all([1, 2].map(() => RawConnection.open(url)));
      for (const connection of connections) {
        connection.write([
          'POST /items HTTP/1.1',
          'Host: a',
          'Content-Type: application/jsonl',
          'Content-Length: 900000',
          '',
        ]);
        connection.write(' '.repeat(600_000));
      }
      const { status } = await Promise.race(connections.map((connection) => connection.response()));
      expect(status).toBe(503);
      for (const connection of connections) connection.abort();
    });
  });
});
