import { readableLines } from '../../../src/runtime/service/log';
import { itEach } from '../../support/it-each';

const time = new Date(2026, 10, 23, 7, 5, 9, 42).getTime();
const write = readableLines(false);

itEach<[object | string, string]>({
  'a request': [
    {
      level: 30,
      time,
      requestId: 'abc',
      method: 'POST',
      path: '/plants',
      operationId: 'createPlant',
      status: 200,
      durationMs: 1.5,
      msg: 'request',
    },
    '07:05:09.042 INFO  POST /plants 200 1.5 ms requestId=abc operationId=createPlant\n',
  ],
  'a request without a response': [
    { level: 30, time, method: 'POST', durationMs: 2, aborted: true, msg: 'request' },
    '07:05:09.042 INFO  POST no response 2 ms aborted=true\n',
  ],
  'a message': [
    { level: 40, time, signal: 'SIGTERM', list: [1], msg: 'finishing' },
    '07:05:09.042 WARN  finishing signal=SIGTERM list=[1]\n',
  ],
  'an error, with its stack in lines': [
    {
      level: 50,
      time,
      err: { type: 'Error', message: 'no', stack: 'Error: no\n    at x (a.ts:1)', code: 'EIO' },
      msg: 'failed',
    },
    '07:05:09.042 ERROR failed code=EIO\n    Error: no\n        at x (a.ts:1)\n',
  ],
  'characters that a terminal obeys': [
    { level: 60, time, msg: 'a\x1b[2Jb\nc\u009bd\u202ee', 'x\x07': '\r' },
    '07:05:09.042 FATAL a\\u001b[2Jb\\u000ac\\u009bd\\u202ee x\\u0007=\\u000d\n',
  ],
  'what is no JSON': ['panic \x1b[0m\n', 'panic \\u001b[0m\n'],
})('%s', (_, line, want) => {
  expect(write(typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).toBe(want);
});

it('has colours for the level alone', () => {
  const line = `${JSON.stringify({ level: 50, time, msg: 'failed' })}\n`;
  expect(readableLines(true)(line)).toBe('07:05:09.042 \x1b[31mERROR\x1b[39m failed\n');
});
