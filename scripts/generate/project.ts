import path from 'node:path';
import { CommandError } from '../command-line';
import { describeFaults } from './document/describe-faults';
import { DocumentError } from './document/document-error';
import { leaveOut } from './check/leave-out';
import { readDocument, type SourceDocument } from './read/read-document';

/** The folders of this project. */
export const ROOT = path.join(__dirname, '..', '..');
export const DEFAULT_SPEC = path.join(ROOT, 'spec', 'openapi.yaml');
export const DEFAULT_OUT = path.join(ROOT, 'generated');
export const HANDLERS = path.join(ROOT, 'src', 'plants', 'handlers');

/**
 * Reads a document under the name that its generated files have: relative to the project if within.
 *
 * @throws CommandError naming the file, and the line of the fault if it can be read
 */
export function readProjectDocument(spec: string): SourceDocument {
  const relative = path.relative(ROOT, path.resolve(spec)).split(path.sep).join('/');
  try {
    return readDocument(spec, relative.startsWith('..') ? path.basename(spec) : relative);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`There is no document at ${spec}`);
    if (code !== undefined) throw new CommandError(`The document ${spec} cannot be read (${code})`);
    if (error instanceof DocumentError) throw new CommandError(describeFaults(error.faults));
    throw error;
  }
}

/**
 * What a command throws for what a step with a document threw: faults of the document as lines.
 *
 * @param lenient the command's option, if it has one that may be suggested
 */
export function commandFault(error: unknown, source: SourceDocument, lenient?: boolean): unknown {
  if (!(error instanceof DocumentError)) return error;
  const hasRest = lenient === false && leaveOut(source.document, error.faults) !== undefined;
  return new CommandError(describeFaults(error.faults, source) + (hasRest ? TRY_LENIENT : ''));
}

const TRY_LENIENT = '\nWith --lenient these are left out, with the operations that need them';
