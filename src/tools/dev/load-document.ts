import type { Extensions } from 'openapi-trellis/tools';
import { CommandError } from '../cli';
import {
  describeNotices,
  DocumentError,
  type DocumentNotice,
  type SourceDocument,
} from '../document';
import { loadContract, commandFault } from '../generate';
import type { LoadedContract } from '../validators';

export interface DocumentOptions {
  /** Rejects a document with warnings. */
  readonly strict: boolean;
  /** Shows all warnings. */
  readonly all: boolean;
  /** Does not add defaults to requests. */
  readonly 'no-defaults'?: boolean;
}

export interface LoadedDocument {
  readonly source: SourceDocument;
  readonly loaded: LoadedContract;
  /** Notices for its author. */
  readonly notices: readonly DocumentNotice[];
}

/**
 * Compiles a document in memory, as generation does, without the text of the files.
 * @throws CommandError naming each fault with its place and remedy
 */
export function loadDocument(
  source: SourceDocument,
  extensions: Extensions | undefined,
  options: DocumentOptions,
): LoadedDocument {
  const { strict } = options;
  const notices: DocumentNotice[] = [];
  const loaded = load(source, extensions, options, notices);
  const isSound = notices.every(({ severity }) => severity === 'notice');
  if (strict && !isSound) {
    const lines = describeNotices(notices, source, true);
    throw new CommandError(
      `${lines}\nWith --strict a document with warnings is not served; correct it`,
    );
  }
  return { source, loaded, notices };
}

function load(
  source: SourceDocument,
  extensions: Extensions | undefined,
  { strict, 'no-defaults': hasNone = false }: DocumentOptions,
  notices: DocumentNotice[],
): LoadedContract {
  try {
    return loadContract(source.document, {
      ...{ faults: source.faults, part: source.part },
      strict,
      extensions,
      defaults: !hasNone,
      report: (notice) => notices.push(notice),
    });
  } catch (error) {
    if (error instanceof DocumentError) throw commandFault(error, source, strict);
    throw error;
  }
}
