import { CommandError, clearProgress, showProgress, startThread } from '../cli';
import { DocumentError } from '../document';
import { commandFault } from '../generate';
import { CheckedDocument } from './checked-document';
import type { Check, CheckOptions, CheckOutcome } from './drift-check';

/** The input of a check's thread. */
export interface CheckTask {
  readonly name: string;
  readonly options: CheckOptions;
  /** True to run at a lower priority. */
  readonly lowPriority?: boolean;
}

/** The messages of the thread: progress, and at last the answer. */
export type CheckMessage = { readonly progress: string } | { readonly answer: CheckAnswer };

export interface CheckResult extends CheckOutcome {
  readonly check: Check;
  /** The document, if several are checked. */
  readonly document?: string;
}

interface GateResult {
  /** The checks that ran, in the given order. */
  readonly results: readonly CheckResult[];
  /** Why others could not run, each reason once. */
  readonly faults: readonly string[];
}

/**
 * Runs checks concurrently: long ones in a thread each, the others one after another in this thread, since a
 * thread takes longer to load than they take to run.
 */
export async function runChecks(
  checks: readonly Check[],
  options: CheckOptions,
): Promise<GateResult> {
  const answers = new Map<Check, CheckAnswer>();
  const progress = new Map<Check, string>();
  const show = (): void => {
    const left = checks.filter((each) => !answers.has(each));
    const texts = left.map((each) =>
      [each.name, progress.get(each) ?? ''].filter(Boolean).join(' '),
    );
    if (left.length > 0) showProgress(`checking: ${texts.join('; ')}`);
  };
  const tellOf = (check: Check) => (text: string) => {
    progress.set(check, `(${text})`);
    show();
  };
  const answer = async (check: Check, running: Promise<CheckAnswer>): Promise<void> => {
    answers.set(check, await running);
    if (answers.size < checks.length) await check.dispose?.();
    show();
  };
  const inThreads = checks.length === 1 ? [] : checks.filter(({ isLong = false }) => isLong);
  const running = inThreads.map((check) =>
    answer(check, runInThread({ name: check.name, options }, tellOf(check))),
  );
  const checked = new CheckedDocument(options);
  for (const check of checks.filter((each) => !inThreads.includes(each))) {
    await answer(check, runCheck(check, options, tellOf(check), checked));
  }
  await Promise.all(running);
  clearProgress();
  return gathered(checks, answers);
}

function gathered(checks: readonly Check[], answers: ReadonlyMap<Check, CheckAnswer>): GateResult {
  const results = checks.flatMap((check): CheckResult[] => {
    const answer = answers.get(check);
    return answer !== undefined && 'outcome' in answer ? [{ check, ...answer.outcome }] : [];
  });
  const faults = [...answers.values()].flatMap((answer) =>
    'fault' in answer ? [answer.fault] : (answer.outcome.faults ?? []),
  );
  return { results, faults: [...new Set(faults)] };
}

function runInThread(task: CheckTask, tell: (progress: string) => void): Promise<CheckAnswer> {
  const worker = startThread(require.resolve('./check-worker'), task);
  return new Promise((resolve, reject) => {
    worker.on('message', (message: CheckMessage) => {
      if ('progress' in message) tell(message.progress);
      else resolve(message.answer);
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error(`The check "${task.name}" ended without a result`));
    });
  });
}

export type CheckAnswer = { readonly outcome: CheckOutcome } | { readonly fault: string };

export async function runCheck(
  check: Check,
  options: CheckOptions,
  tell: (progress: string) => void,
  checked = new CheckedDocument(options),
): Promise<CheckAnswer> {
  try {
    return { outcome: await check.run(options, checked, tell) };
  } catch (error) {
    const fault = error instanceof DocumentError ? commandFault(error, checked.source) : error;
    if (fault instanceof CommandError) return { fault: fault.message };
    throw fault;
  }
}
