import { UnavailableError } from '../../../contract/failure';
import type { Store } from '../store';
import { packError, unpackError, type PackedError } from './errors';
import { openThread, storeOn } from './open';
import type { SqliteJobs } from './thread';

/** A job for the process that has the database. */
interface SharedJob<Name extends keyof SqliteJobs = keyof SqliteJobs> {
  readonly name: Name;
  readonly args: Parameters<SqliteJobs[Name]>;
}

type SharedResult<Result = unknown> = { readonly result: Result } | { readonly error: PackedError };

/** A SQLite database that this process keeps open for others. Its one thread commits all writes. */
export interface SharedDatabase {
  /** Executes a job of {@link storeBy}. Never rejects. */
  readonly answer: (job: unknown) => Promise<unknown>;
  close(): Promise<void>;
}

/** @throws StoreOpenError with one line for the operator */
export async function shareDatabase(path: string): Promise<SharedDatabase> {
  const thread = await openThread(path, { role: 'server' });
  return {
    answer: async (job): Promise<SharedResult> => {
      const { name, args } = job as SharedJob;
      try {
        return { result: await thread.call(name, ...args) };
      } catch (error) {
        return { error: packError(error) };
      }
    },
    close: () => thread.close(),
  };
}

/** The store of a database in another process. @param ask sends a job to that process */
export function storeBy(ask: (job: SharedJob) => Promise<unknown>): Store {
  const call = async <Result>(job: SharedJob): Promise<Result> => {
    const answer = (await ask(job).catch((cause: unknown) => {
      throw new UnavailableError('The process that has the database does not respond', { cause });
    })) as SharedResult<Result>;
    if ('error' in answer) throw unpackError(answer.error);
    return answer.result;
  };
  return storeOn({
    call: (name, ...args) => call({ name, args }),
    // Other processes still use the database.
    close: () => Promise.resolve(),
  });
}
