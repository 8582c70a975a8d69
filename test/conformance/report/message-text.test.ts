import { responseText } from '../../../src/conformance/report/message-text';

it('shows twenty headers, those that the message is about, and how many there are', () => {
  const headers = Array.from({ length: 100 }, (_, at) => [`X-${at}`, 'a'] as const);
  const outcome = {
    kind: 'response',
    response: { status: 200, headers, body: Buffer.alloc(0) },
  } as const;
  const shown = responseText(outcome, { characters: 1, lines: 1 }, 'the header X-99 is wrong');
  expect(shown.headers.slice(19)).toEqual(['X-19: a', 'X-99: a', '... (cut, 100 headers in all)']);
});
