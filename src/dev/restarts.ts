import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Command } from '../cli/command-line';

/** Tells a process that it is the one that serves, and for which file it was started again. */
const SERVES = 'PLANT_STORE_DEV_SERVES';

/** What a process that serves asks for as it ends. */
export interface Restart {
  /** The file that changed. */
  readonly restartFor: string;
  /** On which the next one listens; as the environment says where nothing listened. */
  readonly port: string | undefined;
}

/** What a process that serves knows of the one that started it. */
export interface Supervised {
  /** The file for which it was started again. */
  readonly restartedFor: string | undefined;
  /** Fulfilled when it is to end. */
  readonly ended: Promise<undefined>;
  /** Has another process take the place of this one, which then ends. */
  restart(request: Restart): Promise<void>;
}

/**
 * Has a command run in a process of its own, so that nothing is left of it when it asks for another one: no timer,
 * connection, thread, or global that code of the project has set.
 */
export function restarting(load: () => Promise<Command>): Command {
  return async (args) =>
    process.env[SERVES] === undefined ? new Supervisor().run() : (await load())(args);
}

/** Called once, before code of the project, whose own processes know nothing of it. */
export function supervised(): Supervised {
  const { [SERVES]: restartedFor = '' } = process.env;
  Reflect.deleteProperty(process.env, SERVES);
  const disconnected = once(process, 'disconnect');
  // A service that cannot start ends this process all the same.
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
      // What is heard where this one is killed, too; a terminal sends its own signal to both.
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
    // Its last message may come after its end.
    const [exit] = await Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    const [code] = exit as [number | null];
    return [code ?? 1, restart];
  }
}

/** Code of the project may send messages of its own. */
function isRestart(message: unknown): message is Restart {
  return typeof (Object(message) as Partial<Restart>).restartFor === 'string';
}

const LOOK_MS = 250;

/**
 * Fulfilled where npm started this process and has ended: it passes no signal on to what its shell has started,
 * which would go on and keep the port. Never fulfilled on Windows, where a process keeps the number of its parent.
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
