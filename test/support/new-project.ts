import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { stepsFor } from '../../src/tools/init/npm';
import { nativeCompiler } from '../../src/tools/cli/optional-packages';
import { type ScriptResult, TRELLIS } from './run-script';
import { linkInstalled } from './temporary-folder';

const ROOT = path.join(__dirname, '..', '..');
const JEST = 'node_modules/jest/bin/jest.js';
const PRETTIER = path.join(ROOT, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
const ESLINT = path.join(ROOT, 'node_modules', 'eslint', 'bin', 'eslint.js');
const STRICT_RULES = `import ts from 'typescript-eslint';
export default ts.config(ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked, {
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
});
`;

/** A folder in which commands of the package run as with `npx --no -- trellis`. */
export class NewProject {
  /** @param env additions to the environment of the tests */
  constructor(
    readonly folder: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  /** Creates the project with `trellis init`, without packing or installing anything. */
  init(...args: readonly string[]): ScriptResult {
    const base = path.dirname(this.folder);
    mkdirSync(base, { recursive: true });
    const name = path.basename(this.folder);
    const from = args.includes('--package') ? [] : ['--package', manifest.version];
    return this.run(base, TRELLIS, 'init', name, '--no-install', ...from, ...args);
  }

  /** Runs the user's next steps except the installation. @throws Error with the output of a failed step */
  finish(steps = stepsFor(true)): void {
    this.link();
    for (const { args } of steps) {
      const [run, , name, , ...options] = args;
      if (run !== 'run') continue;
      const { code, stdout, stderr } = this.script(name!, ...options);
      if (code !== 0) throw new Error(stdout + stderr);
    }
  }

  script(name: string, ...args: readonly string[]): ScriptResult {
    const [, ...words] = this.scripts()[name]!.split(' ');
    return this.trellis(...words, ...args);
  }

  private scripts(): Readonly<Record<string, string>> {
    const file = path.join(this.folder, 'package.json');
    const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    return scripts;
  }

  link(): void {
    linkInstalled(this.folder);
    symlinkSync(ROOT, path.join(this.folder, 'node_modules', manifest.name), 'dir');
  }

  remove(file: string): void {
    rmSync(path.join(this.folder, file));
  }

  trellis(...args: readonly string[]): ScriptResult {
    return this.run(this.folder, TRELLIS, ...args);
  }

  typecheck(...flags: readonly string[]): ScriptResult {
    return result(spawnSync(nativeCompiler(), ['-p', this.folder, ...flags], { encoding: 'utf8' }));
  }

  /** Runs ESLint with the strictest rules for typed code. */
  lint(folder: string): ScriptResult {
    const config = path.join(this.folder, 'eslint.config.mjs');
    writeFileSync(config, STRICT_RULES);
    const args = [ESLINT, '--format', 'json', folder];
    const linted = this.run(this.folder, ...args);
    rmSync(config);
    return linted;
  }

  build(): ScriptResult {
    const args = ['-p', path.join(this.folder, 'tsconfig.build.json')];
    return result(spawnSync(nativeCompiler(), args, { encoding: 'utf8' }));
  }

  jest(...args: readonly string[]): ScriptResult {
    const words = this.scripts()
      .test!.replace(/^jest$/, `node ${JEST}`)
      .split(' ');
    return this.run(this.folder, ...words.slice(1), '--runInBand', ...args);
  }

  private run(cwd: string, ...args: readonly string[]): ScriptResult {
    // Jest's own variables must not reach the project's Jest.
    const env = { ...process.env, JEST_WORKER_ID: undefined, NODE_ENV: undefined, ...this.env };
    return result(spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' }));
  }

  prettier(): ScriptResult {
    const style = ['--config', path.join(ROOT, '.prettierrc.json')];
    return this.run(this.folder, PRETTIER, '--check', '.', '!generated', '!dist', ...style);
  }
}

/** Runs npm without the variables of npm and Jest that the tests have. */
export function npm(cwd: string, ...args: readonly string[]): ScriptResult {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|JEST_|NODE_ENV$)/.test(name),
  );
  return result(spawnSync('npm', args, { cwd, env: Object.fromEntries(own), encoding: 'utf8' }));
}

function result({ status, stdout, stderr }: ReturnType<typeof spawnSync>): ScriptResult {
  return { code: status, stdout: String(stdout), stderr: String(stderr) };
}
