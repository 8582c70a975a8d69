import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';

/** What a command may take of the processor, in seconds: its process is ended then. */
const MOST_SECONDS = 10;

/** What Node gives its heap in a container of 512 MB. */
const HEAP = '--max-old-space-size=256';

/** What ends the output of a command. */
const MARK = '\0end of a command\0';

/** How a command ended, and what it took. */
export interface ToolRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Absent where its process was ended. */
  readonly end?: {
    readonly code: number;
    /** The most memory that its process had by then, in bytes. */
    readonly bytes: number;
  };
}

/** What is done with a command that runs until it is asked to end: then it is asked. */
export interface WhileRunning {
  /** What it prints once it is ready. */
  readonly ready: RegExp;
  readonly act: (match: RegExpExecArray) => Promise<void>;
}

/** A process in which commands of the package run one after another; one that ended is started anew. */
export class ToolProcess {
  private child?: ChildProcess;

  /** Runs a command line, in a folder beside the home of its user. */
  async run(
    folder: string,
    args: readonly string[],
    whileRunning?: WhileRunning,
  ): Promise<ToolRun> {
    const child = this.running();
    const printed = [child.stdout!, child.stderr!].map(untilMark);
    const acted = whileRunning && actOn(child, whileRunning);
    const home = path.join(folder, '..', 'home');
    child.send({ args, folder, home, seconds: MOST_SECONDS });
    const [stdout = '', stderr = ''] = await Promise.all(printed);
    await acted;
    const [said = '', end] = stdout.split(MARK);
    const run = { stdout: said, stderr: stderr.replace(MARK, '') };
    return end === undefined
      ? run
      : { ...run, end: JSON.parse(end) as NonNullable<ToolRun['end']> };
  }

  end(): void {
    this.child?.kill();
  }

  private running(): ChildProcess {
    if (this.child?.connected === true) return this.child;
    const script = path.join(__dirname, 'serve-commands.js');
    const env = { PATH: process.env.PATH, PORT: '0' };
    const child = fork(script, { execArgv: [HEAP], env, silent: true });
    for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8');
    this.child = child;
    return child;
  }
}

/** What a stream gives until the mark and the rest of its line, or to its end. */
function untilMark(stream: Readable): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    const end = (): void => {
      stream.removeAllListeners('data').removeAllListeners('close');
      resolve(text);
    };
    stream.on('data', (chunk: string) => {
      text += chunk;
      if (text.includes(MARK)) end();
    });
    stream.once('close', end);
  });
}

/** Acts once a command is ready, and then asks it to end. */
async function actOn(child: ChildProcess, { ready, act }: WhileRunning): Promise<void> {
  let said = '';
  const match = await new Promise<RegExpExecArray | null>((resolve) => {
    child.stdout!.on('data', (chunk: string) => {
      said += chunk;
      const found = ready.exec(said);
      if (found || said.includes(MARK)) resolve(found);
    });
    child.stdout!.once('close', () => resolve(null));
  });
  if (match !== null) await act(match).finally(() => child.kill('SIGTERM'));
}
