import { CompositionError, notImplemented } from 'plant-store/contract';
import { ConfigError, readConfig } from './config';
import { program } from './program';
import { startServer } from './server';

/** From the environment to a service that runs until a signal ends it. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const unimplemented = unimplementedOperations().join(', ');
  if (unimplemented !== '' && !config.allowUnimplemented) {
    throw new ConfigError(
      `Not implemented yet: ${unimplemented}; ALLOW_UNIMPLEMENTED=1 starts all the same, with 501 for these`,
    );
  }
  const server = await startServer(config, program);
  const end = (): void => void server.close();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  const note = unimplemented === '' ? '' : `; not implemented yet, so 501: ${unimplemented}`;
  process.stdout.write(`listens on ${server.url}${note}\n`);
}

/** Their names, in which nothing commands a terminal. */
function unimplementedOperations(): string[] {
  const all = Object.entries<unknown>(program.handlers);
  const names = all.filter(([, handler]) => handler === notImplemented).map(([name]) => name);
  return names.map((name) => name.replace(/\p{C}|\p{Zl}|\p{Zp}/gu, '?'));
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof CompositionError) return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  const isAddress = code === 'EADDRINUSE' || code === 'EACCES' || code === 'EADDRNOTAVAIL';
  return isAddress ? `${message}; set HOST or PORT` : (stack ?? message);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
});
