import path from 'node:path';
import type { AnyHandler, CompiledContract, Service, Validators } from 'openapi-trellis/tools';
import type { GenerationOptions, ReadingOptions } from '../generate';

/**
 * A project for `npm run dev`: its paths, which are absolute, and how to start it.
 */
export interface DevProject {
  /** The folder relative to which messages name files. */
  readonly root: string;
  readonly spec: string;
  /** The folder to watch for changes of the document, or the document alone. */
  readonly specWatched: string;
  /** The folder of generated files. */
  readonly out: string;
  /** The folder of handlers, one file per operationId. */
  readonly handlers: string;
  /** The folder of all code that handlers may import, including their own. */
  readonly sources: string;
  /** The file of the project's own formats and keywords, if there is one. */
  readonly extensions: string | undefined;
  readonly generation: ReadingOptions &
    Pick<GenerationOptions, 'exact-client' | 'no-defaults' | 'yaml' | 'runtime' | 'module'>;
  /** The TypeScript compiler: the program and its first arguments. @throws Error if there is none */
  compiler(): readonly [program: string, ...args: string[]];
  /**
   * Loads the modules that start the service, which stay loaded when handlers are reloaded.
   * @throws Error with a message for the developer
   */
  load(): void;
  /**
   * Starts serving.
   * @throws CompositionError when the parts of the program do not fit together
   * @throws Error with a message for the developer when it cannot listen or open its store
   */
  start(program: DevProgram): Promise<DevServer>;
}

/** The replaceable parts of a service, which follow the document and the handlers. */
export interface DevProgram {
  readonly contract: CompiledContract;
  readonly validators: Validators;
  /** By operationId. Only the project knows the types of their dependencies. */
  readonly handlers: Readonly<Record<string, AnyHandler<unknown>>>;
  readonly documents: DevDocuments;
  /** Wraps the whole service. */
  readonly around: (service: Service) => Service;
}

/** The published document, read on demand. */
export interface DevDocuments {
  readonly json: () => Promise<Uint8Array>;
  readonly yaml: () => Promise<Uint8Array>;
}

/** A service that keeps listening while its program is replaced. */
export interface DevServer {
  readonly url: string;
  /** Notes about the start for the developer, such as where data is stored. */
  readonly announcement: string;
  /** @throws CompositionError when the parts do not fit together; the previous program stays */
  replace(program: DevProgram): Promise<void>;
  close(): Promise<void>;
}

/** True if a path is one of these, or below one of them. */
export function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(place + path.sep));
}
