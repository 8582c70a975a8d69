import { type ChildProcess, execFile, spawn } from 'node:child_process';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs shell commands in a folder and ends those still running. */
export class Shell {
  private readonly children: ChildProcess[] = [];

  constructor(private readonly folder: string) {}

  run(command: string): Promise<Ended> {
    return new Promise((resolve) => {
      execFile('sh', ['-c', command], { cwd: this.folder }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      });
    });
  }

  /** Starts a long-running command. Resolves once its output matches. */
  start(command: string, until: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn('sh', ['-c', command], { cwd: this.folder, detached: true });
      this.children.push(child);
      let output = '';
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (until.test(output)) resolve(output);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', (code) => {
        reject(new Error(`"${command}" ended with ${code}: ${output}`));
      });
    });
  }

  end(): void {
    // Each is the leader of a process group, so npm's children end with it.
    for (const { pid } of this.children) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  }
}
