import { existsSync } from 'node:fs';
import path from 'node:path';
import { handlerNames, type LoadedContract } from '../generate/index';
import { handlerFile } from './handler-file';
import type { Layout } from './layout';
import { SampleRequests } from './sample-requests';
import { testFile } from './test-file';

/** A file that is to be written: its absolute path, and its text. */
export interface ScaffoldedFile {
  readonly file: string;
  readonly text: string;
}

/** The files of the operations that have no handler: the handler, and its test where there is none either. */
export async function scaffoldFiles(
  loaded: LoadedContract,
  layout: Layout,
): Promise<readonly ScaffoldedFile[]> {
  const { operations } = loaded;
  const names = handlerNames(operations.map(({ operationId }) => operationId));
  const { service } = layout;
  const samples = service === undefined ? undefined : await SampleRequests.of(loaded);
  const files: ScaffoldedFile[] = [];
  for (const [index, operation] of operations.entries()) {
    const name = names[index];
    if (name === undefined) continue;
    const file = path.join(layout.handlers, `${name.file}.ts`);
    if (existsSync(file)) continue;
    files.push({ file, text: handlerFile(operation, name, layout) });
    const test = path.join(layout.tests, `${name.file}.test.ts`);
    if (service === undefined || samples === undefined || existsSync(test)) continue;
    const sample = await samples.make(operation);
    files.push({ file: test, text: testFile(operation, name, sample, layout, service) });
  }
  return files;
}
