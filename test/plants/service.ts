import { contract } from '../../generated/contract';
import { handlers } from '../../generated/handlers';
import type { operations } from '../../generated/client-types';
import { typedCalls, type TypedCalls } from '../../src/runtime/client';
import { notImplemented } from '../../src/runtime/contract';
import { startPlantService } from '../support/plant-service';
import { useStarted } from '../support/use-started';

export interface TestRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: RequestInit['body'];
}

interface TestService {
  readonly call: TypedCalls<operations>;
  send(request: TestRequest): Promise<Response>;
}

/** Starts the service before the tests of a file, including operations that are not implemented. */
export function useService(): TestService {
  const service = useStarted(() => startPlantService({}, unwritten()));
  const send: TestService['send'] = ({ target, body = null, ...init }) =>
    fetch(`${service.url}${target}`, { ...init, body });
  return { call: typedCalls<operations>(send, { contract }), send };
}

/** The service does not start with `notImplemented`, but does with handlers that call it. */
function unwritten(): Partial<typeof handlers> {
  const names = Object.entries<unknown>(handlers).flatMap(([name, handler]) =>
    handler === notImplemented ? [name] : [],
  );
  return Object.fromEntries(names.map((name) => [name, () => notImplemented()]));
}
