import path from 'node:path';
import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '../cli';
import { type GeneratedFiles, writeGenerated, generateFor, generateOptions } from '../generate';
import type { SourceDocument } from '../document';
import type { WriteRequest, WriteResponse } from './writer';

/** The thread of writer.ts. Serving has priority over writing. */

lowerThreadPriority();

parentPort?.on('message', (request: WriteRequest) => {
  void write(request).then((response) => parentPort?.postMessage(response));
});

async function write({ source, out, ...options }: WriteRequest): Promise<WriteResponse> {
  try {
    const all = { ...options, yaml: true };
    const files = new Map(await generateFor(withPlaces(source), out, all));
    const published = { json: files.get('openapi.json'), yaml: files.get('openapi.yaml') };
    if (generateOptions(path.resolve(out), options).yaml !== true) files.delete('openapi.yaml');
    return { ...published, ...writeFiles(out, files) };
  } catch (error) {
    return { written: [], fault: messageOf(error) };
  }
}

function writeFiles(out: string, files: GeneratedFiles): Pick<WriteResponse, 'written' | 'fault'> {
  try {
    return { written: writeGenerated(out, files).map(({ file }) => file) };
  } catch (error) {
    return { written: [], fault: messageOf(error) };
  }
}

/** The main thread has loaded the document without faults, so places are not needed. */
function withPlaces(source: WriteRequest['source']): SourceDocument {
  const place = { file: source.name, line: 1, pointer: '' };
  return { ...source, placeOf: () => place, lineOf: () => place.line };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
