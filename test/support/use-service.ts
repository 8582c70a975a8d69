import { handlers } from '../../generated/handlers';
import { notImplemented } from '../../src/contract';
import { type PlantService, startPlantService } from './plant-service';

/** A request, as the tests that `npm run scaffold` writes have it. */
export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Starts the service before the tests of a file, operations that are not implemented included. */
export function useService(): { send(request: TestRequest): Promise<Response> } {
  let service: PlantService | undefined;
  beforeAll(async () => {
    service = await startPlantService({}, unwritten());
  });
  afterAll(() => service?.close());
  return { send: ({ target, ...init }) => fetch(`${service?.url}${target}`, init) };
}

/** The service does not start with `notImplemented` itself; a handler that calls it responds as it does. */
function unwritten(): Partial<typeof handlers> {
  const names = Object.entries<unknown>(handlers).flatMap(([name, handler]) =>
    handler === notImplemented ? [name] : [],
  );
  return Object.fromEntries(names.map((name) => [name, () => notImplemented()]));
}
