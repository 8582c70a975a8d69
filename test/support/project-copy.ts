import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { PagePlayer, type Replaced } from './page-player';
import { readPage } from './page-service';
import type { Check } from '../../src/tools/check/drift-check';
import type { Finding } from '../../src/tools/check/finding';

const ROOT = path.join(__dirname, '..', '..');

const ENTRIES = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'spec',
  'generated',
  'src',
  'scripts',
  // scripts/pages makes a table from it.
  'test/types/message-rows.ts',
];

/** A copy of the project for changes by a test, with the same installed packages. */
export function copyProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-copy-'));
  for (const entry of ENTRIES) {
    cpSync(path.join(ROOT, entry), path.join(folder, entry), {
      recursive: true,
      filter: (source) => !/^(?:node_modules|dist)$/.test(path.basename(source)),
    });
  }
  linkPackages(folder);
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Links the installed packages; those of the project are in the copy. */
function linkPackages(folder: string): void {
  const [modules, installed] = [folder, ROOT].map((each) => path.join(each, 'node_modules'));
  mkdirSync(modules!);
  const own: Readonly<Record<string, string>> = {
    'openapi-trellis': path.join(folder, 'src', 'runtime'),
    'openapi-trellis-tools': path.join(folder, 'src', 'tools'),
  };
  for (const name of readdirSync(installed!)) {
    symlinkSync(own[name] ?? path.join(installed!, name), path.join(modules!, name));
  }
}

/** A copy of the project with its build, so the next build only compiles changed files. */
export function copyCompiledProject(): ReturnType<typeof copyProject> {
  const project = copyProject();
  for (const part of ['', path.join('src', 'runtime'), path.join('src', 'tools')]) {
    const dist = path.join(project.folder, part, 'dist');
    cpSync(path.join(ROOT, part, 'dist'), dist, { recursive: true });
    findPackages(path.join(dist, '.tsbuildinfo'), dist);
  }
  return project;
}

/** The compiler refers to files relative to dist/; packages are at their place of installation. */
function findPackages(buildInfo: string, dist: string): void {
  const installed = path.relative(dist, path.join(ROOT, 'node_modules'));
  const text = readFileSync(buildInfo, 'utf8');
  writeFileSync(buildInfo, text.replaceAll(/"(?:\.\.\/)+node_modules\//g, `"${installed}/`));
}

/** Follows docs/first-operation.md in a copy of the project that resembles a clone. */
export async function playFirstOperation(replaced: Replaced = {}): Promise<void> {
  const project = copyCompiledProject();
  const { folder } = project;
  for (const entry of [
    'jest.config.js',
    'package-lock.json',
    'test/plants',
    'test/support',
    'test/lab',
  ]) {
    cpSync(path.join(ROOT, entry), path.join(folder, entry), { recursive: true });
  }
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
    execFileSync('git', [...author, ...args], { cwd: folder });
  };
  try {
    git('init', '--quiet');
    git('add', 'spec');
    git('commit', '--quiet', '--message', 'As it was');
    await new PagePlayer(readPage('first-operation.md'), folder, replaced).play();
  } finally {
    project.remove();
  }
}

export const HANDLERS = 'src/plant-store/plants/handlers';

export const BASE = path.join(ROOT, 'spec', 'openapi.yaml');
/** Path of the one handler within a project. */
export const HANDLER = `${HANDLERS}/createPlant.ts`;

export type CheckFinding = Finding & { readonly check: string };

/** One copy of the project for the tests of a file, restored after each test. */
export class DriftingCopy {
  readonly folder: string;
  readonly spec: string;
  readonly generated: string;

  constructor() {
    const project = copyProject();
    this.folder = project.folder;
    this.spec = path.join(this.folder, 'spec', 'openapi.yaml');
    this.generated = path.join(this.folder, 'generated');
    afterEach(() => this.restore());
    afterAll(() => project.remove());
  }

  /** The findings of one check, run in this process. */
  async find(check: Check): Promise<readonly string[]> {
    const { findings } = await check.run({
      spec: this.spec,
      handlers: path.join(this.folder, HANDLERS),
      base: BASE,
      generated: undefined,
    });
    return this.told(hereNamed(findings.map((finding) => ({ ...finding, check: check.name }))));
  }

  /** Findings as `check/rule file:line`; only documents have lines. */
  told(findings: readonly CheckFinding[]): string[] {
    return findings
      .map(({ check, rule, file, line }) => {
        const name = path.relative(this.folder, path.resolve(this.folder, file));
        return `${check}/${rule} ${name}${line === undefined ? '' : `:${line}`}`;
      })
      .sort();
  }

  private restore(): void {
    for (const name of ['spec', 'generated', HANDLERS]) {
      rmSync(path.join(this.folder, name), { recursive: true });
      cpSync(path.join(ROOT, name), path.join(this.folder, name), { recursive: true });
    }
  }
}

/** Makes the file names of findings absolute; they are relative to the working folder of this process. */
export function hereNamed(findings: readonly CheckFinding[]): CheckFinding[] {
  return findings.map((each) => ({ ...each, file: path.resolve(each.file) }));
}

export function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}
