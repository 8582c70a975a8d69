import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import nodeModule from 'node:module';
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

  /** Files of compiled code. */
  get kept(): string[] {
    const cache = path.join(this.folder, 'main.cache');
    return existsSync(cache)
      ? readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) =>
          statSync(path.join(cache, name)).isFile(),
        )
      : [];
  }
}

/** Node 20 keeps no compiled code. */
const hasCompileCache = 'enableCompileCache' in nodeModule;

it.concurrent('a program has what Node gives to a module that it starts', async () => {
  const program = new Program(`console.log(__filename, __dirname);
    console.log(process.argv.length, require('./other.js') === 1, exports === module.exports);`);
  writeFileSync(path.join(program.folder, 'other.js'), 'module.exports = 1;');
  const { file, folder } = program;
  expect(await program.run(['--help'])).toBe(`${file} ${folder}\n3 true true\n`);
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

it.concurrent('what was compiled is kept beside the program, where Node can', async () => {
  const program = new Program(`console.log('first');`);
  expect(await program.run()).toBe('first\n');
  expect(program.kept.length > 0).toBe(hasCompileCache);
  expect(await program.run()).toBe('first\n');
});

it.concurrent('another program of the same length is compiled', async () => {
  const program = new Program(`console.log('first');`);
  await program.run();
  program.write(`console.log('other');`);
  expect(await program.run()).toBe('other\n');
});

it.concurrent('where nothing can be written, a program runs', async () => {
  const program = new Program(`console.log('first');`);
  writeFileSync(path.join(program.folder, 'main.cache'), '');
  expect(await program.run()).toBe('first\n');
});
