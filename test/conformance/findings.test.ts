import { checks } from '../../src/conformance/checks/index';
import type { Exchange, Phase } from '../../src/conformance/exchange';
import { type Broken, Findings } from '../../src/conformance/findings';
import { requestOf } from './judge/judged';

const exchange = (phase: Phase, said: string): Exchange => ({
  testCase: {
    ...{ phase, operation: undefined, title: 'a try', covers: [] },
    request: requestOf('POST /books', '{}'),
  },
  judgement: { expected: 'acceptance', input: {} },
  outcome: { kind: 'response', response: { status: 400, headers: [], body: Buffer.from(said) } },
  ...{ sentAt: 0, durationMs: 0 },
});

const broken = (pointer: string): Broken[] =>
  checks
    .filter(({ id }) => id === 'accepts-valid')
    .map((check) => ({ check, violation: { message: 'refused', pointer } }));

it('knows what a request at random has found by what the service says of it', () => {
  const findings = new Findings();
  for (const each of broken('/title')) findings.add([exchange('coverage', 'title is short')], each);
  for (const each of broken('')) {
    expect(findings.knows(exchange('random', 'title is short'), each)).toBe(true);
    expect(findings.knows(exchange('random', 'pages are many'), each)).toBe(false);
    expect(findings.knows(exchange('coverage', 'title is short'), each)).toBe(false);
  }
  expect(findings.all.map(({ pointer, times }) => [pointer, times])).toEqual([['/title', 2]]);
});
