import { inspect } from 'node:util';
import { pino } from 'pino';
import type { HttpRequest } from '../../../src/runtime/contract';
import { startTelemetry } from '../../../src/runtime/service/telemetry/telemetry';
import { withDocument } from '../../support/serve-document';

/** What a fault carries of a request may be printed: nothing that the client sent as credentials is in it. */

const yaml = `
openapi: 3.1.0
info: { title: Printed requests, version: 1.0.0 }
components:
  securitySchemes: { key: { type: apiKey, in: query, name: key } }
paths:
  /files:
    post:
      operationId: addFile
      security: [{ key: [] }]
      requestBody: { content: { application/octet-stream: {} } }
      responses: { 204: { description: Added } }
`;
const SECRETS = ['SECRET-token', 'SECRET-cookie', 'SECRET-key'];

class FaultOfHandler extends Error {
  constructor(readonly about: unknown) {
    super('the handler failed', { cause: new Error('for a reason', { cause: { about } }) });
  }
}

/** As loggers write an error. */
function printed(error: unknown): string[] {
  const lines: string[] = [];
  pino({ base: null }, { write: (line) => lines.push(line) }).error({ err: error, error });
  const options = { depth: Infinity, showHidden: false };
  return [
    inspect(error, options),
    inspect(error, { ...options, showHidden: true, customInspect: false }),
    JSON.stringify({ error }),
    JSON.stringify({ ...(error as FaultOfHandler).about! }),
    ...lines,
  ];
}

it.each<
  [what: string, about: (context: { request: unknown }, input: { body?: unknown }) => unknown]
>([
  ['request', ({ request }) => request],
  ['context of a handler', (context) => context],
  ['body that comes in pieces', (_, { body }) => body],
  ['observation', ({ request }) => (request as HttpRequest).observation],
])('prints no credentials with the %s', async (_, about) => {
  const handler = async (
    input: { body?: AsyncIterable<unknown> },
    context: { request: unknown },
  ): Promise<never> => {
    for await (const chunk of input.body ?? [])
      throw new FaultOfHandler([chunk, about(context, input)]);
    throw new Error('There was no body');
  };
  const options = {
    authenticators: { key: () => ({ outcome: 'accepted', principal: { name: 'me' } }) as const },
    host: { observer: startTelemetry(undefined).observer },
  };
  await withDocument(yaml, { addFile: handler }, options, async ({ url, faults }) => {
    const headers = {
      authorization: 'Bearer SECRET-token',
      cookie: 'session=SECRET-cookie',
      'content-type': 'application/octet-stream',
    };
    const sent = { method: 'POST', headers, body: 'bytes' };
    expect((await fetch(`${url}/files?key=SECRET-key`, sent)).status).toBe(500);
    const texts = faults.flatMap(printed);
    expect(texts.join('')).toContain('the handler failed');
    for (const secret of SECRETS) expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  });
});
