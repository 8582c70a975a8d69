import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Plant } from '../../../../src/plant-store/plants/plant-store';
import { Ledger, type Findings } from '../ledger';
import { faultsIn, Service, ServiceStartError, type ServiceSetting } from '../service';
import { checkListing, type Setting } from '../trial';
import { OverdueError } from '../waiting';

/** A service with a database of its own, which runs. */
export interface Stage {
  readonly service: Service;
  readonly ledger: Ledger;
  readonly findings: Findings;
  /** Where random choices come from. */
  readonly seed: number;
  /** For what is to be kept when something is found. */
  readonly folder: string;
}

/**
 * Starts a service, runs an action on it, and verifies its store and its log.
 *
 * @param part a name for its folder and for messages
 * @param mayBe whether a plant may be stored, or not, that the ledger does not know
 * @returns undefined when the service does not go on; that is a finding then
 */
export async function onStage<Result>(
  { main, seed, folder: root }: Setting,
  part: string,
  setting: Omit<ServiceSetting, 'folder'>,
  mayBe: (plant: Plant) => boolean,
  findings: Findings,
  act: (stage: Stage) => Promise<Result>,
): Promise<Result | undefined> {
  const folder = path.join(root, part);
  mkdirSync(folder);
  const program = { main, databaseUrl: `sqlite:${path.join(folder, 'plants.db')}` };
  const service = new Service(`service of ${part}`, { ...program, folder, ...setting }, findings);
  const ledger = new Ledger(findings, mayBe);
  try {
    await service.start();
    const result = await act({ service, ledger, findings, seed, folder });
    await checkListing(program, ledger, findings);
    return result;
  } catch (error) {
    // What does not happen in time, or does not start again, is a result.
    if (!(error instanceof OverdueError || error instanceof ServiceStartError)) throw error;
    findings.unexpected(`${part}: ${error.message}`);
    return undefined;
  } finally {
    await service.kill();
    for (const fault of faultsIn(service.logFile)) findings.unexpected(`${part}: ${fault}`);
  }
}
