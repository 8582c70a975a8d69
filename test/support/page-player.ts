import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blocksOf, changed, commandsOf, fileIn, type PageBlock, shown } from './pages';

/** Where the pages say that a service listens; tests take a free port. */
const SAID = 'http://127.0.0.1:3000';

/** For what a command is to say, on a busy machine. */
const PATIENCE_MS = 45_000;

/** Commands that go on until they are ended. */
const GOES_ON = /(?:npm run dev|npm start|node \S+\.js|mock \S+ --port 0)$/;

/**
 * Commands that a test does not run as they are, and what is done in their place: with what they would have
 * written, or undefined where that is not compared.
 */
export type Replaced = Readonly<Record<string, () => string | undefined>>;

/**
 * Does in a folder what a page says, block by block, and fails where the page is not true:
 * - a block behind the name of a file is written to it; a `diff` changes it, and a block that goes "above the
 *   line `...`" is added to it;
 * - `console` is run, and what the page shows under a command is its output;
 * - `text` is what the command that goes on has written since the block before, in any order;
 * - blocks behind a paragraph that ends in "there:" are of another project, and are left out.
 */
export class PagePlayer {
  private readonly env: NodeJS.ProcessEnv;
  private running: ChildProcess | undefined;
  private output = '';
  /** Of the output, what blocks have not been compared with. */
  private from = 0;
  private url = SAID;

  /** @param page its text */
  constructor(
    private readonly page: string,
    private readonly folder: string,
    private readonly replaced: Replaced = {},
  ) {
    // Jest's and npm's own variables are not for what the page starts.
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|JEST_|CONTRACT_COVERAGE$|NODE_ENV$)/.test(name),
    );
    const settings = { PORT: '0', NO_COLOR: '1', npm_config_loglevel: 'error' };
    this.env = { ...Object.fromEntries(own), ...settings };
    // However the tests end.
    process.once('exit', () => {
      this.kill();
    });
  }

  /** @param last what else is done with the service that runs at the end of the page */
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
      // The exit code is in the output, where a page shows it.
      execFile('sh', ['-c', script], options, (_, stdout) => {
        resolve(this.asSaid(stdout).trim());
      });
    });
  }

  private async start(command: string): Promise<void> {
    await this.end();
    this.output = '';
    this.from = 0;
    // The leader of a group, so that npm's children end with it.
    const options = { cwd: this.folder, env: this.env, detached: true };
    this.running = spawn('sh', ['-c', `exec 2>&1\n${command}`], options);
    this.running.stdout!.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const listens = /http:\/\/127\.0\.0\.1:\d+/;
    await this.until(() => listens.test(this.output));
    this.url = listens.exec(this.output)![0];
  }

  /** Waits until each line of a text is in the output. */
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

  /** @throws Error with the output when the command ends before, or goes on too long without */
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

/** Lines as a change adds them. */
function added(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}\n`)
    .join('');
}
