#!/usr/bin/env node
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/**
 * Runs the program of the bundle beside it: as `main.js`, `main.program.js`. A service keeps what V8 has
 * compiled by the end of its start, which takes a sixth off the CPU time of the starts that follow.
 */

/** A command of an installed package is a link, which Node may be told to keep as the name of the file. */
const PROGRAM = realpathSync(__filename).replace(/\.js$/, '.program.js');

/** V8 takes compiled code of the same version only. */
const COMPILED = `${PROGRAM}.${process.version}-${process.arch}.cache`;

/** Milliseconds after which a service has started. */
const STARTED_MS = 500;

const DIGEST = 'sha256';
const DIGEST_BYTES = 32;

function run(): void {
  const program = readFileSync(PROGRAM);
  const cachedData = readCompiled(program);
  const script = new Script(wrapped(program), {
    filename: PROGRAM,
    ...(cachedData && { cachedData }),
  });
  const start = script.runInThisContext() as (...parts: unknown[]) => void;
  const required = Object.assign(createRequire(PROGRAM), { main: module });
  start(module.exports, required, module, PROGRAM, path.dirname(PROGRAM));
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  if (!isKept && isService()) {
    setTimeout(() => {
      writeCompiled(program, script.createCachedData());
    }, STARTED_MS).unref();
  }
}

const BEFORE = Buffer.from('(function (exports, require, module, __filename, __dirname) {');
const BEHIND = Buffer.from('\n})');

/**
 * On one line, so that the lines of stacks are those of the file, which is all ASCII. Put together as strings, the
 * program would be in the heap twice until that is collected, which takes long where nothing is done.
 */
function wrapped(program: Buffer): string {
  return Buffer.concat([BEFORE, program, BEHIND]).toString('latin1');
}

/** Other commands end soon, and would keep less than the start of a service needs. */
function isService(): boolean {
  return [undefined, 'serve'].includes(process.argv[2]);
}

/** V8 itself compares only the length of the program, and does not notice damaged code. */
function digestOf(program: Buffer, compiled: Buffer): Buffer {
  return createHash(DIGEST).update(program).update(compiled).digest();
}

function readCompiled(program: Buffer): Buffer | undefined {
  try {
    const kept = readFileSync(COMPILED);
    const compiled = kept.subarray(DIGEST_BYTES);
    const isWhole = digestOf(program, compiled).equals(kept.subarray(0, DIGEST_BYTES));
    return isWhole ? compiled : undefined;
  } catch {
    return undefined;
  }
}

/** Where it cannot be written, each start compiles. */
function writeCompiled(program: Buffer, compiled: Buffer): void {
  const part = `${COMPILED}.${process.pid}`;
  try {
    writeFileSync(part, Buffer.concat([digestOf(program, compiled), compiled]));
    renameSync(part, COMPILED);
  } catch {
    rmSync(part, { force: true });
  }
}

run();
