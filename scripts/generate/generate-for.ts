import path from 'node:path';
import { generate, type GenerateOptions, type GeneratedFiles } from './generate';
import { commandFault, DEFAULT_OUT, HANDLERS, ROOT } from './project';
import type { SourceDocument } from './read/read-document';

/** What generated files import from. */
const CONTRACT_LAYER = path.join(ROOT, 'src', 'contract');

/**
 * The files that a document gives for an output folder. The registry of handlers belongs to the
 * service, so only the project's own folder gets one.
 *
 * @throws CommandError naming each fault of the document with file, line, JSON Pointer and remedy
 */
export async function generateFor(
  source: SourceDocument,
  out: string,
  options: Pick<GenerateOptions, 'lenient' | 'report' | 'exactClient'> = {},
): Promise<GeneratedFiles> {
  const folder = path.resolve(out);
  const own = folder === DEFAULT_OUT;
  try {
    return await generate(source, {
      ...options,
      contractModule: modulePath(folder, CONTRACT_LAYER),
      ...(own && { handlersModule: modulePath(folder, HANDLERS) }),
    });
  } catch (error) {
    throw commandFault(error, source, options.lenient);
  }
}

function modulePath(from: string, to: string): string {
  const relative = path.relative(from, to).split(path.sep).join('/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}
