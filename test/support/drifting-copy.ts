import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Check, CheckOptions } from '../../src/check/drift-check';
import type { Finding } from '../../src/check/finding';
import { copyProject } from './project-copy';

const ROOT = path.join(__dirname, '..', '..');
export const HANDLERS = 'src/plant-store/plants/handlers';

/** The document as it is in this checkout. */
export const BASE = path.join(ROOT, 'spec', 'openapi.yaml');
/** The one handler, relative to a project. */
export const HANDLER = `${HANDLERS}/createPlant.ts`;

export type CheckFinding = Finding & { readonly check: string };

/** One copy of the project for the tests of a file; what they change of it is put back after each. */
export class DriftingCopy {
  readonly folder: string;
  readonly spec: string;
  readonly generated: string;

  constructor() {
    const project = copyProject();
    this.folder = project.folder;
    this.spec = path.join(this.folder, 'spec', 'openapi.yaml');
    this.generated = path.join(this.folder, 'generated');
    afterEach(() => {
      this.restore();
    });
    afterAll(() => {
      project.remove();
    });
  }

  /** What one check finds, run in this process. */
  async find(check: Check, options: Partial<CheckOptions> = {}): Promise<readonly string[]> {
    const { findings } = await check.run({
      spec: this.spec,
      handlers: path.join(this.folder, HANDLERS),
      base: BASE,
      ...options,
      generated: undefined,
    });
    return this.told(hereNamed(findings.map((finding) => ({ ...finding, check: check.name }))));
  }

  /** Findings as `check/rule file:line`, of which lines are those of documents. */
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

/** Findings of this process, which names files as its own folder does. */
export function hereNamed(findings: readonly CheckFinding[]): CheckFinding[] {
  return findings.map((each) => ({ ...each, file: path.resolve(each.file) }));
}

export function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}
