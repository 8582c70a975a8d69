import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { packageFolder } from 'openapi-trellis/tools';
import { CommandError, IS_COMPILED, clearProgress, showProgress, ROOT, RUNTIME } from '../cli';

/**
 * Runs npm in a folder.
 *
 * @returns what it prints
 * @throws CommandError with what it says where it fails
 */
function npm(folder: string, args: readonly string[]): string {
  // Where npm or npx started this, it says where it is: on Windows, what is called npm is no program.
  const { npm_execpath: own, ...env } = process.env;
  const isNpm = own !== undefined && path.basename(own) === 'npm-cli.js';
  const [program, before] = isNpm ? [process.execPath, [own]] : ['npm', []];
  const { status, stdout, stderr, error } = spawnSync(program, [...before, ...args], {
    cwd: folder,
    env: withoutCommand(env),
    encoding: 'utf8',
  });
  if (status === 0) return stdout;
  const reason = error === undefined ? `${stdout}${stderr}`.trim() : error.message;
  throw new CommandError(`npm ${args.join(' ')} failed in ${folder}:\n${reason}`);
}

/** npx and npm run tell their children what they were asked themselves, which is not what this is asked. */
function withoutCommand(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own =
    /^npm_(?:command|lifecycle_|package_|config_(?:call|package|local_prefix|prefix|yes)$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}

/** The folder of a new project that has the packages. */
const FOLDER = 'tools';

/** Where npm gets the two packages from, such as `file:tools/openapi-trellis-2.0.0.tgz`. */
export interface PlacedPackages {
  readonly runtime: string;
  readonly tools: string;
}

type Part = keyof PlacedPackages;

/** The names of packed files of the two packages. */
const PACKED = {
  runtime: /^openapi-trellis-\d[^/]*\.(?:tgz|tar\.gz)$/,
  tools: /^openapi-trellis-tools-\d[^/]*\.(?:tgz|tar\.gz)$/,
};

/**
 * Puts the two packages into a new project, which then installs on any machine: they are not in a registry.
 *
 * @param given the two packed packages, or what npm installs of both, such as a version; by default they pack themselves
 * @throws CommandError where one of the two is missing, or cannot be packed or copied
 */
export function placePackages(project: string, given: readonly string[]): PlacedPackages {
  const [first] = given;
  if (given.length === 1 && first !== undefined && !isTarball(first)) {
    return { runtime: first, tools: first };
  }
  const folder = path.join(project, FOLDER);
  const files = given.length === 0 ? undefined : packedFiles(given);
  mkdirSync(folder, { recursive: true });
  const place = (part: Part): string =>
    `file:${FOLDER}/${files === undefined ? pack(SOURCES[part](), folder) : copy(files[part], folder)}`;
  return { runtime: place('runtime'), tools: place('tools') };
}

const SOURCES = {
  runtime: packageFolder,
  tools: () => ROOT,
};

/** @throws CommandError unless both packages are given, each once, and are there */
function packedFiles(given: readonly string[]): Readonly<Record<Part, string>> {
  const missing = given.find((file) => isTarball(file) && !existsSync(file));
  if (missing !== undefined) throw new CommandError(`There is no package at ${missing}`);
  const [runtime, tools] = (['runtime', 'tools'] as const).map((part) =>
    given.find((file) => PACKED[part].test(path.basename(file))),
  );
  if (runtime !== undefined && tools !== undefined && given.length === 2) return { runtime, tools };
  throw new CommandError(
    `--package names ${given.join(' and ')}; give it twice, with the packed ${RUNTIME} and ${RUNTIME}-tools`,
  );
}

function isTarball(given: string): boolean {
  return /\.(?:tgz|tar\.gz)$/.test(given) && !/^[a-z+]+:/i.test(given);
}

function copy(file: string, folder: string): string {
  const name = path.basename(file);
  try {
    copyFileSync(file, path.join(folder, name));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(`The package ${file} cannot be copied (${code})`);
  }
  return name;
}

/** A checkout is built first; an installed package has all that it was packed with. */
function pack(from: string, folder: string): string {
  showProgress(`packing ${path.basename(from)}`);
  const copied = IS_COMPILED ? mkdtempSync(path.join(tmpdir(), 'packed-')) : undefined;
  try {
    // npm ends without a word in the folders of pnpm.
    if (copied !== undefined) cpSync(from, copied, { recursive: true, filter: isOwnFile(from) });
    const scripts = `--ignore-scripts=${IS_COMPILED}`;
    const options = ['--silent', scripts, '--pack-destination', path.resolve(folder)];
    return npm(copied ?? from, ['pack', ...options]).trim();
  } finally {
    if (copied !== undefined) rmSync(copied, { recursive: true });
    clearProgress();
  }
}

function isOwnFile(folder: string): (file: string) => boolean {
  return (file) => !path.relative(folder, file).split(path.sep).includes('node_modules');
}

/** A step in a new project, as its user would take it: one of its own scripts, with its installed packages. */
export interface Step {
  readonly args: readonly string[];
  /** The command as a user types it. */
  readonly command: string;
}

const WRITE: readonly Step[] = [
  {
    args: ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    command: 'npm install',
  },
  { args: ['run', '--silent', 'generate'], command: 'npm run generate' },
  { args: ['run', '--silent', 'scaffold'], command: 'npm run scaffold' },
];

const CHECKS = ['--only', 'document,enforcement'];
const REASON = 'known when the project was made';

/** Accepts what the document has already, so that the drift check finds what is added to it. */
const ACCEPT: Step = {
  args: ['run', '--silent', 'check', '--', ...CHECKS, '--accept', REASON],
  command: `npm run check -- ${CHECKS.join(' ')} --accept "${REASON}"`,
};

/** @param hasFindings whether the document may have some: the one of the template has none */
export function stepsFor(hasFindings: boolean): readonly Step[] {
  return hasFindings ? [...WRITE, ACCEPT] : WRITE;
}

/**
 * Installs, generates, scaffolds and accepts.
 *
 * @throws CommandError with what the step that failed said, and the steps that are left
 */
export function finish(project: string, steps: readonly Step[]): void {
  for (const [index, { args, command }] of steps.entries()) {
    showProgress(command);
    try {
      npm(project, args);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const left = steps.slice(index).map((step) => step.command);
      throw new CommandError(
        `${error.message}\nThe files are there; what is left to do: ${left.join(' && ')}`,
      );
    } finally {
      clearProgress();
    }
  }
}
