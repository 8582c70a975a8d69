import { generateFor, readProjectDocument } from '../../src/generate/project';
import { writeGenerated } from '../../src/generate/output';
import { startTypesThread } from '../../src/generate/types/types-thread';

let isUsed = false;
afterAll(async () => {
  if (isUsed) await startTypesThread().terminate();
});

/** Writes what a document gives into a folder, as npm run generate does, without a process of its own. */
export async function generateInto(folder: string, spec: string): Promise<void> {
  isUsed = true;
  writeGenerated(folder, await generateFor(readProjectDocument(spec), folder));
}
