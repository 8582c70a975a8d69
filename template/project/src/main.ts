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
  const server = await startServer({
    host: HOST,
    port: Number(PORT),
    allowUnimplemented: !isProduction || ALLOW_UNIMPLEMENTED === '1',
    validateResponses: !isProduction,
  });
  const end = (): void => void server.close();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  process.stdout.write(`listens on ${server.url}${unimplemented()}\n`);
}

/** What the start says of operations that nobody has implemented yet. */
function unimplemented(): string {
  const all = Object.entries<unknown>(handlers);
  const open = all.filter(([, handler]) => handler === notImplemented).map(([name]) => name);
  return open.length === 0 ? '' : `; not implemented yet, so 501: ${open.join(', ')}`;
}

/** What its message explains to whoever starts the service. */
class StartError extends Error {}

function explain(error: unknown): string {
  if (error instanceof CompositionError) {
    return `${error.message}\nALLOW_UNIMPLEMENTED=1 starts without handlers that are not written yet`;
  }
  if (error instanceof StartError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || code === 'EACCES'
    ? `${message}; set HOST or PORT`
    : (stack ?? message);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
