import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from '../cli';

/** Environment variable that marks the serving process, with the file for which it was restarted. */
const SERVES = 'TRELLIS_DEV_SERVES';

/** The request of a serving process when it ends. */
export interface Restart {
  /** The file that changed. */
  readonly restartFor: string;
  /** The port for the next process; undefined, for that of the environment, if nothing listened. */
  readonly port: string | undefined;
}

/** The serving process's connection to its supervisor. */
export interface Supervised {
  /** The file for which it was restarted. */
  readonly restartedFor: string | undefined;
  /** Resolves when it has to end. */
  readonly ended: Promise<undefined>;
  /** Requests another process, and ends this one. */
  restart(request: Restart): Promise<void>;
}

/**
 * Runs a command in a child process, so a restart leaves nothing behind: no timer, connection, thread, or global that
 * code of the project has set.
 */
export function restarting(load: () => Promise<Command>): Command {
  return async (args) =>
    process.env[SERVES] === undefined ? new Supervisor().run() : (await load())(args);
}

/** Called once, before code of the project, whose child processes must not inherit the variable. */
export function supervised(): Supervised {
  const { [SERVES]: restartedFor = '' } = process.env;
  Reflect.deleteProperty(process.env, SERVES);
  const disconnected = once(process, 'disconnect');
  // The channel must not keep a process alive whose service cannot start.
  process.channel?.unref();
  return {
    restartedFor: restartedFor === '' ? undefined : restartedFor,
    ended: disconnected.then(() => undefined),
    restart: (request) =>
      new Promise((resolve) => {
        process.send?.(request, () => {
          resolve();
        });
      }),
  };
}

/** Runs one process after the other, and ends with the last. */
class Supervisor {
  private child: ChildProcess | undefined;
  private isEnding = false;

  async run(): Promise<number> {
    const end = (): void => {
      this.isEnding = true;
      // The child also sees a disconnect if this process is killed. A terminal sends its signal to both.
      if (this.child?.connected === true) this.child.disconnect();
    };
    process.on('SIGINT', end).on('SIGTERM', end);
    void npmIsGone().then(end);
    let latest: Restart = { restartFor: '', port: undefined };
    for (;;) {
      const [code, restart] = await this.serve(latest);
      if (restart === undefined || this.isEnding) return code;
      latest = { ...restart, port: restart.port ?? latest.port };
    }
  }

  private async serve({ restartFor, port }: Restart): Promise<[number, Restart | undefined]> {
    const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      env: { ...process.env, [SERVES]: restartFor, ...(port !== undefined && { PORT: port }) },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    let restart: Restart | undefined;
    child.on('message', (message) => {
      if (isRestart(message)) restart = message;
    });
    // The last message may arrive after the exit.
    const [exit] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    const [code] = exit as [number | null];
    return [code ?? 1, restart];
  }
}

/** The project's code may send its own messages. */
function isRestart(message: unknown): message is Restart {
  return typeof (Object(message) as Partial<Restart>).restartFor === 'string';
}

const LOOK_MS = 250;

/**
 * Resolves when the npm that started this process has ended: npm does not forward signals to the process below its
 * shell, which would keep running and hold the port. Never resolves on Windows, where the parent's id does not change.
 */
function npmIsGone(): Promise<void> {
  if (process.env.npm_lifecycle_event === undefined) return new Promise(() => undefined);
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, LOOK_MS);
    timer.unref();
  });
}
