import { Screen } from '../../src/dev/screen';

/** What a screen writes to an output of some kind. */
function screenOf(isTTY: boolean): { screen: Screen; written: () => string } {
  let text = '';
  const output = { isTTY, rows: 3, write: (chunk: string) => (text += chunk) };
  const written = (): string => {
    const all = text;
    text = '';
    return all;
  };
  return { screen: new Screen(output as unknown as NodeJS.WriteStream), written };
}

it('on a terminal it scrolls away what was there, and draws all lines', () => {
  const { screen, written } = screenOf(true);
  screen.show(['one', 'two']);
  expect(written()).toBe('\n\n\n\x1b[H\x1b[Jone\ntwo\n\n');
  screen.say('said');
  expect(written()).toBe('said\n');
  screen.show(['one', 'two']);
  expect(written()).toBe('');
  screen.show(['one', 'three']);
  expect(written()).toBe('\n\n\n\x1b[H\x1b[Jone\nthree\n\n');
});

it('elsewhere it writes lines that were not there before', () => {
  const { screen, written } = screenOf(false);
  screen.show(['one', 'two']);
  screen.show(['one', 'three']);
  screen.show(['one']);
  screen.show(['one', 'two']);
  expect(written()).toBe('one\ntwo\nthree\ntwo\n');
});
