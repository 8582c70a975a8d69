import { isSameRefusal } from '../../src/conformance/run';
import { requestOf } from './judge/judged';

const refusal = (
  said: string,
  body = '{}',
  target = '/books',
): Parameters<typeof isSameRefusal>[0] => ({
  testCase: {
    ...{ phase: 'coverage', operation: undefined, title: 'a try', covers: [] },
    request: requestOf(`POST ${target}`, body),
  },
  judgement: { expected: 'acceptance', input: {} },
  outcome: { kind: 'response', response: { status: 400, headers: [], body: Buffer.from(said) } },
  ...{ sentAt: 0, durationMs: 0 },
});

it.each<
  [title: string, one: ReturnType<typeof refusal>, other: ReturnType<typeof refusal>, is: boolean]
>([
  ['nothing is said', refusal(''), refusal(''), true],
  ['the same is said', refusal('title is short'), refusal('title is short'), true],
  ['another is said', refusal('title is short'), refusal('no such author'), false],
  ['more is said', refusal('title is short'), refusal('title is short; pages are many'), true],
  ['ids differ', refusal('a1b2: title is short'), refusal('c3d4: title is short'), true],
  [
    'what was sent is repeated',
    refusal('"oak" is short', '{"title":"oak"}'),
    refusal('"elm" is short', '{"title":"elm"}'),
    true,
  ],
  [
    'the path is repeated',
    refusal('/books/red%20oak is none', '{}', '/books/red%20oak'),
    refusal('/books/elm is none', '{}', '/books/elm'),
    true,
  ],
])('%s', (_, one, other, is) => {
  expect(isSameRefusal(one, other)).toBe(is);
  expect(isSameRefusal(other, one)).toBe(is);
});
