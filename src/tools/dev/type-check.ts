import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lowerPriority } from '../cli';
import { batched } from './batched';
import type { DevProject } from './project';

/** A message of the compiler. */
export interface TypeFault {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Callbacks of a project's type check. */
interface TypeListener {
  /** Called with all faults after each check. */
  readonly onResult: (faults: readonly TypeFault[]) => void;
  /** Called with the reason why types are not checked. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Runs the compiler on demand, with an incremental state in a file. The compiler's `--watch` would be faster, but did
 * not report every save.
 */
export class TypeCheck {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'trellis-types-'));
  private readonly ask: (changes: readonly unknown[]) => void;
  private compiler: ChildProcess | undefined;
  private isClosed = false;

  /** @param project whose root has a tsconfig.json; without one, types are not checked */
  constructor(
    private readonly project: Pick<DevProject, 'root' | 'compiler'>,
    private readonly listener: TypeListener,
  ) {
    this.ask = batched(() => this.run());
  }

  /** Checks now, or again after the running check. */
  check(): void {
    if (existsSync(path.join(this.project.root, 'tsconfig.json'))) this.ask([undefined]);
  }

  close(): void {
    this.isClosed = true;
    this.compiler?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    if (this.isClosed) return;
    const { project, listener } = this;
    try {
      const faults = faultsIn(await this.compile(), project.root);
      this.unlessClosed(() => {
        listener.onResult(faults);
      });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.unlessClosed(() => {
        listener.onFailure(`types are not checked: ${reason}`);
      });
    }
  }

  /** A compiler that was stopped reports nothing. */
  private unlessClosed(tell: () => void): void {
    if (!this.isClosed) tell();
  }

  /** @throws Error when there is no compiler, or it does not finish */
  private compile(): Promise<string> {
    const known = path.join(this.folder, 'known.tsbuildinfo');
    const { root } = this.project;
    const [program, ...first] = this.project.compiler();
    const args = [...first, '-p', root, '--noEmit', '--pretty', 'false', '--incremental'];
    const compiler = spawn(program, [...args, '--tsBuildInfoFile', known], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    this.compiler = compiler;
    if (compiler.pid !== undefined) lowerPriority(compiler.pid);
    let output = '';
    compiler.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise((resolve, reject) => {
      compiler.once('error', reject);
      compiler.once('close', (code, signal) => {
        if (code === null) reject(new Error(`the compiler was ended by ${signal}`));
        else resolve(output);
      });
    });
  }
}

/** Lines such as `src/a.ts(1,14): error TS2322: Type ...`; indented lines explain the previous one. */
function faultsIn(text: string, root: string): TypeFault[] {
  return [...text.matchAll(/^(\S[^\n]*?)\((\d+),\d+\): error (TS\d+: [^\n]*)$/gm)].map(
    ([, file = '', line, message = '']) => ({
      file: path.resolve(root, file),
      line: Number(line),
      message,
    }),
  );
}
