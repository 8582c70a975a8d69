import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearAtEnd } from '../clean-up';
import { CommandError } from '../../../src/cli/command-line';
import { DEFAULT_SPEC, ROOT } from '../../../src/cli/folders';
import { onCores, type Cores } from './cores';
import { say } from './progress';
import type { DevFigures } from './results';
import { spreadOf } from './statistics';

/** What `npm run dev` needs of the project. */
const ENTRIES = ['package.json', 'tsconfig.json', 'spec', 'generated', 'src', 'scripts'];

/** A save that is not served by then was missed. */
const MISSED_MS = 15_000;
const POLL_MS = 2;
/** From when a save was served to the next one; none is so short that it is the same save to the watcher. */
const PAUSES_MS = [0, 20, 60, 110, 250];

/**
 * `npm run dev` in a copy of the project: from saving the document, in place and by rename in turns, until an
 * operation that the save adds is served.
 *
 * @param folder where the copy is made
 * @param spec the document in place of the project's own, in YAML
 */
export async function benchDev(
  saves: number,
  cores: Cores | undefined,
  folder: string,
  spec: string = DEFAULT_SPEC,
): Promise<DevFigures> {
  const text = readDocumentText(spec);
  const project = copyProject(path.join(folder, 'dev'));
  const document = path.join(project, 'spec', 'openapi.yaml');
  writeFileSync(document, text);
  const { url, end } = await startDev(project, cores);
  const servedMs: number[] = [];
  for (let save = 1; save <= saves; save++) {
    const ms = await serveSave(document, withOperation(text, save), { save, url });
    if (ms !== undefined) servedMs.push(ms);
    say(
      `save ${save} of ${saves}: ${ms === undefined ? 'missed' : `served after ${ms.toFixed(0)} ms`}`,
    );
    await sleep(PAUSES_MS[save % PAUSES_MS.length]);
  }
  await end();
  const servedSpread = servedMs.length === 0 ? undefined : spreadOf(servedMs);
  return {
    document: path.basename(spec),
    bytes: text.length,
    saves,
    missed: saves - servedMs.length,
    ...(servedSpread && { servedMs: servedSpread }),
  };
}

/** @throws CommandError where it is no file, or none that an operation can be added to as text */
function readDocumentText(spec: string): string {
  try {
    const text = readFileSync(spec, 'utf8');
    if (/^paths:$/m.test(text)) return text;
  } catch (error) {
    throw new CommandError(`${spec} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new CommandError(`${spec} has no line "paths:", behind which an operation could be added`);
}

function copyProject(folder: string): string {
  mkdirSync(folder);
  for (const entry of ENTRIES) {
    const filter = (source: string): boolean => path.basename(source) !== 'node_modules';
    cpSync(path.join(ROOT, entry), path.join(folder, entry), { recursive: true, filter });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return folder;
}

/** The document with one more operation, whose path names the save. */
function withOperation(text: string, save: number): string {
  const operation = `  ${pathOf(save)}: { get: { operationId: benchSave${save}, security: [], responses: { '204': { description: Saved } } } }`;
  return text.replace(/^paths:$/m, () => `paths:\n${operation}`);
}

function pathOf(save: number): string {
  return `/bench-save-${save}`;
}

/** @returns the time until it was served, in milliseconds; undefined when it was missed */
async function serveSave(
  document: string,
  text: string,
  { save, url }: { save: number; url: string },
): Promise<number | undefined> {
  const isRename = save % 2 === 0;
  const file = isRename ? `${document}.new` : document;
  const start = performance.now();
  writeFileSync(file, text);
  if (isRename) renameSync(file, document);
  while (performance.now() - start < MISSED_MS) {
    const { status } = await fetch(url + pathOf(save));
    if (status === 204) return performance.now() - start;
    await sleep(POLL_MS);
  }
  return undefined;
}

async function startDev(
  project: string,
  cores: Cores | undefined,
): Promise<{ url: string; end: () => Promise<void> }> {
  const node = [process.execPath, '--require', './scripts/load-typescript.cjs', 'scripts/dev.ts'];
  const [program = '', ...args] = onCores(cores?.all, node);
  const child = spawn(program, args, {
    cwd: project,
    env: { ...process.env, PORT: '0', ACCESS_TOKENS: 'bench', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const isCleared = clearAtEnd(() => child.kill());
  const url = await urlOf(child);
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    isCleared();
  };
  return { url, end };
}

/** @throws CommandError when it ends before it serves */
function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, url] = /is served at (http:\S+),/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', () => {
      reject(new CommandError(`npm run dev ended:\n${output}`));
    });
  });
}
