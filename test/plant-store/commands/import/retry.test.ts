import {
  RETRY_PAUSES_S,
  retryWhileUnavailable,
} from '../../../../src/plant-store/commands/import/import-plants';
import { UnavailableError } from '../../../../src/runtime/contract/failure';

function failing(times: number, error: Error): () => Promise<string> {
  return () => (times-- > 0 ? Promise.reject(error) : Promise.resolve('done'));
}

const away = new UnavailableError('away');
const { signal } = new AbortController();
const pausesS = [0.001, 0.002, 0.003];

it('pauses for longer each time, for about a minute in all', () => {
  expect(RETRY_PAUSES_S).toEqual([...RETRY_PAUSES_S].sort((a, b) => a - b));
  expect(RETRY_PAUSES_S.reduce((sum, pause) => sum + pause)).toBeGreaterThan(50);
  expect(RETRY_PAUSES_S.reduce((sum, pause) => sum + pause)).toBeLessThan(90);
});

it.each([
  [0, 'done', []],
  [2, 'done', [0.001, 0.002]],
  [3, 'done', [0.001, 0.002, 0.003]],
  [4, away, [0.001, 0.002, 0.003]],
])('after %i failures ends with %s', async (times, want, told) => {
  const pauses: number[] = [];
  const onPause = (_: UnavailableError, pauseS: number): void => void pauses.push(pauseS);
  const end = await retryWhileUnavailable(failing(times, away), { pausesS, onPause, signal }).catch(
    (error: unknown) => error,
  );
  expect(end).toBe(want);
  expect(pauses).toEqual(told);
});

it('does not repeat what failed for another reason', async () => {
  const onPause = jest.fn();
  const work = retryWhileUnavailable(failing(1, new RangeError('no')), { onPause, signal });
  await expect(work).rejects.toThrow(RangeError);
  expect(onPause).not.toHaveBeenCalled();
});

it('gives up at a signal, in the middle of a pause', async () => {
  const stop = new AbortController();
  const onPause = (): void => void setImmediate(() => stop.abort());
  const options = { pausesS: [60], onPause, signal: stop.signal };
  await expect(retryWhileUnavailable(failing(9, away), options)).rejects.toBe(away);
});
