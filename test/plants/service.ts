import { handlers } from '../../generated/handlers';
import { notImplemented } from '../../src/runtime/contract';
import { type PlantService, startPlantService } from '../support/plant-service';

export interface TestRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Starts the service before the tests of a file, including operations that are not implemented. */
export function useService(): { send(request: TestRequest): Promise<Response> } {
  let service: PlantService | undefined;
  beforeAll(async () => {
    service = await startPlantService({}, unwritten());
  });
  afterAll(() => service?.close());
  return { send: ({ target, ...init }) => fetch(`${service?.url}${target}`, init) };
}

/** The service does not start with `notImplemented`, but does with handlers that call it. */
function unwritten(): Partial<typeof handlers> {
  const names = Object.entries<unknown>(handlers).flatMap(([name, handler]) =>
    handler === notImplemented ? [name] : [],
  );
  return Object.fromEntries(names.map((name) => [name, () => notImplemented()]));
}
