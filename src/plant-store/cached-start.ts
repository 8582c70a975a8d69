#!/usr/bin/env node
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

/** Runs the program with what V8 compiled at an earlier start, which saves a third of the CPU time of a start. */

/** The command of an installed package is a symbolic link, and Node may be told to keep its name. */
const file = realpathSync(__filename);
const program = file.replace(/js$/, 'program.js');
// Next to the program: in a temporary folder, other users could place code.
const cache = file.replace(/js$/, 'cache');

/** After it, a service has started. At its end, V8 has dropped what only the start needed, and a killed one keeps nothing. */
const STARTED_MS = 2_000;

/** Available from Node 22 on. @see https://nodejs.org/api/module.html#moduleenablecompilecachecachedir */
const { enableCompileCache, flushCompileCache } = nodeModule as {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
};

function onceStarted(keep: () => void): void {
  setTimeout(keep, STARTED_MS).unref();
}

/** For Node 20, what later ones do themselves. */
function runByScript(): void {
  const text = readFileSync(program);
  const kept = path.join(cache, `${process.version}-${process.arch}`);
  const cachedData = readCompiled(kept, text);
  // One buffer: a text put together of texts stays in memory with its parts.
  const script = new Script(Buffer.concat([BEFORE, text, AFTER]).toString(), {
    filename: program,
    ...(cachedData && { cachedData }),
  });
  const run = script.runInThisContext() as (...scope: unknown[]) => void;
  const required = Object.assign(nodeModule.createRequire(program), { main: module });
  run(module.exports, required, module, program, path.dirname(program));
  if (cachedData !== undefined && script.cachedDataRejected !== true) return;
  onceStarted(() => {
    writeCompiled(kept, text, script);
  });
}

/** On the first line, which keeps the numbers of lines. */
const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const AFTER = Buffer.from('\n})');

const SUM_BYTES = 4;

/** V8 compares only lengths. */
function checksum(text: Buffer, compiled: Buffer): number {
  return crc32(compiled, crc32(text));
}

function readCompiled(kept: string, text: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(kept);
    const compiled = bytes.subarray(SUM_BYTES);
    return bytes.readUInt32BE() === checksum(text, compiled) ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Where it cannot be written, each start compiles. */
function writeCompiled(kept: string, text: Buffer, script: Script): void {
  const part = `${kept}.${process.pid}`;
  try {
    mkdirSync(cache, { recursive: true });
    const compiled = script.createCachedData();
    const sum = Buffer.alloc(SUM_BYTES);
    sum.writeUInt32BE(checksum(text, compiled));
    writeFileSync(part, Buffer.concat([sum, compiled]), { mode: 0o600 });
    renameSync(part, kept);
  } catch {
    rmSync(part, { force: true });
  }
}

if (enableCompileCache === undefined) {
  runByScript();
} else {
  enableCompileCache(cache);
  onceStarted(() => flushCompileCache?.());
  nodeModule.createRequire(file)(program);
}
