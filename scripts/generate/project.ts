import path from 'node:path';
import { generate, type GeneratedFiles } from './generate';
import { readDocument, type SourceDocument } from './read-document';

/** The folders of this project, which generated files import from. */
const ROOT = path.join(__dirname, '..', '..');
export const DEFAULT_SPEC = path.join(ROOT, 'spec', 'openapi.yaml');
export const DEFAULT_OUT = path.join(ROOT, 'generated');
const CONTRACT_LAYER = path.join(ROOT, 'src', 'contract');
const HANDLERS = path.join(ROOT, 'src', 'plants', 'handlers');

/** Reads a document under the name that its generated files have: relative to the project if within. */
export function readProjectDocument(spec: string): SourceDocument {
  const relative = path.relative(ROOT, path.resolve(spec)).split(path.sep).join('/');
  return readDocument(spec, relative.startsWith('..') ? path.basename(spec) : relative);
}

/**
 * The files that a document gives for an output folder. The registry of handlers belongs to the
 * service, so only the project's own folder gets one.
 */
export function generateFor(source: SourceDocument, out: string): Promise<GeneratedFiles> {
  const folder = path.resolve(out);
  const own = folder === DEFAULT_OUT;
  return generate(source, {
    contractModule: modulePath(folder, CONTRACT_LAYER),
    ...(own && { handlersModule: modulePath(folder, HANDLERS) }),
  });
}

function modulePath(from: string, to: string): string {
  const relative = path.relative(from, to).split(path.sep).join('/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}
