import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { line } from '../check';
import { describeNotices, type JsonObject, samePart } from '../document';
import { isIn, type DevProject } from './project';
import { LAST_COMMIT, LastCommit, UnsaidChanges } from './undeclared-changes';
import { uncaughtFault } from './fault';
import { batched } from './batched';
import { operationStates } from './operation-states';
import { Screen, faultLines, type OperationStatus, statusLines } from './status';
import type { Restart } from './restarts';
import { Served, type ServingOptions, type Touched } from './served';
import { TypeCheck, type TypeFault } from './type-check';
import { watchFiles } from './watch-files';
import { Writer, type WriteResponse } from './writer';

/** The project's first stack line may follow more lines of Node and tsx than a stack has by default. */
const STACK_LINES = 50;

interface Running {
  /** Resolves when another process has to replace this one. */
  readonly restart: Promise<Restart>;
  close(): Promise<void>;
}

/**
 * Serves a project during development: each save of the document, of a handler or of its imports is served as soon
 * as possible, in this process, on the same listener and with the same store. A change of the host's own modules, such
 * as the store, requests another process.
 * @param restartedFor the changed file for which the last process ended; this one then waits until it can start
 * @throws Error with a message for the developer when the service cannot start
 */
export async function develop(
  project: DevProject,
  options: ServingOptions,
  restartedFor?: string,
): Promise<Running> {
  Error.stackTraceLimit = STACK_LINES;
  let development = undefined as Development | undefined;
  // Before anything is loaded, so no later save is missed.
  const watch = await watchFiles(
    [project.specWatched, project.sources],
    (files) => {
      development?.take(files);
    },
    (error) => {
      development?.say(`changes may be missed (${error.message}); start anew if one was`);
    },
  );
  development = new Development(project, options, restartedFor);
  const { begun, restart } = development;
  const onUncaught = (error: unknown): void => {
    development.say(faultLines(uncaughtFault(error, project)).join('\n'));
  };
  process.on('uncaughtException', onUncaught);
  const close = async (): Promise<void> => {
    await watch.close();
    await development.close();
    process.off('uncaughtException', onUncaught);
  };
  try {
    await begun;
    return { close, restart };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Coordinates serving, writing and checking, and shows the status. */
class Development {
  private readonly screen = new Screen(process.stdout);
  private readonly writer = new Writer();
  private readonly served: Served;
  /** Rejects when the service cannot start. */
  readonly begun: Promise<void>;
  /** Queues changed files. */
  readonly take: (files: readonly string[]) => void;
  private readonly types: TypeCheck;
  private typeFaults: readonly TypeFault[] | undefined;
  private operations: readonly OperationStatus[] = [];
  private readonly lastCommit: LastCommit;
  private readonly unsaidChanges: UnsaidChanges;
  private unsaid: readonly string[] = [];
  /** True if the document differs from the last commit. */
  private isChanged = false;
  private base: JsonObject | undefined;
  /** Resolves when another process has to replace this one. */
  readonly restart: Promise<Restart>;
  private askForRestart: (restart: Restart) => void = () => undefined;
  /** True if the service could not restart; then any change starts it. */
  private isBroken = false;
  private writing: Promise<WriteResponse | undefined> = Promise.resolve(undefined);

  constructor(
    private readonly project: DevProject,
    private readonly options: ServingOptions,
    private readonly restartedFor: string | undefined,
  ) {
    this.restart = new Promise((resolve) => (this.askForRestart = resolve));
    this.lastCommit = new LastCommit(project.spec, project.generation);
    this.unsaidChanges = new UnsaidChanges(project, (findings) => {
      this.unsaid = findings.map(line);
      this.show();
    });
    const documents = {
      json: () => this.published('json'),
      yaml: () => this.published('yaml'),
    };
    this.served = new Served(project, options, documents, (line) => {
      this.say(line);
    });
    this.types = new TypeCheck(project, {
      onResult: (faults) => {
        this.typeFaults = faults;
        this.show();
      },
      onFailure: (reason) => {
        this.say(reason);
      },
    });
    this.writer.start();
    this.begun = this.begin();
    // Nobody may be waiting for it yet when it fails.
    this.begun.catch(() => undefined);
    this.take = batched((files) => this.takeFiles(files));
  }

  say(line: string): void {
    this.screen.say(line);
  }

  async close(): Promise<void> {
    this.types.close();
    await this.unsaidChanges.close();
    await this.writer.close();
    await this.served.close();
  }

  private async begin(): Promise<void> {
    try {
      this.served.load();
      await this.update({ document: true, code: false });
    } catch (error) {
      if (this.restartedFor === undefined) throw error;
      this.isBroken = true;
      this.say(`${messageOf(error)}\nnothing is served until a save corrects it`);
      return;
    }
    if (this.restartedFor === undefined) return;
    this.say(`restarted for ${this.restartedFor}; what was kept in memory is gone`);
  }

  private async takeFiles(files: readonly string[]): Promise<void> {
    try {
      await this.begun;
      const changed = files.find((file) => this.isBroken || this.served.needsRestart(file));
      if (changed !== undefined) {
        this.askForRestart(this.restartFor(changed));
        return;
      }
      await this.update(this.served.touchedBy(files));
      if (files.some((file) => isIn(file, [this.project.sources]))) this.types.check();
    } catch (error) {
      this.say(messageOf(error));
    }
  }

  private restartFor(file: string): Restart {
    const { running } = this.served;
    return {
      restartFor: path.relative(this.project.root, file).split(path.sep).join('/'),
      port: running === undefined ? undefined : new URL(running.url).port,
    };
  }

  private async update(touched: Touched): Promise<void> {
    const { served } = this;
    if (touched.document || touched.code) {
      const before = served.replaced;
      const isNew = await served.take(touched);
      if (served.replaced > before)
        this.say(isNew ? 'the document is served' : 'handlers are served');
      if (isNew) this.write(touched.code);
    }
    if (touched.document) this.compare();
    this.refresh();
  }

  private compare(): void {
    const source = this.served.document?.source;
    const base = this.lastCommit.document();
    this.base = (base && source ? samePart(base, source) : base)?.document;
    this.isChanged = this.base !== undefined && !isDeepStrictEqual(this.base, source?.document);
    if (this.isChanged) this.unsaidChanges.check();
  }

  /** Writes the files of the latest document, while it is served. @param isAnew true for other extensions */
  private write(isAnew: boolean): void {
    const { served, project, options } = this;
    if (served.document === undefined) return;
    const { name, document, faults, part } = served.document.source;
    const { out, handlers, extensions, generation } = project;
    const request = {
      source: { name, document, faults, part },
      strict: options.strict,
      ...{ ...generation, out, handlers, extensions },
    };
    this.writing = this.writer.write(request, isAnew);
    void this.writing.then((response) => {
      if (response !== undefined) this.onWritten(response);
    });
  }

  private onWritten({ written, fault }: WriteResponse): void {
    const out = path.relative(this.project.root, this.project.out);
    if (fault !== undefined) this.say(`${out} cannot be written: ${fault}`);
    if (written.length > 0) this.say(`wrote ${written.map((file) => `${out}/${file}`).join(', ')}`);
    this.types.check();
    // Handlers may import generated files, and then need the new ones.
    this.take(written.map((file) => path.join(this.project.out, file)));
  }

  private async published(format: 'json' | 'yaml'): Promise<Uint8Array> {
    const response = await this.writing;
    const text = response?.[format];
    if (text === undefined) throw new Error(response?.fault ?? 'The document is not generated yet');
    return Buffer.from(text);
  }

  private refresh(): void {
    this.operations = operationStates(this.served, this.project, this.base);
    this.show();
  }

  private show(): void {
    const { served, project } = this;
    const { document } = served;
    const lines = statusLines(
      {
        running: served.running,
        document: path.relative(project.root, project.spec),
        operations: this.operations,
        faults: [served.documentFault, served.compositionFault],
        notices:
          document === undefined || document.notices.length === 0
            ? ''
            : describeNotices(document.notices, document.source, this.options.all),
        typeFaults: this.typeFaults,
        base: this.base && LAST_COMMIT,
        unsaid: this.isChanged ? this.unsaid : [],
      },
      project,
    );
    this.screen.show(lines);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
