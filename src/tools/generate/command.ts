import '../cli/short-run';
import path from 'node:path';
import { EXIT_FINDINGS, EXIT_OK, parseOptions, callWith, printLines, sayLines } from '../cli';
import { startTypesThread } from './types/types-thread';
import { lostHandlers, strayAuthenticators } from './unused-code';
import { writeGenerated } from './output';
import {
  generateFor,
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  FORMER_OPTIONS,
  Notices,
  PROJECT_USAGE,
  readProjectPart,
  DEFAULT_OUT,
  usualDocument,
} from './project';

const USAGE = `Usage: ${callWith('generate')} [OPTIONS]
Writes what follows from the document: types, validators, and what dispatches requests to handlers.${PROJECT_USAGE}${GENERATION_USAGE}`;

/**
 * Writes the generated files, and prints the changed ones.
 *
 * @returns 1 if a handler or an authenticator belongs to nothing that is served; the files are written all the same
 */
export async function generate(args: readonly string[]): Promise<number> {
  const {
    spec = usualDocument(),
    generated: out,
    ...options
  } = parseOptions(
    { ...GENERATION_OPTIONS, generated: { type: 'string', default: DEFAULT_OUT } },
    USAGE,
    args,
    FORMER_OPTIONS,
  );
  startTypesThread();
  const source = readProjectPart(spec, options);
  const notices = new Notices(source, options);
  const files = await generateFor(source, out, { ...options, report: notices.report });
  notices.show();
  const changes = writeGenerated(out, files);
  const folder = path.relative(process.cwd(), path.resolve(out)) || '.';
  for (const { file, kind } of changes) {
    printLines(`${kind === 'stray' ? 'removed' : 'wrote'} ${folder}/${file}`);
  }
  const verdict = changes.length === 0 ? 'is up to date with' : 'was generated from';
  const { excluded } = source.part ?? {};
  const count = excluded === undefined ? '' : ` without ${excluded.length} of its operations`;
  printLines(`${folder} ${verdict} ${source.name}${count} (${files.size} files)`);
  const unused = [
    ...lostHandlers(source, notices.leftOut, options.handlers),
    ...strayAuthenticators(source, options.handlers),
  ];
  sayLines(...unused);
  return unused.length === 0 ? EXIT_OK : EXIT_FINDINGS;
}
