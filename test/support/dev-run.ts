import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyProject } from './project-copy';
import { nodeArguments, TRELLIS } from './run-script';

/** Less than the timeout of a test: a failure then shows the output. */
const PATIENCE_MS = 100_000;

/** How an editor saves: into the existing file, or by renaming a new one. */
export type Way = 'in place' | 'by rename';

/** `npm run dev` in a copy of the project, or `trellis dev` in a given project. */
export class DevRun {
  output = '';

  private constructor(
    readonly folder: string,
    private readonly child: ChildProcess,
    private readonly remove: () => void,
  ) {
    // Kills the process even if the tests end early.
    process.once('exit', () => child.kill());
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  /**
   * @param prepare changes the copy before the start
   * @param until matches the output of a started service
   */
  static async start(
    prepare: (folder: string) => void = () => undefined,
    until = /is served at/,
    env: Readonly<Record<string, string>> = {},
    args: readonly string[] = [],
  ): Promise<DevRun> {
    const copy = copyProject();
    const { folder } = copy;
    prepare(folder);
    const child = spawn(process.execPath, [...nodeArguments('dev'), ...args], {
      cwd: folder,
      env: {
        ...process.env,
        PORT: '0',
        ACCESS_TOKENS: 't',
        LOG_LEVEL: 'info',
        NO_COLOR: '1',
        ...env,
      },
    });
    const run = new DevRun(folder, child, () => copy.remove());
    await run.says(until);
    return run;
  }

  static async startIn(folder: string, ...args: readonly string[]): Promise<DevRun> {
    const env = { ...process.env, PORT: '0', ACCESS_TOKENS: 't', NODE_ENV: undefined };
    const child = spawn(process.execPath, [TRELLIS, 'dev', ...args], { cwd: folder, env });
    const run = new DevRun(folder, child, () => undefined);
    await run.says(/is served at/);
    return run;
  }

  get url(): string {
    return /is served at (http:\S+),/.exec(this.output)![1]!;
  }

  get spec(): string {
    return path.join(this.folder, 'spec', 'openapi.yaml');
  }

  handler(operationId: string): string {
    return path.join(this.folder, 'src', 'plant-store', 'plants', 'handlers', `${operationId}.ts`);
  }

  save(file: string, text: string, way: Way = 'in place'): void {
    if (way === 'in place') {
      writeFileSync(file, text);
      return;
    }
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  }

  read(file: string): string {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  async says(text: RegExp | string, from = 0): Promise<void> {
    await this.until(() => {
      const latest = this.output.slice(from);
      return typeof text === 'string' ? latest.includes(text) : text.test(latest);
    });
  }

  /** @throws Error with the output if the process ends before, or if it takes too long */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await holds())) {
      if (this.child.exitCode !== null) throw new Error(`dev ended:\n${this.output}`);
      if (Date.now() > deadline) throw new Error(`still not so:\n${this.output}`);
      await sleep(10);
    }
  }

  async answers(status: number, at: string): Promise<void> {
    await this.until(async () => (await fetch(this.url + at)).status === status);
  }

  async ended(): Promise<void> {
    if (this.child.exitCode === null) await once(this.child, 'exit');
  }

  children(): number[] {
    const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    return rows.filter(([, parent]) => parent === this.child.pid).map(([pid]) => pid!);
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode === null) {
      this.child.kill(signal);
      await this.ended();
    }
    this.remove();
    return this.child.exitCode;
  }
}

export async function allEnded(pids: readonly number[]): Promise<void> {
  while (pids.some(isRunning)) await sleep(10);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A document with an operation without input for each path name, which is also its operationId. */
export function documentOf(...names: readonly string[]): string {
  const operations = names.map(
    (name) => `
  /${name}:
    get:
      operationId: ${name}
      responses:
        '200': { description: Text, content: { text/plain: { schema: { type: string }, example: of ${name} } } }`,
  );
  return `openapi: 3.1.0
info: { title: Development, version: 1.0.0 }
paths:${operations.join('')}
`;
}

export function handlerOf(name: string, text: string): string {
  return `import type { Operations } from '../../../../generated/operations';
import type { Handler } from 'openapi-trellis/contract';

export const ${name}: Handler<Operations['${name}'], unknown> = () => Promise.resolve({ status: 200, body: '${text}' });
`;
}
