import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readBase } from '../check/breaking/base-document';
import { CommandError } from '../cli/command-line';
import type { JsonObject } from '../generate/index';
import type { ReadingOptions } from '../cli/project';

/** What operations are compared with, as git calls it. */
export const LAST_COMMIT = 'HEAD';

/** The document of the last commit, which may be another one at any time. */
export class LastCommit {
  private commit: string | undefined;
  private known: JsonObject | undefined;

  constructor(
    private readonly spec: string,
    private readonly reading: ReadingOptions,
  ) {}

  /** Undefined where there is none, or none that can be read. */
  document(): JsonObject | undefined {
    const { status, stdout } = spawnSync('git', ['rev-parse', LAST_COMMIT], {
      cwd: path.dirname(this.spec),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const commit = status === 0 ? stdout.trim() : undefined;
    if (commit !== this.commit) {
      this.commit = commit;
      this.known = commit === undefined ? undefined : this.read();
    }
    return this.known;
  }

  private read(): JsonObject | undefined {
    const relative = path.relative(process.cwd(), this.spec).split(path.sep).join('/');
    try {
      return readBase(`${LAST_COMMIT}:./${relative}`, this.reading).document;
    } catch (error) {
      if (error instanceof CommandError) return undefined;
      throw error;
    }
  }
}
