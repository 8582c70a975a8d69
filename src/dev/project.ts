import path from 'node:path';
import type { AnyHandler, CompiledContract, Service, Validators } from '../contract';
import type { GenerationOptions, ReadingOptions } from '../generate/project';

/**
 * What `npm run dev` works on: where the files of a project are, and how it serves. All else of this folder knows
 * no service in particular. Paths are absolute.
 */
export interface DevProject {
  /** Messages name files relative to it. */
  readonly root: string;
  /** The document. */
  readonly spec: string;
  /** The folder of the document, or the document alone, whose changes count. */
  readonly specWatched: string;
  /** The folder of generated files. */
  readonly out: string;
  /** The folder of handlers, one file for each operationId. */
  readonly handlers: string;
  /** The folder of all code that handlers may import, their own included. */
  readonly sources: string;
  /** Where the project's own formats and keywords are, if it has any. */
  readonly extensions: string | undefined;
  /** How its document is read and generated from. */
  readonly generation: ReadingOptions &
    Pick<GenerationOptions, 'exact-client' | 'no-defaults' | 'yaml' | 'runtime' | 'module'>;
  /** The TypeScript compiler: the program and its first arguments. @throws Error where there is none */
  compiler(): readonly [program: string, ...args: string[]];
  /**
   * Loads what starts the service, which then stays loaded while handlers are loaded anew.
   *
   * @throws Error with a message for the developer
   */
  load?(): void;
  /**
   * Starts to serve.
   *
   * @throws CompositionError when the parts of the program do not belong together
   * @throws Error with a message for the developer when it cannot listen or keep anything
   */
  start(program: DevProgram): Promise<DevServer>;
}

/** What is served: the parts that another document or another handler changes. */
export interface DevProgram {
  readonly contract: CompiledContract;
  readonly validators: Validators;
  /** By operationId. Which dependencies they want, only the project knows. */
  readonly handlers: Readonly<Record<string, AnyHandler<unknown>>>;
  readonly documents: DevDocuments;
  /** Puts what every request is to pass around all that is served. */
  readonly around: (service: Service) => Service;
}

/** The published document, read when it is asked for. */
export interface DevDocuments {
  readonly json: () => Promise<Uint8Array>;
  readonly yaml: () => Promise<Uint8Array>;
}

/** A service that goes on listening while what it serves is replaced. */
export interface DevServer {
  readonly url: string;
  /** What the developer should know of the start, such as where data is kept. */
  readonly announcement: string;
  /** @throws CompositionError when the parts do not belong together; what was served before goes on */
  replace(program: DevProgram): Promise<void>;
  close(): Promise<void>;
}

/** Whether a path is one of these, or in a folder that is. */
export function isIn(file: string, places: readonly string[]): boolean {
  return places.some((place) => file === place || file.startsWith(place + path.sep));
}
