import path from 'node:path';
import { strikeAll } from './strike';
import { Trial, type Setting, type TrialResult } from './trial';

/** One service on a SQLite file, killed again and again. */
export function tortureSqlite(setting: Setting): Promise<TrialResult> {
  const trial = new Trial(setting, `sqlite:${path.join(setting.folder, 'plants.db')}`, ['service']);
  return trial.run(async () => {
    const victims = Array.from({ length: setting.kills }, () => trial.services).flat();
    await strikeAll(trial, victims);
  });
}
