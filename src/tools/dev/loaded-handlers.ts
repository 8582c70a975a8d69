import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnyHandler, notImplemented, UnavailableError } from 'openapi-trellis/tools';
import type { HandlerName } from '../generate';
import { type Fault, loadFault, NoHandlerError } from './fault';
import type { DevProject } from './project';

/**
 * Reloads modules. Modules loaded before stay: those of the running service, and those that it shares with handlers,
 * such as the contract layer. Modules that only handlers import are reloaded with them.
 */
export class FreshModules {
  private readonly fresh = new Set<string>();
  private readonly texts = new Map<string, string | undefined>();

  /** Loads modules in a synchronous function. */
  during<Result>(load: () => Result): Result {
    const before = new Set(Object.keys(require.cache));
    try {
      return load();
    } finally {
      // Node forgets a module that throws, but not the modules that it imported.
      for (const file of Object.keys(require.cache)) {
        if (!before.has(file) && !isPackage(file)) this.fresh.add(file);
      }
    }
  }

  /** Reloads all of them on their next use. */
  forget(): void {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- how Node has a module loaded anew
    for (const file of this.fresh) delete require.cache[file];
    for (const holder of Object.values(require.cache)) {
      if (holder === undefined) continue;
      holder.children = holder.children.filter(({ id }) => !this.fresh.has(id));
    }
    this.fresh.clear();
  }

  /** True for a module that is reloaded with handlers. */
  has(file: string): boolean {
    return this.fresh.has(file);
  }

  /** Remembers the texts of the loaded modules, which will not be reloaded. */
  keepRest(): void {
    for (const file of Object.keys(require.cache)) {
      if (this.isRest(file) && !isPackage(file)) this.texts.set(file, sourceText(file));
    }
  }

  /** True for a loaded module that is not reloaded and has changed, which needs a restart. */
  hasOtherRest(file: string): boolean {
    return this.isRest(file) && this.texts.get(file) !== sourceText(file);
  }

  /** Loaded and not reloaded, so a change needs a restart. */
  private isRest(file: string): boolean {
    return !this.fresh.has(file) && require.cache[file] !== undefined;
  }
}

/** Undefined if the file no longer exists. */
function sourceText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function isPackage(file: string): boolean {
  return file.split(path.sep).includes('node_modules');
}

/** A document's written handlers. */
export interface LoadedHandlers {
  /** By operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler<unknown>>>;
  /** Faults of those that cannot be loaded, by operationId; their last working version is used. */
  readonly faults: ReadonlyMap<string, Fault>;
}

/** Loads handlers, and remembers the last working version of each. */
export class HandlerLoader {
  private readonly lastGood = new Map<string, AnyHandler<unknown>>();

  constructor(
    private readonly project: DevProject,
    private readonly modules: FreshModules,
  ) {}

  /** Modules are reloaded only after `modules.forget()`. */
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

/** @throws the module's error; NoHandlerError if it has no such function */
function loadHandler(file: string, identifier: string): AnyHandler<unknown> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- require has a cache that modules can be taken from
  const module = require(file) as Readonly<Record<string, unknown>>;
  const handler = module[identifier];
  if (typeof handler === 'function') return handler as AnyHandler<unknown>;
  throw new NoHandlerError(identifier);
}

/** Replaces a handler that never could be loaded: responds 503, with the reason in the log. */
function broken({ message }: Fault): AnyHandler<unknown> {
  return () => Promise.reject(new UnavailableError(message));
}
