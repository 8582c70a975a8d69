import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { nativeCompiler } from '../native-compiler';
import { lowerPriority } from './low-priority';

/** A message of the compiler. */
export interface TypeFault {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Checks types beside the service, until it is closed. */
export interface TypeCheck {
  close(): void;
}

/**
 * Runs the native compiler with `--watch`, which finds changes by itself, files that are replaced included, and
 * checks what they touch in some tens of milliseconds.
 *
 * @param root the folder of tsconfig.json
 * @param onResult told of all faults, each time that the compiler has looked
 * @param onEnd told why there is no check of types, or none any more
 */
export function checkTypes(
  root: string,
  onResult: (faults: readonly TypeFault[]) => void,
  onEnd: (reason: string) => void,
): TypeCheck {
  if (!existsSync(path.join(root, 'tsconfig.json'))) {
    onEnd('there is no tsconfig.json, so that types are not checked');
    return { close: () => undefined };
  }
  let isClosed = false;
  const compiler = startCompiler(root, (reason) => {
    if (!isClosed) onEnd(reason);
  });
  let text = '';
  compiler?.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const ends = [...text.matchAll(/Found \d+ errors?\./g)];
    const last = ends.at(-1);
    if (last === undefined) return;
    onResult(faultsIn(text.slice(ends.at(-2)?.index ?? 0, last.index), root));
    text = text.slice(last.index + last[0].length);
  });
  return {
    close: () => {
      isClosed = true;
      compiler?.kill();
    },
  };
}

function startCompiler(root: string, onEnd: (reason: string) => void): ChildProcess | undefined {
  const ended = 'types are not checked any more; start anew to have them checked';
  const args = ['-p', root, '--noEmit', '--watch', '--preserveWatchOutput', '--pretty', 'false'];
  try {
    const compiler = spawn(nativeCompiler(), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (compiler.pid !== undefined) lowerPriority(compiler.pid);
    compiler.once('error', ({ message }) => {
      onEnd(`the compiler cannot be started (${message}); types are not checked`);
    });
    compiler.once('exit', (code, signal) => {
      onEnd(`the compiler ended (${code ?? signal}); ${ended}`);
    });
    return compiler;
  } catch {
    // Optional packages were not installed, or there is none for this platform.
    onEnd('the compiler "typescript7" has no program for this platform; types are not checked');
    return undefined;
  }
}

/** Lines such as `src/a.ts(1,14): error TS2322: Type ...`, each with lines that are indented and explain it. */
function faultsIn(text: string, root: string): TypeFault[] {
  return [...text.matchAll(/^(\S[^\n]*?)\((\d+),\d+\): error (TS\d+: [^\n]*)$/gm)].map(
    ([, file = '', line, message = '']) => ({
      file: path.resolve(root, file),
      line: Number(line),
      message,
    }),
  );
}
