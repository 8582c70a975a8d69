import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { handlers } from '../../generated/handlers';
import { plantProgram } from '../plant-store/composition/plant-program';
import { readConfig } from '../plant-store/config';
import { createLog } from '../plant-store/log';
import { startServer } from '../plant-store/server';

/** The project's own service, started to be tested. */
export interface OwnService {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const TOKEN = 'conformance-token';

/**
 * Starts the project's service on a free port, with an empty store.
 *
 * @param databaseUrl of the store; a new one of SQLite in a temporary folder unless given
 */
export async function startOwnService(databaseUrl?: string): Promise<OwnService> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
  const config = readConfig({
    PORT: '0',
    ACCESS_TOKENS: TOKEN,
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl ?? `sqlite:${path.join(folder, 'plants.db')}`,
  });
  const server = await startServer(config, {
    log: createLog(config.logLevel),
    program: plantProgram(handlers),
  });
  return {
    url: server.url,
    token: TOKEN,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
