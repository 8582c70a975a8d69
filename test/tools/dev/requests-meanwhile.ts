import { setTimeout as sleep } from 'node:timers/promises';
import { type DevRun, documentOf, handlerOf } from '../../support/dev-run';
import { RawConnection } from '../../support/raw-connection';

const EVENTS = `
  /events:
    get:
      operationId: events
      responses: { '200': { description: Events, content: { text/event-stream: {} } } }`;

const EVENTS_HANDLER = `
export async function events() {
  async function* endless() {
    yield 'data: 1\\n\\n';
    await new Promise(() => undefined);
  }
  return { status: 200, body: endless() };
}
`;

/**
 * The effects of saves on clients and the store.
 * @param plants the document of the plant store
 */
export function requestsMeanwhile(running: () => DevRun, plants: string): void {
  let run: DevRun;
  beforeAll(async () => {
    run = running();
    run.save(run.handler('events'), EVENTS_HANDLER);
    run.save(run.handler('slow'), handlerOf('slow', 'slow'));
    run.save(run.spec, plants);
    const asked = `${run.url}/plants`;
    await run.until(async () => (await fetch(asked, { method: 'POST' })).status === 401);
  });

  it('what is stored stays stored, on the same listener', async () => {
    const post = (name: string): Promise<Response> =>
      fetch(`${run.url}/plants`, {
        method: 'POST',
        headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
        body: JSON.stringify({ id: 1, name }),
      });
    expect((await post('Fern')).status).toBe(200);
    run.save(
      run.spec,
      plants.replace('\npaths:', `\npaths:${documentOf('more').split('paths:')[1]!}`),
    );
    // It requires a token.
    await run.answers(401, '/more');
    expect((await post('Fern')).status).toBe(200);
    expect((await post('Moss')).status).toBe(400);
  });

  it('ten event streams end at once, and a line of the log says so', async () => {
    run.save(run.spec, documentOf('calm') + EVENTS.slice(1));
    await run.answers(200, '/calm');
    const streams = await Promise.all(Array.from({ length: 10 }, () => fetch(`${run.url}/events`)));
    run.save(run.spec, documentOf('next') + EVENTS.slice(1));
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    expect(texts).toEqual(Array(10).fill('data: 1\n\n'));
    expect(run.output).toContain('streams of the program before are ended');
    await run.answers(200, '/next');
  });

  it('while documents and handlers are saved, no request is refused or lost', async () => {
    const slow = (wait: number): string =>
      handlerOf('slow', 'slow')
        .replace('Promise.resolve(', `new Promise((go) => setTimeout(go, ${wait})).then(() => (`)
        .replace(');\n', '));\n');
    run.save(run.handler('slow'), slow(30));
    run.save(run.spec, documentOf('slow', 'begin'));
    await run.answers(200, '/begin');
    // A handler that is loaded while it is first written responds 503 until it is complete.
    await run.answers(200, '/slow');
    let isOver = false;
    let answered = 0;
    const seen = new Set<string>();
    const client = async (isKept: boolean): Promise<void> => {
      let connection = await RawConnection.open(run.url);
      while (!isOver) {
        if (!isKept) connection = await RawConnection.open(run.url);
        const { status, body } = await connection
          .write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
          .response();
        answered++;
        seen.add(`${status} ${body}`);
        if (!isKept) connection.abort();
      }
      connection.abort();
    };
    const clients = Array.from({ length: 8 }, (_, index) => client(index % 2 === 0));
    for (let save = 0; save < 8; save++) {
      if (save % 2 === 0) run.save(run.handler('slow'), slow(30 + save), 'by rename');
      else run.save(run.spec, documentOf('slow', `save${save}`));
      // Waits until each client has sent a request, even on a busy machine.
      const before = answered;
      await sleep(150);
      while (answered < before + clients.length) await sleep(5);
    }
    await run.answers(200, '/save7');
    isOver = true;
    await Promise.all(clients);
    expect([...seen]).toEqual(['200 slow']);
  });
}
