import { readExtensions } from '../cli/extensions';
import {
  type DocumentNotice,
  type GeneratedFiles,
  type LoadedContract,
  prepareLoaded,
  type PreparedLoaded,
  type ReadDocument,
} from '../generate/index';
import {
  commandFault,
  generateFor,
  type GenerationOptions,
  readProjectDocument,
  type ReadingOptions,
} from '../generate/project';

/** The options of generation are those that the files were generated with. */
export interface DocumentOptions extends GenerationOptions, ReadingOptions {
  readonly spec: string;
  /** The folder of the generated files; undefined where none is known. */
  readonly generated: string | undefined;
}

/** The document that checks share: read once and compiled once, when the first of them asks for it. */
export class CheckedDocument {
  private readonly read = once(() => readProjectDocument(this.options.spec, this.options));
  private readonly prepare = once(() => this.prepared());
  private readonly found: DocumentNotice[] = [];

  constructor(private readonly options: DocumentOptions) {}

  /** @throws CommandError when it cannot be read */
  get source(): ReadDocument {
    return this.read();
  }

  /** @throws CommandError when nothing of it can be served */
  get loaded(): LoadedContract {
    return this.prepare().loaded;
  }

  /** What compiling it told of. @throws CommandError as `loaded` does */
  get notices(): readonly DocumentNotice[] {
    this.prepare();
    return this.found;
  }

  /** The files that are generated from it for a folder. @throws CommandError as `loaded` does */
  files(generated: string): Promise<GeneratedFiles> {
    return generateFor(this.source, generated, this.options, this.prepare().prepared);
  }

  private prepared(): PreparedLoaded {
    const { document, faults } = this.source;
    const { extensions, generated } = this.options;
    try {
      return prepareLoaded(document, {
        faults,
        defaults: this.options['no-defaults'] !== true,
        extensions: readExtensions(extensions, generated)?.extensions,
        report: (notice) => this.found.push(notice),
      });
    } catch (error) {
      throw commandFault(error, this.source);
    }
  }
}

/** Makes a value, or finds that it cannot be made, at the first call. */
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
