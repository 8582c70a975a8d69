import { pino } from 'pino';
import { UnavailableError } from '../../../src/runtime/contract/failure';
import { createFaultLog } from '../../../src/runtime/service/fault-log';
import type { Log } from '../../../src/runtime/service/log';

function newLog(): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
  };
  return { log: pino({ base: null, timestamp: false }, { write }), lines };
}

it('logs each fault with its operation', () => {
  const { log, lines } = newLog();
  const logFault = createFaultLog(log);
  logFault(new Error('one'), 'createPlant');
  logFault(new Error('two'));
  expect(lines).toMatchObject([
    {
      msg: 'a request failed because of a fault of the service',
      operationId: 'createPlant',
      err: {},
    },
    { msg: 'a request failed because of a fault of the service', err: { message: 'two' } },
  ]);
});

it('logs what is away now and again, and how many it left out', () => {
  const { log, lines } = newLog();
  let nowMs = 0;
  const logFault = createFaultLog(log, () => nowMs);
  for (nowMs = 0; nowMs < 25_000; nowMs += 1_000) logFault(new UnavailableError('disk full'));
  logFault(new Error('another'));
  expect(lines.map(({ msg, leftOut }) => [msg, leftOut])).toEqual([
    ['the service is unavailable for now', 0],
    ['the service is unavailable for now', 9],
    ['the service is unavailable for now', 9],
    ['a request failed because of a fault of the service', undefined],
  ]);
});
