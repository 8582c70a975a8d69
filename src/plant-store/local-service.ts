import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { handlers } from '../../generated/handlers';
import { readConfig } from './config';
import { createServiceLog } from 'openapi-trellis/service';
import { plantProgram, startServer } from './server';

/** A running plant store for tests. */
interface LocalService {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

const TOKEN = 'conformance-token';

/**
 * Starts the plant store on a free port, with an empty store.
 *
 * @param databaseUrl the URL of the store; by default a new SQLite file in a temporary folder
 */
export async function startLocalService(databaseUrl?: string): Promise<LocalService> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'conformance-'));
  const config = readConfig({
    PORT: '0',
    ACCESS_TOKENS: TOKEN,
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl ?? `sqlite:${path.join(folder, 'plants.db')}`,
  });
  const server = await startServer(config, {
    log: createServiceLog(config, {}),
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
