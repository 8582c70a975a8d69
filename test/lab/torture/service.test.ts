import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { faultsIn, memoryOf } from './service';

/** What is looked for beside the responses: the log of the service, and its memory. */

const folder = mkdtempSync(path.join(tmpdir(), 'service-log-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['its address', 'plant-store listens on http://127.0.0.1:1 and keeps its plants in x', []],
  ['a warning', '{"level":40,"msg":"slow"}', []],
  ['a store that is away', '{"level":50,"msg":"the service is unavailable for now"}', []],
  [
    'two faults',
    '{"level":50,"err":{"message":"x"},"msg":"a fault"}\n{"level":50,"err":{"message":"x"},"msg":"a fault"}\n',
    ['the log says 2 times: a fault: x'],
  ],
  ['an uncaught error', 'TypeError: x\n    at y', ['the log says 1 times: TypeError: x']],
  [
    'a warning of Node',
    '(node:7) MaxListenersExceededWarning: x',
    ['the log says 1 times: MaxListenersExceededWarning: x'],
  ],
  ['a torn line', '{"level":50', ['the log says 1 times: a line that is no JSON: {"level":50']],
])('finds the faults in a log with %s', (_, text, faults) => {
  const file = path.join(folder, 'service.log');
  writeFileSync(file, text);
  expect(faultsIn(file)).toEqual(faults);
});

it('knows the memory of a process, and that of none', () => {
  const memory = memoryOf(process.pid);
  expect(memory).toBeGreaterThan(10);
  expect(memoryOf(2 ** 30)).toBeNaN();
});
