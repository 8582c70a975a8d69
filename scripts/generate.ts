import './generate/short-run';
import path from 'node:path';
import { EXIT_OK, parseOptions, runCommand } from './command-line';
import { describeNotices } from './generate/document/describe-faults';
import type { DocumentNotice } from './generate/document/document-error';
import { writeGenerated } from './generate/output';
import { startTypesThread } from './generate/types/types-thread';
import { generateFor } from './generate/generate-for';
import { DEFAULT_OUT, DEFAULT_SPEC, readProjectDocument } from './generate/project';

const USAGE = `Usage: npm run generate -- [--spec FILE] [--out DIR] [--lenient] [--exact-client]
  --exact-client  client-types.ts has bigint for integers of 64 bits, for clients that keep them exact`;

/** Writes the files that the document gives, and says which of them changed. */
async function generateCommand(): Promise<number> {
  const {
    spec,
    out,
    lenient,
    'exact-client': exactClient,
  } = parseOptions(
    {
      spec: { type: 'string', default: DEFAULT_SPEC },
      out: { type: 'string', default: DEFAULT_OUT },
      lenient: { type: 'boolean', default: false },
      'exact-client': { type: 'boolean', default: false },
    },
    USAGE,
  );
  startTypesThread();
  const source = readProjectDocument(spec);
  const notices: DocumentNotice[] = [];
  const report = (notice: DocumentNotice): number => notices.push(notice);
  const files = await generateFor(source, out, { lenient, exactClient, report });
  if (notices.length > 0) process.stderr.write(`${describeNotices(notices, source)}\n`);
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
