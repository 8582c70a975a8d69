import { constants, openSync } from 'node:fs';
import { createLog } from '../../../src/runtime/service/log';
import { LogOutput } from '../../../src/runtime/service/log-output';
import { useTempFolder } from '../../plant-store/stores/temp-folder';
import { Fifo } from '../../support/fifo';

const folder = useTempFolder();

interface Line {
  readonly msg: string;
  readonly number?: number;
  readonly dropped?: number;
}

/** A log on a pipe, with a descriptor that does not block, as Node has its own. */
function newLog(): { fifo: Fifo; log: ReturnType<typeof createLog> } {
  const path = folder.path('log');
  const fifo = new Fifo(path);
  const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  return { fifo, log: createLog('info', new LogOutput(fd)) };
}

/** Reads until a line says how many were dropped. */
async function readToCount(fifo: Fifo): Promise<Line[]> {
  let text = '';
  while (!text.includes('"dropped"')) {
    text += fifo.read();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const lines = text.replace(/^\.+/, '').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

it('writes a line before the call returns', () => {
  const { fifo, log } = newLog();
  log.info('now');
  expect(fifo.read()).toMatch(/"msg":"now"\}\n$/);
  fifo.close();
});

it('writes lines that can wait together, soon, and before any other', async () => {
  const path = folder.path('log');
  const fifo = new Fifo(path);
  const output = new LogOutput(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  const log = createLog('info', output);
  output.writeSoon('{"msg":"one"}\n');
  output.writeSoon('{"msg":"two"}\n');
  expect(fifo.read()).toBe('');
  log.info('three');
  output.writeSoon('{"msg":"four"}\n');
  expect(messagesOf(fifo.read())).toEqual(['one', 'two', 'three']);
  expect(messagesOf(await readSome(fifo))).toEqual(['four']);
  output.writeSoon('{"msg":"five"}\n');
  output.flush();
  expect(messagesOf(fifo.read())).toEqual(['five']);
  fifo.close();
});

it.each([
  ['many', Array.from({ length: 1_000 }, (_, number) => `${number}`)],
  ['longer than what is gathered', ['short', 'x'.repeat(20_000), 'short again']],
  ['in other scripts', ['é', '植物', '🌱'.repeat(900), '🌱'.repeat(2_000), '🌱'.repeat(3_000)]],
])('writes lines that can wait in their order and whole: %s', async (_, messages) => {
  const path = folder.path('log');
  const fifo = new Fifo(path);
  const output = new LogOutput(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  for (const msg of messages) output.writeSoon(`${JSON.stringify({ msg })}\n`);
  expect(messagesOf(await readSome(fifo, messages.length))).toEqual(messages);
  fifo.close();
});

async function readSome(fifo: Fifo, count = 1): Promise<string> {
  let text = '';
  while (text.split('\n').length <= count) {
    text += fifo.read();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return text;
}

function messagesOf(text: string): string[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as Line).msg);
}

it('counts each dropped line of those that were written together', async () => {
  const path = folder.path('log');
  const fifo = new Fifo(path);
  const output = new LogOutput(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  createLog('info', output);
  fifo.fill();
  for (let number = 0; number < LINES; number++) {
    output.writeSoon(`${JSON.stringify({ msg: 'meanwhile', number })}\n`);
  }
  output.flush();
  const lines = await readToCount(fifo);
  expect(lines.length - 1 + (lines.at(-1)!.dropped ?? 0)).toBe(LINES);
  expect(lines.length).toBeGreaterThan(100);
  fifo.close();
});

const LINES = 5_000;

it.each<[string, (fifo: Fifo) => void, (fifo: Fifo) => void]>([
  ['a reader that has stopped', (fifo) => fifo.fill(), () => undefined],
  ['a reader that has gone', (fifo) => fifo.leave(), (fifo) => fifo.comeBack()],
])('with %s, keeps the first lines whole and counts all others', async (_, stop, goOn) => {
  const { fifo, log } = newLog();
  log.info('before');
  expect(fifo.read()).not.toBe('');
  stop(fifo);
  for (let number = 0; number < LINES; number++) log.info({ number }, 'meanwhile');
  goOn(fifo);

  const lines = await readToCount(fifo);
  const kept = lines.filter(({ msg }) => msg === 'meanwhile');
  const { dropped = 0 } = lines.at(-1)!;
  expect(kept.map(({ number }) => number)).toEqual([...kept.keys()]);
  expect(kept.length).toBeGreaterThan(100);
  expect(lines).toHaveLength(kept.length + 1);
  expect(kept.length + dropped).toBe(LINES);

  log.info('after');
  expect(fifo.read()).toMatch(/"msg":"after"\}\n$/);
  fifo.close();
});
