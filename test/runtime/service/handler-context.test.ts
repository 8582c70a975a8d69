import type { Context } from '../../../generated/operations';
import { startPlantService, TOKEN } from '../../support/plant-service';
import { RawConnection } from '../../support/raw-connection';

/** What a handler of the service learns of a request beside its input. */

/** Sends a plant with more header fields, and returns what is read of what the handler is told. */
async function told<Value>(
  env: Record<string, string>,
  fields: readonly string[],
  read: (context: Context<'createPlant'>) => Value,
): Promise<{ value: Value | undefined; headers: Readonly<Record<string, readonly string[]>> }> {
  let value: Value | undefined;
  const service = await startPlantService(env, {
    createPlant: async ({ body }, context) => {
      value = read(context);
      return { status: 200, body };
    },
  });
  const body = '{"id":1,"name":"Fern"}';
  const connection = await RawConnection.open(service.url);
  const head = [
    'POST /plants?from=here HTTP/1.1',
    'Host: a',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `Authorization: Bearer ${TOKEN}`,
    ...fields,
  ];
  const { headers } = await connection.write([...head, '', body].join('\r\n')).response();
  connection.abort();
  await service.close();
  return { value, headers };
}

it('is who calls, by the security scheme', async () => {
  const { value } = await told({}, [], ({ principals }) => principals);
  expect(value).toStrictEqual({
    bearerAuth: expect.objectContaining({ name: expect.any(String) }),
  });
});

it('is the request as it was sent, before its body', async () => {
  const fields = ['Accept-Language: de', 'accept-language: en', 'X-Empty:'];
  const { value } = await told({}, fields, ({ request }) => ({
    line: [request.method, request.target],
    fields: ['accept-language', 'x-empty', 'x-absent'].map((name) => request.headerValues(name)),
  }));
  expect(value).toStrictEqual({
    line: ['POST', '/plants?from=here'],
    fields: [['de', 'en'], [''], []],
  });
});

it.each<[string, Record<string, string>, string]>([
  ['of the connection', {}, '127.0.0.1'],
  ['that a trusted proxy says', { TRUSTED_PROXIES: 'loopback' }, '203.0.113.7'],
])('is the address of the client, %s', async (_, env, address) => {
  const fields = ['X-Forwarded-For: 198.51.100.1, 203.0.113.7'];
  const { value } = await told(env, fields, ({ request }) => request.address);
  expect(value).toBe(address);
});

it.each<[string, string[], RegExp]>([
  ['that the service makes', [], /^[\w-]{16,}$/],
  ['that the client gives', ['X-Request-Id: from-the-client'], /^from-the-client$/],
])('is the ID of the request, %s', async (_, fields, id) => {
  const { value, headers } = await told({}, fields, ({ requestId }) => requestId);
  expect(value).toMatch(id);
  expect(headers['x-request-id']).toEqual([value]);
});
