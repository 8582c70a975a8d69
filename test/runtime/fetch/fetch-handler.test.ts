import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import {
  type AnyHandler,
  createService,
  type HttpRequest,
  type Service,
} from '../../../src/runtime/contract';
import { Closing, createServing, fetchHandler } from '../../../src/runtime/fetch/public';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { temporaryFolder } from '../../support/temporary-folder';
import { LAST_WORDS_MS } from '../../../src/runtime/host';
import { turns, until } from '../../support/waiting';

/** What hosts of docs/hosts.md cannot show: test/workflow/hosts.wide.test.ts sends requests through them. */

const { contract, validators } = loadContract(
  parseSource(
    `
openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { 200: { description: x, content: { application/json: {} } } }
    head:
      operationId: headBooks
      responses: { 200: { description: x } }
  /scans:
    post:
      operationId: addScan
      x-max-body-bytes: 16MiB
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { scan: { type: string, format: binary } } }
      responses: { 200: { description: x, content: { application/octet-stream: {} } } }
  /pages:
    get:
      operationId: getPages
      responses: { 200: { description: x, content: { application/octet-stream: {} } } }
    post:
      operationId: addPages
      requestBody: { content: { application/octet-stream: {} } }
      responses: { 200: { description: x, content: { application/octet-stream: {} } } }
  /events:
    get:
      operationId: getEvents
      responses: { 200: { description: x, content: { text/event-stream: {} } } }
  /items:
    get:
      operationId: getItems
      responses: { 200: { description: x, content: { application/jsonl: { itemSchema: {} } } } }
`,
    'library.yaml',
  ).document,
);

interface Context {
  readonly signal: AbortSignal;
  readonly closing: AbortSignal;
  readonly request: HttpRequest;
  readonly locals: unknown;
}

type Act = (input: { readonly body: unknown }, context: Context) => unknown;

const faults: unknown[] = [];
afterEach(() => {
  faults.length = 0;
});

/** The service of one handler, which all operations have. @param act returns the body */
function serviceOf(act: Act): Promise<Service> {
  const handler = (async (input: { readonly body: unknown }, context: Context) => ({
    status: 200,
    body: await act(input, context),
  })) as unknown as AnyHandler<undefined>;
  const ids = contract.operations.map(({ operationId }) => operationId);
  return createService({
    ...{ contract, validators, authenticators: {}, dependencies: undefined },
    handlers: Object.fromEntries(ids.map((id) => [id, handler])),
    ...{ maxBodyBytes: 100_000, validateResponses: true },
    onFault: (error) => faults.push(error),
  });
}

const address = (): string => '192.0.2.1';

function requestOf(path: string, body?: RequestInit['body'], init: RequestInit = {}): Request {
  const isText = typeof body === 'string';
  return new Request(`http://library.example${path}`, {
    ...(body !== undefined && { method: 'POST', body, duplex: 'half' }),
    ...(isText && { headers: { 'content-type': 'application/json' } }),
    ...init,
  });
}

/** A body whose end does not come. */
function unfinished(text: string): ReadableStream {
  return new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(text)),
  });
}

/** A body that goes on until it is cancelled, with the bytes sent so far. */
function endless(): { body: ReadableStream; sent: () => number; isCancelled: () => boolean } {
  let bytes = 0;
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(Buffer.alloc(65_536, ' '));
      bytes += 65_536;
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return { body, sent: () => bytes, isCancelled: () => isCancelled };
}

const JSON_TYPE = { headers: { 'content-type': 'application/json' } };
const BYTES_TYPE = { headers: { 'content-type': 'application/octet-stream' } };

interface Host {
  readonly ip: string;
}

it('passes on what the host gives with each request', async () => {
  const service = await serviceOf((_, { request, locals }) => [request.address, locals]);
  const handle = fetchHandler(service as unknown as Service<string>, {
    address: (_, { ip }: Host) => ip,
    locals: ({ headers }, { ip }: Host) => `${headers.get('x-shelf')} of ${ip}`,
  });
  const headers = { 'content-type': 'application/json', 'x-shelf': '7' };
  const response = await handle(requestOf('/books', '{}', { headers }), { ip: '192.0.2.9' });
  expect(await response.json()).toEqual(['192.0.2.9', '7 of 192.0.2.9']);
});

it('adds the default fields that a response lacks', async () => {
  const defaultHeaders = { 'X-Frame-Options': 'DENY', 'Content-Type': 'text/plain' };
  const serving = createServing({ defaultHeaders });
  const handle = fetchHandler(await serviceOf(({ body }) => body), { address, serving });
  const { headers } = await handle(requestOf('/books', '{}'));
  expect([headers.get('x-frame-options'), headers.get('content-type')]).toEqual([
    'DENY',
    'application/json',
  ]);
});

it('prints nothing that a client sent', async () => {
  let printed = '';
  const service = await serviceOf((_, { request }) => {
    printed = inspect(request, { depth: Infinity, showHidden: true });
    return '';
  });
  const headers = { authorization: 'Bearer SECRET', cookie: 'SECRET' };
  await fetchHandler(service, { address })(requestOf('/pages', undefined, { headers }));
  expect(printed).toContain('/pages');
  expect(printed).not.toContain('SECRET');
});

describe('a body', () => {
  const uploadFolder = temporaryFolder();

  it('that the application has read is a fault with its remedy', async () => {
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address });
    const request = requestOf('/books', '{}');
    await request.text();
    expect((await handle(request)).status).toBe(500);
    expect(faults).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/read the body .*request\.clone\(\)/) as string,
      }),
    ]);
  });

  it('that the host fails to pass on is refused', async () => {
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address });
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('reset')),
    });
    const response = await handle(requestOf('/books', body, JSON_TYPE));
    expect([response.status, await response.json()]).toMatchObject([400, { error: 40000 }]);
    expect(faults).toEqual([]);
  });

  it('ends with its request, and with it the memory that it took', async () => {
    const serving = createServing({ maxUnfinishedBytes: 120_000 });
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address, serving });
    const first = new AbortController();
    const { signal } = first;
    const waiting = handle(requestOf('/books', unfinished('{'), { ...JSON_TYPE, signal }));
    await turns();
    first.abort();
    expect((await waiting).status).toBe(400);
    const full = JSON.stringify({ text: 'x'.repeat(90_000) });
    for (let time = 0; time < 3; time++) {
      expect((await handle(requestOf('/books', full))).status).toBe(200);
    }
  });

  it('gives way where all together take too much', async () => {
    const serving = createServing({ maxUnfinishedBytes: 100_000 });
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address, serving });
    const many = Array.from({ length: 10 }, () =>
      handle(requestOf('/books', unfinished(' '.repeat(20_000)), JSON_TYPE)),
    );
    const refused = await Promise.race(many);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await handle(requestOf('/books', '{}'))).status).toBe(200);
  });

  it('that is refused for want of memory is not read any more', async () => {
    const serving = createServing({ maxUnfinishedBytes: 50_000 });
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address, serving });
    const { body, sent } = endless();
    expect((await handle(requestOf('/books', body, JSON_TYPE))).status).toBe(503);
    await turns();
    expect(sent()).toBeLessThan(1_048_576);
  });

  it('that is said to be larger than the limit is refused before it comes', async () => {
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address });
    const headers = { ...JSON_TYPE.headers, 'content-length': '200000' };
    expect((await handle(requestOf('/books', unfinished(''), { headers }))).status).toBe(413);
  });

  it('that its handler does not read is no fault when the client disconnects', async () => {
    const service = await serviceOf((_, { signal }) => once(signal, 'abort').then(() => 'late'));
    const controller = new AbortController();
    const { signal } = controller;
    const request = requestOf('/pages', unfinished('a'), { ...BYTES_TYPE, signal });
    const answer = fetchHandler(service, { address })(request);
    await turns();
    controller.abort();
    expect((await answer).status).toBe(200);
    // Held until here, as a host does: of a request that nobody holds, the signal may be collected.
    expect(request.signal.aborted).toBe(true);
    expect(faults).toEqual([]);
  });

  it('of which a handler reads a part is discarded', async () => {
    const service = await serviceOf(async ({ body }) => {
      await (body as AsyncIterableIterator<Uint8Array>).next();
      return 'enough';
    });
    const { body, isCancelled } = endless();
    const answer = await fetchHandler(service, { address })(requestOf('/pages', body, BYTES_TYPE));
    expect(await answer.text()).toBe('enough');
    await until(isCancelled);
  });

  it('of more than the limit is discarded up to a bound, and then cancelled', async () => {
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address });
    const { body, sent, isCancelled } = endless();
    expect((await handle(requestOf('/books', body, JSON_TYPE))).status).toBe(413);
    await until(isCancelled);
    expect(sent()).toBeLessThan(20 * 1_048_576);
  });

  it('that is a large form is in a file until the response has been read', async () => {
    const serving = createServing({ uploadFolder });
    const service = await serviceOf(({ body }) => (body as { scan: Blob }).scan.stream());
    const handle = fetchHandler(service, { address, serving });
    const form = new FormData();
    form.append('scan', new Blob([Buffer.alloc(3_000_000, 'x')]));
    const response = await handle(requestOf('/scans', form));
    expect(readdirSync(uploadFolder)).toHaveLength(1);
    expect((await response.arrayBuffer()).byteLength).toBe(3_000_000);
    await until(() => readdirSync(uploadFolder).length === 0);
  });
});

describe('a stream', () => {
  let ends: string[] = [];
  beforeEach(() => {
    ends = [];
  });

  /** Gives a chunk, and goes on when `go` resolves. */
  async function* chunks(signal: AbortSignal, go: Promise<unknown>): AsyncGenerator<string> {
    try {
      ends.push('begun');
      yield 'one';
      await go;
      yield 'two';
    } finally {
      ends.push(signal.aborted ? 'aborted' : 'ended');
    }
  }

  const aborted = (signal: AbortSignal): Promise<unknown> =>
    new Promise((resolve) => signal.addEventListener('abort', resolve));

  it('is read no faster than the host reads it', async () => {
    let given = 0;
    async function* texts(): AsyncGenerator<string> {
      for (; ; given++) yield await Promise.resolve('x');
    }
    const handle = fetchHandler(await serviceOf(texts), { address });
    const reader = (await handle(requestOf('/pages'))).body!.getReader();
    await reader.read();
    await reader.read();
    await turns();
    expect(given).toBeLessThan(4);
    await reader.cancel();
  });

  it('goes both ways', async () => {
    const handle = fetchHandler(await serviceOf(({ body }) => body), { address });
    let push: (text: string) => void = () => undefined;
    let close: () => void = () => undefined;
    const body = new ReadableStream({
      start: (controller) => {
        push = (text) => controller.enqueue(Buffer.from(text));
        close = () => controller.close();
      },
    });
    const response = await handle(requestOf('/pages', body, BYTES_TYPE));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    push('a');
    expect(await reader.read()).toEqual({ done: false, value: 'a' });
    push('b');
    expect(await reader.read()).toEqual({ done: false, value: 'b' });
    close();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('ends when the host cancels it, and its handler is told', async () => {
    const service = await serviceOf((_, { signal }) => chunks(signal, aborted(signal)));
    const handle = fetchHandler(service, { address });
    const reader = (await handle(requestOf('/pages'))).body!.getReader();
    await reader.read();
    const next = reader.read();
    await reader.cancel();
    expect(await next).toMatchObject({ done: true });
    await until(() => ends.length > 1);
    expect(ends).toEqual(['begun', 'aborted']);
  });

  it('breaks off when the request is aborted, so that nobody takes it for complete', async () => {
    const service = await serviceOf((_, { signal }) => chunks(signal, aborted(signal)));
    const handle = fetchHandler(service, { address });
    const controller = new AbortController();
    const { signal } = controller;
    const response = await handle(requestOf('/pages', undefined, { signal }));
    const text = response.text();
    await turns();
    controller.abort(new Error('gone'));
    await expect(text).rejects.toThrow('gone');
    await until(() => ends.length > 1);
    expect(ends).toEqual(['begun', 'aborted']);
  });

  it('is not begun where the request was aborted before', async () => {
    const service = await serviceOf((_, { signal }) => chunks(signal, Promise.resolve()));
    const signal = AbortSignal.abort(new Error('gone'));
    const response = await fetchHandler(service, { address })(
      requestOf('/pages', undefined, { signal }),
    );
    await expect(response.text()).rejects.toThrow('gone');
    expect(ends).toEqual([]);
  });

  it('that fails breaks off with its error', async () => {
    const failed = Promise.reject(new Error('midway'));
    failed.catch(() => undefined);
    const service = await serviceOf((_, { signal }) => chunks(signal, failed));
    const response = await fetchHandler(service, { address })(requestOf('/pages'));
    await expect(response.text()).rejects.toThrow('midway');
  });

  it('is not begun for HEAD', async () => {
    const service = await serviceOf((_, { signal }) => chunks(signal, Promise.resolve()));
    const head = requestOf('/pages', undefined, { method: 'HEAD' });
    const { status, body } = await fetchHandler(service, { address })(head);
    expect([status, body, ends]).toEqual([200, null, []]);
  });

  it.each([
    ['events end', '/events', 'one'],
    ['items break off', '/items', undefined],
  ])('of %s when the host closes', async (_, path, want) => {
    const closing = new Closing();
    const serving = createServing({ closing });
    const service = await serviceOf((_input, { signal }) => chunks(signal, aborted(signal)));
    const response = await fetchHandler(service, { address, serving })(requestOf(path));
    const text = response.text().catch(() => undefined);
    await turns();
    closing.begin();
    expect(await text).toBe(want);
    await until(() => ends.length > 1);
  });

  it('of items that nobody reads yet is not broken off when the host closes', async () => {
    const closing = new Closing();
    const serving = createServing({ closing });
    const service = await serviceOf((_, { signal }) => chunks(signal, Promise.resolve()));
    const response = await fetchHandler(service, { address, serving })(requestOf('/items'));
    closing.begin();
    await sleep(3 * LAST_WORDS_MS);
    expect(await response.text()).toBe('"one"\n"two"\n');
  });
});

it('states no length of its own where a handler of HEAD states none', async () => {
  const handle = fetchHandler(await serviceOf(() => undefined), { address });
  const { headers } = await handle(requestOf('/books', undefined, { method: 'HEAD' }));
  expect(headers.get('content-length')).toBeNull();
});
