import {
  context,
  type HrTime,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { createPlant } from '../../../../src/plant-store/plants/handlers/createPlant';
import { withinSpan } from '../../../../src/runtime/service/public';
import { LogLines } from '../../../support/log-lines';
import { startPlantService, TOKEN, type PlantService } from '../../../support/plant-service';
import { RawConnection } from '../../../support/raw-connection';
import { itEach } from '../../../support/it-each';

const exporter = new InMemorySpanExporter();
const logs = new LogLines();
let handling: () => Promise<unknown> = () => Promise.resolve(undefined);

let service: PlantService;
beforeAll(async () => {
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
  service = await startPlantService(
    {},
    {
      createPlant: async (input, dependencies) => {
        await handling();
        return createPlant(input, dependencies);
      },
    },
    { log: logs.log, requestLines: logs },
  );
});
beforeEach(() => {
  handling = () => Promise.resolve(undefined);
  exporter.reset();
  logs.clear();
});
afterAll(async () => {
  await service.close();
  trace.disable();
  context.disable();
  propagation.disable();
});

/** The spans that an action gives, that of the request last. */
async function spansOf(action: () => Promise<unknown>): Promise<ReadableSpan[]> {
  await action();
  await logs.nextRequest(0);
  return exporter.getFinishedSpans();
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const CREATE = '{"id":1,"name":"Fern"}';
const milliseconds = ([seconds, nanoseconds]: HrTime): number => seconds * 1e3 + nanoseconds / 1e6;

it('has a span for a request, with one for the create within it', async () => {
  const before = Date.now();
  const [create, server, ...others] = await spansOf(() =>
    service.post(CREATE, { headers: { 'x-request-id': 'mine' } }),
  );
  expect(others).toEqual([]);
  expect(server).toMatchObject({
    name: 'POST /plants',
    kind: SpanKind.SERVER,
    parentSpanContext: undefined,
    status: { code: SpanStatusCode.UNSET },
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/plants',
      'http.response.status_code': 200,
      'http.request.header.x-request-id': ['mine'],
      'url.scheme': 'http',
    },
  });
  expect(create).toMatchObject({ name: 'store create', kind: SpanKind.INTERNAL });
  expect(create?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId);
  expect(create?.spanContext().traceId).toBe(server?.spanContext().traceId);
  const [line] = logs.requests;
  expect(line?.trace_id).toBe(server?.spanContext().traceId);
  expect(line?.span_id).toBe(server?.spanContext().spanId);
  // The clock of spans begins with the request and ends with its response.
  expect(milliseconds(server!.startTime)).toBeGreaterThan(before - 100);
  expect(milliseconds(server!.duration)).toBeCloseTo(Number(line?.durationMs), 1);
  expect(milliseconds(create!.duration)).toBeLessThanOrEqual(milliseconds(server!.duration));
});

it('has the spans of a handler within that of the request, with the error of one that fails', async () => {
  handling = async () => {
    await withinSpan('ask', () => Promise.resolve());
    await withinSpan('look up', () => Promise.reject(new Error('the cause')));
  };
  const [ask, lookUp, server] = await spansOf(() => service.post(CREATE));
  expect(ask).toMatchObject({ name: 'ask', status: { code: SpanStatusCode.UNSET }, events: [] });
  expect(lookUp).toMatchObject({
    name: 'look up',
    status: { code: SpanStatusCode.ERROR },
    events: [{ name: 'exception', attributes: { 'exception.message': 'the cause' } }],
  });
  expect(server?.attributes['http.response.status_code']).toBe(500);
  expect([ask, lookUp].map((span) => span?.parentSpanContext?.spanId)).toEqual(
    Array(2).fill(server?.spanContext().spanId),
  );
});

it('goes on with the trace of the client', async () => {
  const headers = { traceparent: `00-${TRACE_ID}-${SPAN_ID}-01` };
  const spans = await spansOf(() => service.post(CREATE, { headers }));
  const server = spans.at(-1);
  expect(server?.spanContext().traceId).toBe(TRACE_ID);
  expect(server?.parentSpanContext).toMatchObject({ spanId: SPAN_ID, isRemote: true });
  expect(logs.requests).toMatchObject([
    { trace_id: TRACE_ID, span_id: server?.spanContext().spanId },
  ]);
});

it('exports nothing of what the client does not sample', async () => {
  const headers = { traceparent: `00-${TRACE_ID}-${SPAN_ID}-00` };
  expect(await spansOf(() => service.post(CREATE, { headers }))).toEqual([]);
  expect(logs.requests).toMatchObject([{ trace_id: TRACE_ID }]);
});

it('is active while the handler runs, and for each request its own', async () => {
  const seen = new Set<string | undefined>();
  handling = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    seen.add(trace.getActiveSpan()?.spanContext().spanId);
  };
  await Promise.all(Array.from({ length: 5 }, () => service.post(CREATE)));
  await logs.nextRequest(4);
  const servers = exporter.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER);
  expect([...seen].sort()).toEqual(servers.map((span) => span.spanContext().spanId).sort());
  expect(seen.size).toBe(5);
});

itEach<[() => Promise<unknown>, object]>({
  'a request that is refused: no error of the server': [
    () => service.post('{}'),
    {
      name: 'POST /plants',
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'http.response.status_code': 400 },
    },
  ],
  'a fault': [
    () => {
      handling = () => Promise.reject(new Error('the cause'));
      return service.post(CREATE);
    },
    {
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'http.response.status_code': 500, 'error.type': 'internal' },
    },
  ],
  'a request without an operation': [
    () => fetch(`${service.url}/a-secret?secret=query`),
    { name: 'GET', attributes: { 'http.response.status_code': 404 } },
  ],
  'a method that nobody knows': [
    () => fetch(`${service.url}/plants`, { method: 'PROPFIND' }),
    { name: 'HTTP', attributes: { 'http.request.method': '_OTHER' } },
  ],
  'a client that has gone': [
    async () => {
      const connection = await RawConnection.open(service.url);
      const begun = new Promise<void>((resolve) => {
        handling = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      const head = ['POST /plants HTTP/1.1', 'Host: x', `Authorization: Bearer ${TOKEN}`];
      connection.write([
        ...head,
        'Content-Type: application/json',
        `Content-Length: ${CREATE.length}`,
        '',
        CREATE,
      ]);
      await begun;
      connection.reset();
    },
    { status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': 'aborted' } },
  ],
})('says of %s', async (_, action, want) => {
  const server = (await spansOf(action)).at(-1);
  expect(server).toMatchObject(want);
  expect(JSON.stringify(server?.attributes)).not.toContain('secret');
});
