import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const LOADER = path.join(__dirname, '..', '..', '..', 'dist', 'src', 'main.js');

const programs: Program[] = [];
afterAll(() => {
  for (const { folder } of programs) rmSync(folder, { recursive: true });
});

/** A program beside what starts it. */
class Program {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'cached-start-'));
  readonly file = path.join(this.folder, 'main.program.js');

  constructor(text: string) {
    programs.push(this);
    copyFileSync(LOADER, path.join(this.folder, 'main.js'));
    this.write(text);
  }

  write(text: string): void {
    writeFileSync(this.file, text);
  }

  /** @returns what it prints, warnings included */
  async run(args: string[] = [], nodeOptions: string[] = [], main = 'main.js'): Promise<string> {
    const command = [...nodeOptions, path.join(this.folder, main), ...args];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command);
    return stderr + stdout;
  }

  get kept(): string[] {
    const names = readdirSync(this.folder).filter((name) => name.includes('.cache'));
    return names.map((name) => path.join(this.folder, name));
  }
}

/** A service that says a word and lasts until its compiled code is kept. */
function service(word: string): string {
  return `console.log('${word}'); setTimeout(() => undefined, 1_000);`;
}

it.concurrent('a program has what Node gives to a module that it starts', async () => {
  const program = new Program(`console.log(require.main === module, __filename, __dirname);
    console.log(process.argv.length, require('./other.js') === 1, exports === module.exports);`);
  writeFileSync(path.join(program.folder, 'other.js'), 'module.exports = 1;');
  const { file, folder } = program;
  expect(await program.run(['--help'])).toBe(`true ${file} ${folder}\n3 true true\n`);
});

it.concurrent('a program is found where Node takes a link for the name of its file', async () => {
  const program = new Program(`console.log(__filename, require('./other.js'));`);
  writeFileSync(path.join(program.folder, 'other.js'), 'module.exports = 1;');
  mkdirSync(path.join(program.folder, 'bin'));
  symlinkSync('../main.js', path.join(program.folder, 'bin', 'plant-store'));
  const said = await program.run(['--help'], ['--preserve-symlinks-main'], 'bin/plant-store');
  expect(said).toBe(`${program.file} 1\n`);
});

it.concurrent('the lines of stacks are those of the file', async () => {
  const program = new Program(`\nconsole.log(new Error('here').stack);`);
  expect(await program.run(['--help'])).toContain(`${program.file}:2:`);
});

it.concurrent('a service that has started keeps what was compiled, and runs by it', async () => {
  const program = new Program(service('first'));
  expect(await program.run()).toBe('first\n');
  const [file = '', ...others] = program.kept;
  expect(others).toStrictEqual([]);
  expect(path.basename(file)).toContain(process.version);
  const kept = readFileSync(file);
  expect(await program.run()).toBe('first\n');
  expect(readFileSync(file)).toStrictEqual(kept);
});

it.concurrent('another program of the same length is compiled', async () => {
  const program = new Program(service('first'));
  await program.run();
  program.write(service('other'));
  expect(await program.run()).toBe('other\n');
});

it.concurrent('compiled code that is damaged is not taken, but written again', async () => {
  const program = new Program(service('first'));
  await program.run();
  const [file = ''] = program.kept;
  const damaged = readFileSync(file).fill(255, 100);
  writeFileSync(file, damaged);
  expect(await program.run()).toBe('first\n');
  expect(readFileSync(file)).not.toStrictEqual(damaged);
});

it.concurrent(
  'code that was compiled with other flags is not taken, and nobody is told',
  async () => {
    const program = new Program(service('first'));
    await program.run();
    expect(await program.run([], ['--no-opt'])).toBe('first\n');
  },
);

it.concurrent('a command that is no service keeps nothing', async () => {
  const program = new Program(service('token'));
  expect(await program.run(['token'])).toBe('token\n');
  expect(program.kept).toStrictEqual([]);
});

it.concurrent(
  'where nothing can be written, a service runs, and leaves nothing behind',
  async () => {
    const refuse = `require('node:fs').renameSync = () => { throw new Error('no space'); };`;
    const program = new Program(refuse + service('first'));
    expect(await program.run()).toBe('first\n');
    expect(program.kept).toStrictEqual([]);
  },
);
