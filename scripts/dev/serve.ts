import { existsSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../generated/contract';
import { announce } from '../../src/announcement';
import { readConfig } from '../../src/config';
import { createLog } from '../../src/log';
import { startServer } from '../../src/server';
import { handlerNames } from '../generate/handler-names';
import { HANDLERS } from '../generate/project';

/**
 * Serves for development: with the handlers that are written so far, while operations without one
 * answer 501. It runs in a process of its own, which scripts/dev.ts starts anew after each change.
 */
async function serveForDevelopment(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const handlers = await writtenHandlers();
  const server = await startServer(config, { log, handlers, allowMissingHandlers: true });
  process.stdout.write(announce(server, config.databaseUrl));
  for (const { operationId, method, path: template } of contract.operations) {
    if (operationId in handlers) continue;
    process.stdout.write(
      `${operationId} (${method} ${template}) answers 501 until it is written\n`,
    );
  }
  process.once('SIGTERM', () => void server.close());
}

async function writtenHandlers(): Promise<never> {
  const handlers: Record<string, unknown> = {};
  const operationIds = contract.operations.map(({ operationId }) => operationId);
  for (const { operationId, file, identifier } of handlerNames(operationIds)) {
    const modulePath = path.join(HANDLERS, `${file}.ts`);
    if (!existsSync(modulePath)) continue;
    const module = (await import(modulePath)) as Record<string, unknown>;
    const handler = module[identifier];
    if (handler !== undefined) handlers[operationId] = handler;
  }
  // Some may be missing, which is what allowMissingHandlers is for.
  return handlers as never;
}

serveForDevelopment().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
