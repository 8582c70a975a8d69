import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { NewProject } from '../support/new-project';
import { Caller } from './caller';

/** What is written by hand: the document, handlers, authenticators, and what they depend on. */
const WRITTEN = path.join(__dirname, 'project');

/** Who may call, as the environment of the service has it. */
const CALLERS = {
  CUSTOMERS: 'ada:swordfish,bob:sesame',
  STAFF: 'counter:counter-token,owner:owner-token,counter+owner:boss-token',
  PRESSES: 'heidelberg:press-key',
};

/**
 * Makes the project by `init`, and lays what is written over it.
 *
 * @param tarball the package that it is to install; by default it has that of this checkout, and all packages of it
 */
export function makeShop(folder: string, packed?: readonly string[]): NewProject {
  const project = new NewProject(folder, {
    ...CALLERS,
    STAFF_TOKEN: 'boss-token',
    PRESS_KEY: 'press-key',
  });
  const spec = path.join(WRITTEN, 'spec', 'openapi.yaml');
  const { code, stderr } = project.init(
    '--spec',
    spec,
    ...(packed ?? []).flatMap((file) => ['--package', file]),
  );
  if (code !== 0) throw new Error(stderr);
  cpSync(WRITTEN, folder, { recursive: true });
  if (packed === undefined) project.link();
  return project;
}

/** The print shop as a process of its own, as `npm start` leaves it to Node. */
export class RunningShop {
  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly output: { stderr: string },
  ) {}

  /** @param recorded the folder for what contract coverage records */
  static async start(folder: string, recorded?: string): Promise<RunningShop> {
    const recorder =
      recorded === undefined ? [] : ['--require', 'openapi-trellis-tools/jest/record-process'];
    const own = { PORT: '0', LOG_LEVEL: 'warn', CONTRACT_COVERAGE: recorded };
    const env = { ...process.env, ...CALLERS, ...own };
    const child = spawn(process.execPath, [...recorder, 'dist/src/main.js'], { cwd: folder, env });
    const output = { stderr: '' };
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    const [line] = (await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'close').then(() => [output.stderr]),
    ])) as [Buffer | string];
    const [, url] = /^listens on (http:\S+)\n$/.exec(String(line)) ?? [];
    if (url === undefined) throw new Error(`The service does not start: ${String(line)}`);
    return new RunningShop(url, child, output);
  }

  get anybody(): Caller {
    return new Caller(this.url);
  }

  /** Somebody who signs in first. */
  async customer(customer: 'ada' | 'bob'): Promise<Caller> {
    const password = { ada: 'swordfish', bob: 'sesame' }[customer];
    const body = new URLSearchParams({ customer, password });
    const { headers } = await this.anybody.send('POST /session', { body });
    return new Caller(this.url, { cookie: headers.get('set-cookie')!.replace(/;.*/, '') });
  }

  staff(token: 'counter-token' | 'owner-token' | 'boss-token'): Caller {
    return new Caller(this.url, { authorization: `Bearer ${token}` });
  }

  get press(): Caller {
    return new Caller(this.url, { 'x-press-key': 'press-key' });
  }

  /** @returns its exit code, and what it complained of */
  async end(): Promise<{ code: number | null; stderr: string }> {
    const closed = once(this.process, 'close') as Promise<[number | null]>;
    this.process.kill();
    const [code] = await closed;
    return { code, ...this.output };
  }
}
