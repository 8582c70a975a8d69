import { existsSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../generated/contract';
import { announce } from '../../src/announcement';
import { plantProgram } from '../../src/composition/plant-program';
import { readConfig } from '../../src/config';
import { placeFirstToken } from '../../src/first-token-place';
import { createLog, standardError } from '../../src/log';
import { middleware } from '../../src/middleware';
import { startServer } from '../../src/server';
import { type HandlerName, handlerNames } from '../generate/index';
import { DEFAULT_HANDLERS } from '../folders';
import { unwrittenHandlers } from './unwritten-handlers';

/**
 * Serves for development: with the handlers that are written so far, while the mock answers for
 * operations without one. It runs in a process of its own, which scripts/dev.ts starts anew after each change.
 */
async function serveForDevelopment(): Promise<void> {
  const config = readConfig(process.env);
  const output = standardError(config, process.stderr, process.env.NO_COLOR);
  const log = createLog(config.logLevel, output);
  const names = handlerNames(contract.operations.map(({ operationId }) => operationId));
  const written = await writtenHandlers(names);
  const standIns = unwrittenHandlers(
    names.filter(({ operationId }) => !Object.hasOwn(written, operationId)),
    say,
  );
  // Which operations have a handler is not known to the compiler, only to the folder.
  const handlers = { ...written, ...standIns } as never;
  const server = await startServer(config, {
    program: plantProgram(handlers),
    log,
    requestLines: output,
    middleware,
  });
  const { databaseUrl } = config;
  const isTerminal = process.stdout.isTTY;
  const note = await placeFirstToken(server.firstToken, { isTerminal, databaseUrl, log });
  process.stdout.write(announce(server, databaseUrl, note));
  for (const { operationId, method, path: template } of contract.operations) {
    if (Object.hasOwn(written, operationId)) continue;
    say(`the mock answers for ${operationId} (${method} ${template}) until it is written`);
  }
  process.once('SIGTERM', () => void server.close());
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function writtenHandlers(
  names: readonly HandlerName[],
): Promise<Readonly<Record<string, unknown>>> {
  const handlers: Record<string, unknown> = {};
  for (const { operationId, file, identifier } of names) {
    const modulePath = path.join(DEFAULT_HANDLERS, `${file}.ts`);
    if (!existsSync(modulePath)) continue;
    const module = (await import(modulePath)) as Record<string, unknown>;
    const handler = module[identifier];
    if (handler !== undefined) handlers[operationId] = handler;
  }
  return handlers;
}

serveForDevelopment().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
