import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const SCRIPT = path.join(__dirname, 'shared-process.js');

/** A command of the compiled program and its folder. */
export interface SharedCommand {
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** A process that runs commands of the program one after another, each as if in a separate process. */
export class SharedProcess<Result> {
  private child: ChildProcess | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly program: string) {}

  run(command: SharedCommand): Promise<Result> {
    const result = this.last.then(() => this.send(command));
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Ends the process; the next command starts another one. */
  async end(): Promise<void> {
    const { child } = this;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }

  private send(command: SharedCommand): Promise<Result> {
    const child = (this.child ??= fork(SCRIPT, [this.program], {
      // How a script of the module vm imports is experimental.
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }));
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => {
        this.child = undefined;
        reject(new Error(`${command.args.join(' ')} ended the process with ${code}`));
      };
      child.once('exit', onExit);
      child.once('message', (result) => {
        child.off('exit', onExit);
        resolve(result as Result);
      });
      child.send(command);
    });
  }
}
