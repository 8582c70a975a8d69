import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnyHandler, notImplemented, UnavailableError } from '../contract';
import type { HandlerName } from '../generate/index';
import { type Fault, loadFault, NoHandlerError } from './fault';
import type { DevProject } from './project';

/**
 * Loads modules anew. What is loaded already stays as it is: the service that runs, and the modules that it shares
 * with handlers, such as the contract layer. What they load beside that is theirs, and is loaded anew with them.
 */
export class FreshModules {
  private readonly fresh = new Set<string>();
  private readonly texts = new Map<string, string | undefined>();

  /** Loads modules in a function that waits for nothing. */
  during<Result>(load: () => Result): Result {
    const before = new Set(Object.keys(require.cache));
    try {
      return load();
    } finally {
      // A module that throws is forgotten by Node, and what it had loaded is not.
      for (const file of Object.keys(require.cache)) {
        if (!before.has(file) && !isPackage(file)) this.fresh.add(file);
      }
    }
  }

  /** Has all of them loaded anew when they are next asked for. */
  forget(): void {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- how Node has a module loaded anew
    for (const file of this.fresh) delete require.cache[file];
    for (const holder of Object.values(require.cache)) {
      if (holder === undefined) continue;
      holder.children = holder.children.filter(({ id }) => !this.fresh.has(id));
    }
    this.fresh.clear();
  }

  /** Whether a file is loaded anew with handlers. */
  has(file: string): boolean {
    return this.fresh.has(file);
  }

  /** Remembers the texts of what is loaded now, and will not be loaded anew. */
  keepRest(): void {
    for (const file of Object.keys(require.cache)) {
      if (this.isRest(file) && !isPackage(file)) this.texts.set(file, textOf(file));
    }
  }

  /** Whether a file is loaded, not anew, and another one than it was, which counts with the next start. */
  hasOtherRest(file: string): boolean {
    return this.isRest(file) && this.texts.get(file) !== textOf(file);
  }

  /** Loaded, and not anew, so that a change counts with the next start. */
  private isRest(file: string): boolean {
    return !this.fresh.has(file) && require.cache[file] !== undefined;
  }
}

/** Undefined where there is no such file any more. */
function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function isPackage(file: string): boolean {
  return file.split(path.sep).includes('node_modules');
}

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
