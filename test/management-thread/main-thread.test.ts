import { MainThread } from '../../src/management-thread/main-thread';

/** A main thread that said it is ready, or why not, and nothing for some seconds. */
function silentFor(seconds: number, notReady?: string): MainThread {
  const mainThread = new MainThread();
  mainThread.hear({ notReady });
  for (let second = 0; second < seconds; second++) mainThread.passSecond();
  return mainThread;
}

const busy = (seconds: number): string =>
  `the main thread has been busy without a pause for ${seconds} s`;

it.each([
  [0, undefined, undefined],
  [4, undefined, undefined],
  [5, busy(5), undefined],
  [29, busy(29), undefined],
  [30, busy(30), busy(30)],
])('after %d s of silence', (seconds, notReady, notLive) => {
  const mainThread = silentFor(seconds);
  expect(mainThread.notReady()).toBe(notReady);
  expect(mainThread.notLive()).toBe(notLive);
  mainThread.hear({ notReady: undefined });
  expect(mainThread.notReady()).toBeUndefined();
  expect(mainThread.notLive()).toBeUndefined();
});

it('is not ready for the reason it gave, until it is silent', () => {
  expect(silentFor(4, 'closing').notReady()).toBe('closing');
  expect(silentFor(4, 'closing').notLive()).toBeUndefined();
  expect(silentFor(5, 'closing').notReady()).toBe(busy(5));
});

it('is not ready before it has said anything', () => {
  expect(new MainThread().notReady()).toBe('starting');
  expect(new MainThread().notLive()).toBeUndefined();
});
