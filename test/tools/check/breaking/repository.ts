import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import { runInFolder } from '../../../support/run-in-process';
import type { ScriptResult } from '../../../support/run-script';
import { putFile } from '../../../support/temporary-folder';

/** A git repository with documents, on whose branches the drift gate runs. */
export class Repository {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    this.git('init', '--initial-branch', 'main');
  }

  git(...args: readonly string[]): string {
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('git', [...who, ...args], {
      ...{ cwd: this.folder, encoding: 'utf8', stdio: [...stdio] },
    });
  }

  /** Writes files, removes those without a text, and commits all. */
  commit(files: Readonly<Record<string, string | undefined>> = {}): void {
    for (const [name, text] of Object.entries(files)) {
      if (text === undefined) rmSync(path.join(this.folder, name));
      else this.write(name, text);
    }
    this.git('add', '--all');
    this.git('commit', '--allow-empty', '--message', 'Change');
  }

  write(name: string, text: string): void {
    putFile(this.folder, name, text);
  }

  branch(name: string): void {
    this.git('checkout', '-b', name);
  }

  /** Merges a branch into main, as a pull request does, and stays on main. */
  merge(name: string): void {
    this.git('checkout', 'main');
    this.git('merge', '--no-ff', '--message', 'Merge', name);
  }

  /** Runs the check `breaking`, unless the arguments name others. */
  async check(...args: readonly string[]): Promise<ScriptResult> {
    const only = args.includes('--only') ? [] : ['--only', 'breaking'];
    const result = await runInFolder(this.folder, check, [...only, ...args]);
    // Node prints warnings about Jest.
    return { ...result, stderr: result.stderr.replaceAll(/^\((?:node:|Use `node).*\n/gm, '') };
  }
}

/** A document with an operation that takes a text, such as `documentOf({ most: 9 })`. */
export function documentOf({
  version = '1.0.0',
  most,
}: {
  readonly version?: string;
  readonly most: number;
}): string {
  return `openapi: 3.1.0
info: { title: Names, version: '${version}' }
paths:
  /names:
    post:
      requestBody:
        content:
          text/plain: { schema: { type: string, maxLength: ${most} } }
      responses: { 204: { description: Kept } }
`;
}

/** The line that accepts the shorter text. */
export const NARROWED =
  'narrowed /paths/~1names/post/requestBody/content/text~1plain/schema/maxLength';
