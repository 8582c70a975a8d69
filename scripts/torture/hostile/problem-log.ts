import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Findings } from '../findings';
import { scriptText, type Script } from './script';
import type { Problem } from './verifier';

/** Scripts kept in files for each problem. */
const KEPT_SCRIPTS = 3;

/** Where the scripts that met a problem are kept, and of what run they are. */
interface Place {
  readonly folder: string;
  readonly seed: number;
}

/** Problems by what they are, however many connections meet them. */
export class ProblemLog {
  private readonly met = new Map<string, { readonly first: string; times: number }>();

  constructor(private readonly place: Place) {}

  /** Notes a problem, and keeps the script if it is one of the first that met it. */
  note(script: Script, { kind, what }: Problem): void {
    // Places differ, the problem does not.
    const key = `${kind}: ${what.replaceAll(/(response|request) \d+(?: of \d+)?|, to ".*/g, '$1')}`;
    const first = `connection ${script.connection}, ${kind}: ${what}`;
    const entry = this.met.get(key) ?? { first, times: 0 };
    this.met.set(key, entry);
    if (++entry.times <= KEPT_SCRIPTS) this.keep(script);
  }

  /** Keeps a script in a file, for --replay. */
  keep(script: Script): void {
    const { folder, seed } = this.place;
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `connection-${script.connection}.json`);
    writeFileSync(file, scriptText(seed, script));
  }

  /** Makes a finding of each problem. */
  tell(findings: Findings): void {
    for (const { first, times } of this.met.values()) {
      findings.unexpected(times > 1 ? `${first} (and on ${times - 1} other connections)` : first);
    }
  }
}
