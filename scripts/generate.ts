import path from 'node:path';
import { EXIT_OK, parseOptions, runCommand } from './command-line';
import { writeGenerated } from './generate/output';
import { DEFAULT_OUT, DEFAULT_SPEC, generateFor, readProjectDocument } from './generate/project';

const USAGE = 'Usage: npm run generate -- [--spec FILE] [--out DIR]';

/** Writes the files that the document gives, and says which of them changed. */
async function generateCommand(): Promise<number> {
  const { spec, out } = parseOptions(
    {
      spec: { type: 'string', default: DEFAULT_SPEC },
      out: { type: 'string', default: DEFAULT_OUT },
    },
    USAGE,
  );
  const source = readProjectDocument(spec);
  const files = await generateFor(source, out);
  const changes = writeGenerated(out, files);
  const folder = path.relative(process.cwd(), path.resolve(out)) || '.';
  for (const { file, kind } of changes) {
    process.stdout.write(`${kind === 'stray' ? 'removed' : 'wrote'} ${folder}/${file}\n`);
  }
  const verdict = changes.length === 0 ? 'is up to date with' : 'was generated from';
  process.stdout.write(`${folder} ${verdict} ${source.name} (${files.size} files)\n`);
  return EXIT_OK;
}

runCommand(generateCommand);
