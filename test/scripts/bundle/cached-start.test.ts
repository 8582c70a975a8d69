import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

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
  run(args: string[] = [], nodeOptions: string[] = [], main = 'main.js'): Promise<string> {
    const command = [...nodeOptions, path.join(this.folder, main), ...args];
    return new Promise((resolve) => {
      execFile(process.execPath, command, (_, stdout, stderr) => {
        resolve(stderr + stdout);
      });
    });
  }

  /** The file of compiled code. */
  get kept(): string {
    return path.join(this.folder, 'main.program.cache');
  }
}

/** A service that says a word and that it has started, and is killed. */
function service(word: string): string {
  return `console.log('${word}');
    setImmediate(() => {
      require('node:diagnostics_channel').channel('plant-store:started').publish();
      require('node:child_process').execFileSync('kill', ['-KILL', String(process.pid)]);
    });`;
}

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

it.concurrent('a service that has started keeps what was compiled beside the program', async () => {
  const program = new Program(service('first'));
  expect(await program.run()).toBe('first\n');
  const { ino, mtimeMs } = statSync(program.kept);
  expect(await program.run()).toBe('first\n');
  expect(statSync(program.kept)).toMatchObject({ ino, mtimeMs });
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
  const damaged = readFileSync(program.kept).fill(255, 100);
  writeFileSync(program.kept, damaged);
  expect(await program.run()).toBe('first\n');
  expect(readFileSync(program.kept)).not.toEqual(damaged);
});

it.concurrent('code that was compiled with other flags is not taken', async () => {
  const program = new Program(service('first'));
  await program.run();
  expect(await program.run([], ['--no-opt'])).toBe('first\n');
});

it.concurrent('where nothing can be written, a service runs', async () => {
  const program = new Program(service('first'));
  mkdirSync(program.kept);
  expect(await program.run()).toBe('first\n');
});
