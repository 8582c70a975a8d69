import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blocksOf, changed, commandsOf, fileIn, type PageBlock, shown } from './pages';

/** The service's address on pages; tests use a free port. */
const SAID = 'http://127.0.0.1:3000';

/** Time for the expected output on a busy machine, in milliseconds. */
const PATIENCE_MS = 45_000;

/** Matches commands that run until they are ended. */
const GOES_ON = /(?:npm run dev|npm start|node \S+\.js|mock \S.* --port 0)$/;

/**
 * Replacements for commands that a test does not run. They return the output, or undefined if it is not compared.
 */
export type Replaced = Readonly<Record<string, () => string | undefined>>;

/**
 * Follows a page in a folder, block by block, and fails if the page is wrong:
 * - a block after a file name is written to the file; a `diff` changes it, and a block for "above the line `...`"
 *   is added to it;
 * - `console` is run and must give the output on the page;
 * - `text` must be in the output of the running command, in any order; lines that begin with `types:` must be new;
 * - blocks after a paragraph that ends in "there:" belong to another project and are skipped.
 */
export class PagePlayer {
  private readonly env: NodeJS.ProcessEnv;
  private running: ChildProcess | undefined;
  private output = '';
  private from = 0;
  private url = SAID;

  constructor(
    private readonly page: string,
    private readonly folder: string,
    private readonly replaced: Replaced = {},
  ) {
    // The page's commands must not get the variables of Jest and npm.
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|JEST_|CONTRACT_COVERAGE$|NODE_ENV$)/.test(name),
    );
    const settings = { PORT: '0', NO_COLOR: '1', npm_config_loglevel: 'error' };
    this.env = { ...Object.fromEntries(own), ...settings };
    // Kills the command even if the tests end early.
    process.once('exit', () => this.kill());
  }

  /** @param last called with the URL of the service that runs at the end of the page */
  async play(last?: (url: string) => Promise<void>): Promise<void> {
    try {
      for (const block of blocksOf(this.page)) {
        await this.playBlock(block).catch((error: unknown) => {
          throw new Error(`line ${block.line} of the page: ${String(error)}`, { cause: error });
        });
      }
      await last?.(this.url);
    } finally {
      await this.end();
    }
  }

  private async playBlock({ language, text, lead }: PageBlock): Promise<void> {
    const file = fileIn(lead);
    if (lead.endsWith('there:')) return;
    if (language === 'console') {
      for (const { command, output } of commandsOf(text)) await this.runCommand(command, output);
    } else if (language === 'text') {
      await this.says(text);
    } else if (file !== undefined) {
      this.write(file, language === 'diff' ? changed(this.read(file), text) : text, lead);
    }
  }

  private read(file: string): string {
    return readFileSync(path.join(this.folder, file), 'utf8');
  }

  private write(file: string, text: string, lead: string): void {
    const target = path.join(this.folder, file);
    const [, line] = /above the line `([^`]+)`/.exec(lead) ?? [];
    mkdirSync(path.dirname(target), { recursive: true });
    const whole = line === undefined ? text : changed(this.read(file), `${added(text)} ${line}`);
    this.from = this.output.length;
    writeFileSync(target, whole);
  }

  private async runCommand(command: string, output: string): Promise<void> {
    const replaced = this.replaced[command];
    if (replaced !== undefined) {
      const written = replaced();
      if (written !== undefined) expect(written).toMatch(whole(output));
    } else if (GOES_ON.test(command)) {
      await this.start(command);
      await this.says(output);
    } else {
      this.from = this.output.length;
      expect({ command, output: await this.shell(command) }).toEqual({
        command,
        output: expect.stringMatching(whole(output)) as string,
      });
    }
  }

  private shell(command: string): Promise<string> {
    const script = `exec 2>&1\n${command.replaceAll(SAID, this.url)}`;
    const options = { cwd: this.folder, env: this.env };
    return new Promise((resolve) => {
      // If a page shows the exit code, it is in the output.
      execFile('sh', ['-c', script], options, (_, stdout) => resolve(this.asSaid(stdout).trim()));
    });
  }

  private async start(command: string): Promise<void> {
    await this.end();
    this.output = '';
    this.from = 0;
    // The leader of a process group, so npm's children end with it.
    const options = { cwd: this.folder, env: this.env, detached: true };
    this.running = spawn('sh', ['-c', `exec 2>&1\n${command}`], options);
    this.running.stdout!.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const listens = /http:\/\/127\.0\.0\.1:\d+/;
    await this.until(() => listens.test(this.output));
    this.url = listens.exec(this.output)![0];
  }

  private async says(text: string): Promise<void> {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    for (const line of lines) {
      const pattern = shown(line);
      const after = line.startsWith('types:') ? this.from : 0;
      await this.until(() => pattern.test(this.asSaid(this.output.slice(after))), line);
    }
  }

  private asSaid(output: string): string {
    return output
      .replaceAll('\r\n', '\n')
      .replaceAll(this.url, SAID)
      .replace(/^\n> .*\n> .*\n\n/gm, '');
  }

  /** @throws Error with the output if the command ends before, or takes too long */
  private async until(holds: () => boolean, what = 'where it listens'): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!holds()) {
      if (this.running?.exitCode !== null || Date.now() > deadline) {
        throw new Error(`It did not say "${what}":\n${this.asSaid(this.output)}`);
      }
      await sleep(10);
    }
  }

  private async end(): Promise<void> {
    const child = this.running;
    this.running = undefined;
    if (child?.exitCode !== null) return;
    process.kill(-child.pid!, 'SIGTERM');
    await once(child, 'close');
  }

  private kill(): void {
    if (this.running?.exitCode === null) process.kill(-this.running.pid!, 'SIGKILL');
  }
}

function whole(output: string): RegExp {
  return new RegExp(`^${shown(output).source}$`);
}

function added(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}\n`)
    .join('');
}
