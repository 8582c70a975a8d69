import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPlantOfClient, PipeliningClient, plantOf } from './pipelining-client';

/** What a service can do wrong to a client that sends ahead: each of it is seen. */

type Answer = (socket: Socket) => void;

const servers: { close(): void }[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Opens the seventh client at a server that answers as soon as it is sent anything. */
async function open(answer: Answer): Promise<PipeliningClient> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      answer(socket);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return PipeliningClient.open((server.address() as AddressInfo).port, 7);
}

function response(status: string, body: string, headers = ''): string {
  return `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function echo(number: number): string {
  return response('200 OK', JSON.stringify({ name: plantOf(7, number).name }));
}

const ERROR = '{"error":50301,"message":"no"}';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const BUSY = response('503 Service Unavailable', ERROR, `Retry-After: 1\r\n${JSON_TYPE}`);

const sends =
  (text: string): Answer =>
  (socket) =>
    socket.write(text);

/** Sends three creates, and waits until nothing is due. */
async function sendThree(answer: Answer): Promise<PipeliningClient> {
  const client = await open(answer);
  client.send(3);
  while (client.due > 0) await sleep(1);
  // What comes too much.
  await sleep(10);
  client.close();
  return client;
}

it('counts creates and refusals in their order', async () => {
  const { fault, sent, created, busy } = await sendThree(sends(echo(0) + BUSY + echo(2)));
  expect({ fault, sent, created, busy }).toEqual({
    ...{ fault: undefined, sent: 3, created: [0, 2], busy: 1 },
  });
});

it.each<[string, Answer, RegExp]>([
  ['swapped responses', sends(echo(1) + echo(0)), /^connection 7: response 1 is 200, /],
  ['a response twice', sends(echo(0) + echo(0)), /response 2 is 200, /],
  ['another status', sends(response('500 x', ERROR, JSON_TYPE)), /response 1 is 500, /],
  [
    '503 without Retry-After',
    sends(response('503 x', ERROR, JSON_TYPE)),
    /response 1 is 503, Retry-After absent, /,
  ],
  ['503 without an Error body', sends(response('503 x', '{}', 'Retry-After: 1\r\n')), / is 503, /],
  ['one response too many', sends(echo(0) + BUSY + BUSY + BUSY), /a response of 503 to no request/],
  ['no HTTP', sends('x\r\n\r\n'), /no status line: "x"/],
  ['a close', (socket) => socket.end(echo(0)), /the service closed the connection/],
  ['a reset', (socket) => socket.resetAndDestroy(), /the connection is lost: /],
])('finds %s', async (_, answer, fault) => {
  expect((await sendThree(answer)).fault).toMatch(fault);
});

it('finds silence, but not where nothing is due', async () => {
  const client = await open(sends(echo(0)));
  client.checkSilence(0);
  expect(client.fault).toBeUndefined();
  client.send(2);
  while (client.due > 1) await sleep(1);
  client.checkSilence();
  expect(client.fault).toBeUndefined();
  client.checkSilence(0);
  expect(client.fault).toBe('connection 7: no byte in 0 s, and 1 creates without a response');
});

it('sends no more while the service does not read', async () => {
  const client = await open((socket) => socket.pause());
  for (let left = 500; left > 0; left--) client.send(1_000);
  const { sent } = client;
  expect(sent).toBeLessThan(500_000);
  client.send(1);
  expect(client.sent).toBe(sent);
  client.close();
});

it('knows its plants', () => {
  expect(isPlantOfClient(plantOf(999, 9_999_999))).toBe(true);
  expect(plantOf(8, 0).id - plantOf(7, 9_999_999).id).toBe(1n);
  expect(isPlantOfClient({ ...plantOf(7, 0), tag: '' })).toBe(false);
  expect(isPlantOfClient({ ...plantOf(7, 0), id: plantOf(7, 1).id })).toBe(false);
});
