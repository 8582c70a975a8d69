import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type AnyHandler, createService, type Service } from '../../../src/runtime/contract';
import {
  Closing,
  createApp,
  createHttpServer,
  createServing,
  type RequestHandler,
} from '../../../src/runtime/express';
import { ServiceSlot } from '../../../src/runtime/express/service-slot';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource } from '../../../src/tools/document/read/read-document';

const DOCUMENT = `openapi: 3.1.0
info: { title: Texts, version: '1' }
paths:
  /text:
    get:
      operationId: text
      responses: { '200': { description: Text, content: { text/event-stream: {} } } }
`;

function serviceOf(handler: AnyHandler<undefined>): Promise<Service> {
  const { document } = parseSource(DOCUMENT, 'texts.yaml');
  const { contract, validators } = loadContract(document);
  return createService({
    ...{ contract, validators, handlers: { text: handler }, dependencies: undefined },
    ...{ authenticators: {}, maxBodyBytes: 1000, validateResponses: true },
    onFault: (error) => {
      throw error;
    },
  });
}

const saying = (body: string): Promise<Service> =>
  serviceOf(() => Promise.resolve({ status: 200, body }));

async function* endless(): AsyncGenerator<string> {
  yield 'data: 1\n\n';
  await new Promise(() => undefined);
}

it('another service takes the place of one, whose streams end', async () => {
  const closing = new Closing();
  const serving = createServing({ closing });
  const first = await serviceOf(() => Promise.resolve({ status: 200, body: endless() }));
  const slot = new ServiceSlot(first, serving);
  const other: RequestHandler = (_, response) => void response.end('other');
  const app = createApp({ contract: [slot.fallThrough, other, slot.handler] });
  const onFault = (): void => undefined;
  const { respond } = slot;
  const server = createHttpServer(app, { serving, requestTimeoutMs: 1000, respond, onFault });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/text`;
  try {
    const stream = await fetch(url);
    expect(await (await fetch(`${url}s`)).text()).toBe('other');
    expect(slot.replace(await saying('data: 2\n\n'))).toBe(true);
    expect(await stream.text()).toBe('data: 1\n\n');
    expect(await (await fetch(url)).text()).toBe('data: 2\n\n');
    expect(slot.replace(await saying('data: 3\n\n'))).toBe(false);
  } finally {
    closing.begin();
    server.closeAllConnections();
    server.close();
  }
});
