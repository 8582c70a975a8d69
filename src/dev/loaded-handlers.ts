import { existsSync } from 'node:fs';
import path from 'node:path';
import { type AnyHandler, notImplemented, UnavailableError } from '../contract';
import type { HandlerName } from '../generate/index';
import type { Fault } from './fault';
import type { FreshModules } from './fresh-modules';
import { loadFault, NoHandlerError } from './load-fault';
import type { DevProject } from './project';

/** The handlers of a document that are written. */
export interface LoadedHandlers {
  /** By operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler<unknown>>>;
  /** Of those that cannot be loaded, by operationId; what was loaded of them before stands in. */
  readonly faults: ReadonlyMap<string, Fault>;
}

/** Loads handlers, and remembers each as it was when it could last be loaded. */
export class HandlerLoader {
  private readonly lastGood = new Map<string, AnyHandler<unknown>>();

  constructor(
    private readonly project: DevProject,
    private readonly modules: FreshModules,
  ) {}

  /** Modules that are loaded already stay as they are, unless `modules` was told to forget them. */
  load(names: readonly HandlerName[]): LoadedHandlers {
    const handlers: Record<string, AnyHandler<unknown>> = {};
    const faults = new Map<string, Fault>();
    this.modules.during(() => {
      for (const name of names) {
        const { operationId } = name;
        const file = path.join(this.project.handlers, `${name.file}.ts`);
        if (!existsSync(file)) continue;
        try {
          const handler = loadHandler(file, name.identifier);
          if (handler === notImplemented) continue;
          this.lastGood.set(operationId, handler);
          handlers[operationId] = handler;
        } catch (error) {
          const fault = loadFault(error, file, this.project);
          faults.set(operationId, fault);
          handlers[operationId] = this.lastGood.get(operationId) ?? broken(fault);
        }
      }
    });
    return { handlers, faults };
  }
}

/** @throws what the module throws; NoHandlerError where it has no such function */
function loadHandler(file: string, identifier: string): AnyHandler<unknown> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- require has a cache that modules can be taken from
  const module = require(file) as Readonly<Record<string, unknown>>;
  const handler = module[identifier];
  if (typeof handler === 'function') return handler as AnyHandler<unknown>;
  throw new NoHandlerError(identifier);
}

/** Stands for a handler that could never be loaded: 503, and the reason in the log. */
function broken({ message }: Fault): AnyHandler<unknown> {
  return () => Promise.reject(new UnavailableError(message));
}
