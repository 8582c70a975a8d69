import { existsSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../generated/contract';
import { announce } from '../../src/announcement';
import { readConfig } from '../../src/config';
import { createLog } from '../../src/log';
import { startServer } from '../../src/server';
import { handlerFile, handlerName } from '../generate/handler-registry';
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
  for (const { operationId } of contract.operations) {
    const file = path.join(HANDLERS, `${handlerFile(operationId)}.ts`);
    if (!existsSync(file)) continue;
    const module = (await import(file)) as Record<string, unknown>;
    const handler = module[handlerName(operationId)];
    if (handler !== undefined) handlers[operationId] = handler;
  }
  // Some may be missing, which is what allowMissingHandlers is for.
  return handlers as never;
}

serveForDevelopment().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
