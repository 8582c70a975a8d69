import { isDeepStrictEqual } from 'node:util';
import { atHosts, CompositionError, type Extensions } from 'openapi-trellis/tools';
import { CommandError, readExtensions } from '../cli';
import { type HandlerName, handlerNames, readProjectPart } from '../generate';
import { type Fault, faultAt, placeInMessage } from './fault';
import { FreshModules, HandlerLoader, type LoadedHandlers } from './loaded-handlers';
import { type DocumentOptions, type LoadedDocument, loadDocument } from './load-document';
import { MockedOperations } from './mocked-operations';
import {
  type DevDocuments,
  type DevProgram,
  type DevProject,
  type DevServer,
  isIn,
} from './project';

/** The parts that a change affects. */
export interface Touched {
  readonly document: boolean;
  readonly code: boolean;
}

export interface ServingOptions extends DocumentOptions {
  /** Accepted host names, in addition to those of this machine. */
  readonly hostNames: readonly string[];
}

/**
 * The served program, and its parts. Each change is applied as far as possible: faults are kept for the status, and
 * the previous program stays.
 */
export class Served {
  private readonly modules = new FreshModules();
  private readonly loader: HandlerLoader;
  private server: DevServer | undefined;
  /** False when the latest document or handlers could not be composed. */
  private isUpToDate = false;

  replaced = 0;
  /** The latest document that can be served. */
  document: LoadedDocument | undefined;
  names: readonly HandlerName[] = [];
  handlers: LoadedHandlers = { handlers: {}, faults: new Map() };
  documentFault: Fault | undefined;
  compositionFault: Fault | undefined;

  /** @param documents the published document of the generated files */
  constructor(
    private readonly project: DevProject,
    private readonly options: ServingOptions,
    private readonly documents: DevDocuments,
    private readonly say: (line: string) => void,
  ) {
    this.loader = new HandlerLoader(project, this.modules);
  }

  /** Loads the modules that start the service, before any handler. @throws Error with a message for the developer */
  load(): void {
    this.project.load();
    this.modules.keepRest();
  }

  /** Absent until the service has started. */
  get running(): DevServer | undefined {
    return this.server;
  }

  touchedBy(files: readonly string[]): Touched {
    const { handlers, specWatched, extensions } = this.project;
    const own = extensions === undefined ? [handlers] : [handlers, extensions];
    // The file may be a missing import of a module that could not be loaded.
    const wantsAny = this.handlers.faults.size > 0;
    const isCode = (file: string): boolean => this.modules.has(file) || isIn(file, own) || wantsAny;
    return {
      document: files.some((file) => isIn(file, [specWatched])),
      code: files.some((file) => !isIn(file, [specWatched]) && isCode(file)),
    };
  }

  /** True for a changed module of the running service, which needs a restart. */
  needsRestart(file: string): boolean {
    // Generated files need none: the document that they follow is served.
    return !isIn(file, [this.project.out]) && this.modules.hasOtherRest(file);
  }

  /**
   * Applies a change.
   * @returns true for a new document, whose files have to be written
   * @throws Error with a message for the developer when the first start fails
   */
  async take({ document, code }: Touched): Promise<boolean> {
    if (code) this.modules.forget();
    const isOfExtensions = code && this.project.extensions !== undefined;
    const isNew = (document || isOfExtensions) && this.takeDocument(isOfExtensions);
    if (this.document === undefined) return false;
    if (isNew || code || !this.isUpToDate) await this.serve(this.document);
    return isNew;
  }

  async close(): Promise<void> {
    await this.server?.close();
  }

  /** @returns true if the document is new, or has to be compiled with other extensions */
  private takeDocument(hasOtherExtensions: boolean): boolean {
    const { spec, out, generation } = this.project;
    try {
      const source = readProjectPart(spec, { generated: out, ...generation });
      const before = this.document;
      const isSame =
        !hasOtherExtensions &&
        before !== undefined &&
        isDeepStrictEqual(source.document, before.source.document) &&
        isDeepStrictEqual(source.part, before.source.part);
      this.document = isSame
        ? { ...before, source }
        : loadDocument(source, this.extensions(), { ...this.options, ...generation });
      this.documentFault = undefined;
      return !isSame;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      this.documentFault = faultAt(error.message, placeInMessage(error.message));
      return false;
    }
  }

  private extensions(): Extensions | undefined {
    return this.modules.during(() => readExtensions(this.project.extensions)?.extensions);
  }

  /** Loads the handlers of a document, and serves both. */
  private async serve({ source, loaded }: LoadedDocument): Promise<void> {
    this.names = handlerNames(loaded.contract.operations.map(({ operationId }) => operationId));
    this.handlers = this.loader.load(this.names);
    const mocked = new MockedOperations(source, loaded, this.say);
    const written = this.handlers.handlers;
    const unwritten = this.names.filter(({ operationId }) => !Object.hasOwn(written, operationId));
    const program: DevProgram = {
      contract: loaded.contract,
      validators: loaded.validators,
      handlers: {
        ...written,
        ...Object.fromEntries(unwritten.map((name) => [name.operationId, mocked.handler(name)])),
      },
      documents: this.documents,
      around: (service) => atHosts(mocked.around(service), this.options.hostNames),
    };
    this.isUpToDate = false;
    try {
      if (this.server === undefined) this.server = await this.project.start(program);
      else {
        await this.server.replace(program);
        this.replaced++;
      }
      this.isUpToDate = true;
      this.compositionFault = undefined;
    } catch (error) {
      if (!(error instanceof CompositionError)) throw error;
      this.compositionFault = { message: error.message };
    }
  }
}
