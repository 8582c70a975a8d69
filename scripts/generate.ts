import path from 'node:path';
import {
  CommandError,
  describeDocumentError,
  EXIT_OK,
  parseOptions,
  runCommand,
} from './command-line';
import { DocumentError } from './generate/document-error';
import { writeGenerated } from './generate/output';
import { DEFAULT_OUT, DEFAULT_SPEC, generateFor, readProjectDocument } from './generate/project';

const USAGE = 'Usage: npm run generate -- [--spec FILE] [--out DIR]';

/** Writes the files that the document gives, and says which of them changed. */
async function generateCommand(): Promise<number> {
  const options = parseOptions({ spec: { type: 'string' }, out: { type: 'string' } }, USAGE);
  const spec = options.spec ?? DEFAULT_SPEC;
  const out = options.out ?? DEFAULT_OUT;
  const source = readNamed(spec);
  try {
    const files = await generateFor(source, out);
    const changes = writeGenerated(out, files);
    const folder = path.relative(process.cwd(), path.resolve(out)) || '.';
    for (const { file, kind } of changes) {
      process.stdout.write(`${kind === 'stray' ? 'removed' : 'wrote'} ${folder}/${file}\n`);
    }
    const verdict = changes.length === 0 ? 'is up to date' : `was generated from ${source.name}`;
    process.stdout.write(`${folder} ${verdict} (${files.size} files)\n`);
    return EXIT_OK;
  } catch (error) {
    if (error instanceof DocumentError) {
      throw new CommandError(describeDocumentError(error, source));
    }
    throw error;
  }
}

function readNamed(spec: string): ReturnType<typeof readProjectDocument> {
  try {
    return readProjectDocument(spec);
  } catch (error) {
    if (error instanceof DocumentError) throw new CommandError(`${spec}: ${error.message}`);
    throw error;
  }
}

runCommand(generateCommand);
