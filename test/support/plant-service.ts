import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { handlers } from '../../generated/handlers';
import { plantProgram } from '../../src/plant-store/server';
import { readConfig } from '../../src/plant-store/config';
import { createLog } from '../../src/runtime/service/log';
import { startServer, type StartOptions } from '../../src/plant-store/server';
import { openStore } from '../../src/plant-store/stores/open-store';
import { recordExchanges } from '../../src/tools/contract-coverage/record';

export const TOKEN = 'test-token';

/** A valid request, as lines on the wire. */
export const CREATE_LINES: readonly string[] = [
  'POST /plants HTTP/1.1',
  'Host: x',
  `Authorization: Bearer ${TOKEN}`,
  'Content-Type: application/json',
  'Content-Length: 22',
  '',
  '{"id":1,"name":"Fern"}',
];

/** The real service on a free port, with a real SQLite file in a temporary folder. */
export interface PlantService {
  readonly url: string;
  readonly managementUrl: string;
  readonly databaseUrl: string;
  /** Sends a body, by default JSON with a valid token. */
  post(body: string | Buffer, init?: RequestInit & { path?: string }): Promise<Response>;
  /** The stored plants, as read by `plant-store export`. */
  stored(): Promise<{ id: bigint; name: string; tag?: string }[]>;
  close(): Promise<void>;
}

/**
 * Starts the service.
 *
 * @param env overrides the environment for tests
 * @param replaced handlers that replace those of the service
 * @param options destinations of logs, and middleware
 */
export async function startPlantService(
  env: Readonly<Record<string, string>> = {},
  replaced: Partial<typeof handlers> = {},
  options: Partial<StartOptions> = {},
): Promise<PlantService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-'));
  const databaseUrl = `sqlite:${path.join(folder, 'plants.db')}`;
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    ACCESS_TOKENS: TOKEN,
    LOG_LEVEL: 'silent',
    SHUTDOWN_GRACE_MS: '1000',
    ...env,
  });
  const server = await startServer(config, {
    log: createLog(config.logLevel),
    program: plantProgram({ ...handlers, ...replaced }),
    ...options,
  });
  const endRecording = recordExchanges(server.url);
  return {
    url: server.url,
    managementUrl: server.managementUrl,
    databaseUrl,
    post: (body, { path: at = '/plants', headers, ...init } = {}) =>
      fetch(server.url + at, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${TOKEN}`,
          ...(headers as Record<string, string> | undefined),
        },
        ...init,
      }),
    stored: async () => {
      const store = await openStore(databaseUrl, { role: 'tool' });
      try {
        const plants = [];
        for await (const plant of store.plants.list()) plants.push(plant);
        return plants;
      } finally {
        await store.close();
      }
    },
    close: async () => {
      await server.close();
      endRecording();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
