import type { RequestHandler } from '../../../../src/runtime/express';
import { createPlant } from '../../../../src/plant-store/plants/handlers/createPlant';
import { LogLines, type LogLine } from '../../../support/log-lines';
import { CREATE_LINES, startPlantService, TOKEN } from '../../../support/plant-service';
import { RawConnection } from '../../../support/raw-connection';
import { useStarted } from '../../../support/use-started';
import { itEach } from '../../../support/it-each';

const logs = new LogLines();
let toThrow: Error | undefined;
let handling: (() => void) | undefined;
let finish: Promise<void> | undefined;

/** Answers what a preflight would be answered with, before the contract. */
const preflight: RequestHandler = (request, response, next) => {
  if (request.headers['x-preflight'] === undefined) next();
  else response.status(204).end();
};

const service = useStarted(() =>
  startPlantService(
    {},
    {
      createPlant: async (input, context) => {
        handling?.();
        await finish;
        if (toThrow !== undefined) throw toThrow;
        return createPlant(input, context);
      },
    },
    { log: logs.log, requestLines: logs, middleware: { before: [preflight] } },
  ),
);
beforeEach(() => {
  toThrow = undefined;
  handling = undefined;
  finish = undefined;
  logs.clear();
});

const NEW_ID = expect.stringMatching(/^[\da-f]{32}$/) as string;
const ANY_NUMBER = expect.any(Number) as number;
const ALWAYS = {
  level: 30,
  time: ANY_NUMBER,
  requestId: NEW_ID,
  durationMs: ANY_NUMBER,
  msg: 'request',
};
const CREATE = { method: 'POST', path: '/plants', operationId: 'createPlant' };
const CALLER = { principal: 'static token 1' };

describe('a line for a request', () => {
  itEach<[() => Promise<Response>, LogLine]>({
    'that is served': [
      () => service.post('{"id":1,"name":"Fern"}'),
      { ...ALWAYS, ...CREATE, ...CALLER, status: 200, bytes: 15 },
    ],
    'whose body breaks its schema': [
      () => service.post('{"id":1}'),
      {
        ...ALWAYS,
        ...CREATE,
        ...CALLER,
        status: 400,
        bytes: ANY_NUMBER,
        error: 40003,
        failure: 'invalidBody',
        keyword: 'required',
      },
    ],
    'whose id is beyond 64 bits': [
      () => service.post('{"id":9223372036854775808,"name":"x"}'),
      expect.objectContaining({ status: 400, keyword: 'format' }) as LogLine,
    ],
    'without a token': [
      () => service.post('{}', { headers: { authorization: '' } }),
      {
        ...ALWAYS,
        ...CREATE,
        status: 401,
        bytes: ANY_NUMBER,
        error: 40101,
        failure: 'missingCredentials',
      },
    ],
    'for a path that the document has not': [
      () => fetch(`${service.url}/secret-path?secret=query`),
      {
        ...ALWAYS,
        method: 'GET',
        status: 404,
        bytes: ANY_NUMBER,
        error: 40401,
        failure: 'notFound',
      },
    ],
    'for a method that the path has not': [
      () => fetch(`${service.url}/plants`, { method: 'DELETE' }),
      expect.objectContaining({ method: 'DELETE', status: 405, error: 40501 }) as LogLine,
    ],
    'that middleware answers': [
      () => fetch(`${service.url}/plants`, { headers: { 'x-preflight': '1' } }),
      { ...ALWAYS, method: 'GET', status: 204 },
    ],
    'that a domain refuses': [
      async () => {
        await service.post('{"id":7,"name":"Fern"}');
        await logs.nextRequest(0);
        logs.clear();
        return service.post('{"id":7,"name":"another"}');
      },
      { ...ALWAYS, ...CREATE, ...CALLER, status: 400, bytes: ANY_NUMBER, error: 40901 },
    ],
  })('%s', async (_, send, want) => {
    const { headers } = await send();
    const line = await logs.nextRequest(0);
    expect(line).toStrictEqual(want);
    expect(logs.requests).toHaveLength(1);
    if (line.status !== 204) expect(headers.get('x-request-id')).toBe(line.requestId);
  });

  it('whose handler fails shares its request id with the line of the fault', async () => {
    toThrow = new Error('the cause');
    const response = await service.post('{"id":1,"name":"Fern"}');
    const line = await logs.nextRequest(0);
    expect(line).toMatchObject({ level: 30, status: 500, error: 50001, failure: 'internal' });
    const [fault] = logs.withMessage('a request failed because of a fault of the service');
    expect(fault).toMatchObject({
      level: 50,
      requestId: line.requestId,
      err: { message: 'the cause' },
    });
    expect(response.headers.get('x-request-id')).toBe(line.requestId);
  });

  it('that a client gives up says so', async () => {
    const begun = new Promise<void>((resolve) => (handling = resolve));
    let end = (): void => undefined;
    finish = new Promise((resolve) => (end = resolve));
    const connection = await RawConnection.open(service.url);
    connection.write(CREATE_LINES);
    await begun;
    connection.reset();
    expect(await logs.nextRequest(0)).toStrictEqual({
      ...ALWAYS,
      ...CREATE,
      ...CALLER,
      aborted: true,
    });
    end();
  });

  it('has nothing of a query, a body or a credential', async () => {
    const body = '{"id":1,"name":"a secret name","tag":4}';
    await service.post(body, {
      path: '/plants?secret=query',
      headers: { cookie: 'secret=cookie' },
    });
    await logs.nextRequest(0);
    expect(logs.text).not.toMatch(new RegExp(`secret|${TOKEN}`));
  });
});

it('does not log what is under /-/', async () => {
  await fetch(`${service.url}/-/live`);
  await fetch(`${service.url}/nowhere`);
  await logs.nextRequest(0);
  expect(logs.requests).toMatchObject([{ status: 404 }]);
});

it('logs no request where the level leaves them out', async () => {
  const lines = new LogLines('warn');
  const quiet = await startPlantService({}, {}, { log: lines.log, requestLines: lines });
  const response = await quiet.post('{"id":1,"name":"Fern"}');
  await quiet.close();
  expect(lines.text).toBe('');
  expect(response.headers.get('x-request-id')).toEqual(NEW_ID);
});

async function sendRaw(
  lines: readonly string[],
): Promise<{ id: readonly string[]; line: LogLine }> {
  const connection = await RawConnection.open(service.url);
  connection.write([...lines, '']);
  const { headers } = await connection.response();
  const line = await logs.nextRequest(0);
  await connection.rest();
  return { id: headers['x-request-id'] ?? [], line };
}

const GET = ['GET /nowhere HTTP/1.1', 'Host: x'];

describe('X-Request-Id', () => {
  it.each([
    ['a UUID', '63b5f6a4-8c3c-4f7a-8e33-d2b0ad0ea0dd'],
    ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
    ['one of a proxy', 'Root=1-67891233-abcdef012345678912345678'],
    ['the longest', 'x'.repeat(128)],
  ])('of the client is kept: %s', async (_, value) => {
    const { id, line } = await sendRaw([...GET, `X-Request-Id: ${value}`]);
    expect(id).toEqual([value]);
    expect(line.requestId).toBe(value);
  });

  it.each<[string, readonly string[]]>([
    ['none', []],
    ['an empty one', ['X-Request-Id:']],
    ['one that is too long', [`X-Request-Id: ${'x'.repeat(129)}`]],
    ['one with quotes', ['X-Request-Id: a","level":60,"x":"']],
    ['one with an escape', ['X-Request-Id: \x1b[2J']],
    ['one with other letters', ['X-Request-Id: naïve']],
    ['two', ['X-Request-Id: a', 'X-Request-Id: b']],
  ])('is made in place of %s', async (_, headers) => {
    const { id, line } = await sendRaw([...GET, ...headers]);
    expect(id).toEqual([NEW_ID]);
    expect(line.requestId).toBe(id[0]);
  });

  it.each<[string, readonly string[], number]>([
    ['without Host', ['GET /plants HTTP/1.1'], 400],
    ['that is no HTTP', ['nonsense'], 400],
    ['with too large a head', [...GET, `X: ${'x'.repeat(20_000)}`], 431],
    ['that is CONNECT', ['CONNECT x:1 HTTP/1.1', 'Host: x:1'], 405],
    ['with an unknown expectation', [...GET, 'Expect: wonders'], 417],
  ])('is in the response to a request %s, and in the log', async (_, lines, status) => {
    const { id, line } = await sendRaw(lines);
    expect(id).toEqual([NEW_ID]);
    expect(line).toMatchObject({ requestId: id[0], status, error: ANY_NUMBER });
  });

  it('is in responses to what is under /-/', async () => {
    const { headers } = await fetch(`${service.url}/-/live`, {
      headers: { 'x-request-id': 'mine' },
    });
    expect(headers.get('x-request-id')).toBe('mine');
  });

  it('is in responses of middleware', async () => {
    const headers = { 'x-preflight': '1', 'x-request-id': 'mine' };
    const response = await fetch(`${service.url}/plants`, { headers });
    expect(response.headers.get('x-request-id')).toBe('mine');
  });
});

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';

describe('traceparent', () => {
  it.each([
    ['of this version', `00-${TRACE_ID}-${SPAN_ID}-01`],
    ['of a later version with more fields', `cc-${TRACE_ID}-${SPAN_ID}-01-what-the-future-brings`],
  ])('%s is in the line', async (_, value) => {
    const { line } = await sendRaw([...GET, `traceparent: ${value}`]);
    expect(line).toMatchObject({ trace_id: TRACE_ID, span_id: SPAN_ID });
  });

  it.each([
    ['of the version ff', `ff-${TRACE_ID}-${SPAN_ID}-01`],
    ['of this version with more fields', `00-${TRACE_ID}-${SPAN_ID}-01-more`],
    ['with a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN_ID}-01`],
    ['with a span id of zeros', `00-${TRACE_ID}-${'0'.repeat(16)}-01`],
    ['in upper case', `00-${TRACE_ID.toUpperCase()}-${SPAN_ID}-01`],
    ['that is too short', `00-${TRACE_ID}-${SPAN_ID}`],
    ['with a quote', `00-${TRACE_ID}-${SPAN_ID}-01-"`],
  ])('%s is not', async (_, value) => {
    const { line } = await sendRaw([...GET, `traceparent: ${value}`]);
    expect(line).not.toHaveProperty('trace_id');
    expect(line).not.toHaveProperty('span_id');
  });
});
