import { CompositionError, notImplemented } from 'plant-store/contract';
import { handlers } from '../generated/handlers';
import { startServer } from './server';

/** From the environment to a service that runs until a signal ends it. */
async function main(): Promise<void> {
  const { HOST = '127.0.0.1', PORT = '3000', NODE_ENV, ALLOW_UNIMPLEMENTED } = process.env;
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
    throw new StartError(`PORT must be a number from 0 to 65535, not "${PORT}"`);
  }
  const isProduction = NODE_ENV === 'production';
  const allowUnimplemented = !isProduction || ALLOW_UNIMPLEMENTED === '1';
  const unimplemented = unimplementedOperations().join(', ');
  if (unimplemented !== '' && !allowUnimplemented) {
    throw new StartError(
      `Not implemented yet: ${unimplemented}; ALLOW_UNIMPLEMENTED=1 starts all the same, with 501 for these`,
    );
  }
  const server = await startServer({
    host: HOST,
    port: Number(PORT),
    allowUnimplemented,
    validateResponses: !isProduction,
  });
  const end = (): void => void server.close();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const note = unimplemented === '' ? '' : `; not implemented yet, so 501: ${unimplemented}`;
  process.stdout.write(`listens on ${server.url}${note}\n`);
}

function unimplementedOperations(): string[] {
  const all = Object.entries<unknown>(handlers);
  return all.filter(([, handler]) => handler === notImplemented).map(([name]) => name);
}

/** What its message explains to whoever starts the service. */
class StartError extends Error {}

function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof CompositionError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const isAddress = code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL';
  return isAddress ? `${message}; set HOST or PORT` : (stack ?? message);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
