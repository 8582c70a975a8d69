import { setImmediate as turn } from 'node:timers/promises';
import { batched } from '../../src/dev/batched';

it('gathers what comes while it is at work, and does it right after, never twice at once', async () => {
  const done: (readonly string[])[] = [];
  const ends: (() => void)[] = [];
  const give = batched<string>((changes) => {
    done.push(changes);
    return new Promise((resolve) => ends.push(resolve));
  });
  give(['a']);
  give(['b']);
  give(['c', 'd']);
  expect(done).toEqual([['a']]);
  ends[0]!();
  await turn();
  expect(done).toEqual([['a'], ['b', 'c', 'd']]);
  ends[1]!();
  await turn();
  give(['e']);
  expect(done).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
});
