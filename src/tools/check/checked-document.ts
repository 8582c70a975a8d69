import { readExtensions } from '../cli';
import type { DocumentNotice, ReadDocument } from '../document';
import {
  type GeneratedFiles,
  prepareLoaded,
  type PreparedLoaded,
  commandFault,
  generateFor,
  type GenerationOptions,
  readProjectPart,
  type ReadingOptions,
} from '../generate';
import type { LoadedContract } from '../validators';

/** The options of generation equal those of the generated files. */
export interface DocumentOptions extends GenerationOptions, ReadingOptions {
  readonly spec: string;
  /** The folder of the generated files; undefined if it is unknown. */
  readonly generated: string | undefined;
}

/** The document that checks share, read and compiled once, on first use. */
export class CheckedDocument {
  private readonly read = once(() => readProjectPart(this.options.spec, this.options));
  private readonly prepare = once(() => this.prepared());
  private readonly found: DocumentNotice[] = [];

  constructor(private readonly options: DocumentOptions) {}

  /** @throws CommandError when it cannot be read */
  get source(): ReadDocument {
    return this.read();
  }

  /** @throws CommandError when no part of it can be served */
  get loaded(): LoadedContract {
    return this.prepare().loaded;
  }

  /** The notices from compiling it. @throws CommandError as `loaded` does */
  get notices(): readonly DocumentNotice[] {
    this.prepare();
    return this.found;
  }

  /** The files generated from it for a folder. @throws CommandError as `loaded` does */
  files(generated: string): Promise<GeneratedFiles> {
    return generateFor(this.source, generated, this.options, this.prepare().prepared);
  }

  private prepared(): PreparedLoaded {
    const { document, faults, part } = this.source;
    const { extensions } = this.options;
    try {
      return prepareLoaded(document, {
        ...{ faults, part },
        defaults: this.options['no-defaults'] !== true,
        extensions: readExtensions(extensions)?.extensions,
        report: (notice) => this.found.push(notice),
      });
    } catch (error) {
      throw commandFault(error, this.source);
    }
  }
}

/** Memoizes a function's value or error. */
function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | { readonly error: unknown } | undefined;
  return () => {
    try {
      result ??= { value: make() };
    } catch (error) {
      result = { error };
    }
    if ('error' in result) throw result.error;
    return result.value;
  };
}
