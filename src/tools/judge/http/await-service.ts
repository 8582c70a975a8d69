import { setTimeout as delay } from 'node:timers/promises';
import { CommandError, clearProgress, showProgress } from '../../cli';
import { Sender, UnreachableError } from './send';

const PAUSE_MS = 250;
const TIMEOUT_MS = 5_000;

/**
 * Waits until a service sends any response: a connection alone may be that of a proxy.
 *
 * @throws CommandError if it does not answer in time
 */
export async function awaitService(url: string, seconds: number): Promise<void> {
  const start = performance.now();
  for (let fault = await faultOf(url); fault !== undefined; fault = await faultOf(url)) {
    const waitedMs = performance.now() - start;
    if (waitedMs >= seconds * 1_000) {
      clearProgress();
      throw new CommandError(`Waited ${seconds} s (--wait): ${fault}`);
    }
    showProgress(`waiting for ${url}: ${Math.round(waitedMs / 1_000)} s`);
    await delay(PAUSE_MS);
  }
  clearProgress();
}

/** Why there was no response; undefined if there was one. */
async function faultOf(url: string): Promise<string | undefined> {
  const sender = new Sender(url, { timeoutMs: TIMEOUT_MS });
  try {
    const target = new URL(url).pathname;
    const { outcome } = await sender.send({ method: 'GET', target, headers: [] });
    return outcome.kind === 'response' ? undefined : `${url} does not answer: ${outcome.message}`;
  } catch (error) {
    if (error instanceof UnreachableError) return error.message;
    throw error;
  } finally {
    sender.close();
  }
}
