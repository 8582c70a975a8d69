import { createContext, Script } from 'node:vm';
import { isJsonObject } from '../../generate/index';

/** It costs 0.15 ms to have it watched. */
const TIMEOUT_MS = 50;

const context = createContext();
const script = new Script('work()');

/**
 * Does what may take long, such as to match a text by backtracking.
 *
 * @returns undefined when it is given up after 50 ms
 */
export function inTime<Result>(work: () => Result): Result | undefined {
  context.work = work;
  try {
    return script.runInContext(context, { timeout: TIMEOUT_MS }) as Result;
  } catch (error) {
    if (isJsonObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    context.work = undefined;
  }
}
